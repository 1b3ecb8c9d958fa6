/** Subscriptions: watches framed for `EventSource`. They bypass the tRPC library, which would buffer every event per client. */
import { ApiError } from '../api/errors.ts';
import type { ApiResponse } from '../api/request.ts';
import { StatusError, throwRefusal } from './answers.ts';
import type { TrpcParts } from './dependencies.ts';
import { asTrpcError, shapeOf } from './errors.ts';
import type { IncomingCall } from './incoming.ts';
import { InnerRequest } from './inner-request.ts';
import { lastEventId, restRequest } from './input.ts';
import type { Procedure } from './procedures.ts';
import { refusedSubscription, serverSentEvents, subscriptionBody } from './server-sent-events.ts';

const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, private', 'x-accel-buffering': 'no' };

/** Starts a subscription. Throws ApiError when the call is no subscription. A refused watch is sent as an event. */
export async function subscribe(call: IncomingCall, procedure: Procedure, parts: TrpcParts): Promise<ApiResponse> {
	const { request } = call;
	if (call.isBatch) throw new ApiError('BadRequest', 'a subscription cannot be part of a batch');
	if (request.method !== 'GET') throw new ApiError('MethodNotAllowed', `${procedure.path.join('.')} is a subscription, which is called with GET`);
	const errorOf = (error: unknown): object => {
		const told = asTrpcError(error);
		if (told.code === 'INTERNAL_SERVER_ERROR' && !(told.cause instanceof StatusError)) parts.onUnexpected(error, request);
		return shapeOf(told, procedure.path);
	};
	try {
		const eventFraming = serverSentEvents((status) => errorOf(new StatusError(status)));
		const inner = new InnerRequest(request, restRequest(procedure, inputOf(call)), { isOneOfMany: false, signal: request.signal, eventFraming });
		const response = await parts.handler(inner);
		await throwRefusal(response);
		const { body } = response;
		if (typeof body !== 'object' || !('start' in body)) throw new Error('a watch answers with events');
		for (let i = 0; i < inner.outgoing.length; i += 2) request.outgoing?.push(inner.outgoing[i] as string, inner.outgoing[i + 1] as string);
		return { status: 200, headers, body: subscriptionBody(body) };
	} catch (error) {
		return { status: 200, headers, body: refusedSubscription(errorOf(error)) };
	}
}

function inputOf({ request, parameters, input }: IncomingCall): unknown {
	const seen = request.header('last-event-id') ?? parameters.get('lastEventId') ?? parameters.get('Last-Event-Id');
	let given: unknown;
	try {
		given = input === undefined ? undefined : JSON.parse(input);
	} catch (error) {
		throw new ApiError('BadRequest', `the input of the call is no JSON: ${(error as Error).message}`);
	}
	return seen === null || seen === '' || typeof (given ?? {}) !== 'object' || Array.isArray(given)
		? given
		: { ...(given as object | undefined), [lastEventId]: seen };
}
