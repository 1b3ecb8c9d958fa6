/** The router of what is served: its procedures ask the API, and do nothing by themselves. */
import { initTRPC, type TRPCRouterRecord, tracked } from '@trpc/server';
import type { ApiRequest, ApiResponse, Handler } from '../api/request.ts';
import { answeredValue, eventsOf, type WatchEvent } from './answers.ts';
import { statusFor, toldAs } from './errors.ts';
import { InnerRequest } from './inner-request.ts';
import { ofInitialState, type RestRequest, restRequest } from './input.ts';
import type { Procedure } from './procedures.ts';

/** Of one call, which may have many requests. */
export interface CallContext {
	readonly request: ApiRequest;
	/** The way that all requests go. */
	readonly handler: Handler;
	readonly isBatch: boolean;
	/** Headers that its requests are answered with, beside those of their bodies: warnings, names for audit. */
	readonly headers: Map<string, Set<string>>;
	/** Ends the connection of a subscription in such a way that its client comes back and goes on. */
	readonly comeBack: () => void;
}

/** Proxies and browsers give up connections on which nothing moves. */
const pingMs = 15_000;

const t = initTRPC.context<CallContext>().create({
	isDev: false,
	sse: { ping: { enabled: true, intervalMs: pingMs }, client: { reconnectAfterInactivityMs: 3 * pingMs } },
	errorFormatter: ({ shape, error }) => {
		const status = statusFor(error);
		return { ...shape, message: String(status.message), data: { ...shape.data, status } };
	},
});

export type ApiRouter = ReturnType<typeof makeRouter>;

export function makeRouter(procedures: readonly Procedure[]) {
	const root: Tree = {};
	for (const procedure of procedures) place(root, procedure.path, made(procedure));
	return t.router(root);
}

type Tree = { [name: string]: Tree[string] } & TRPCRouterRecord;

function place(root: Tree, path: readonly string[], procedure: TRPCRouterRecord[string]): void {
	let tree = root;
	for (const part of path.slice(0, -1)) {
		tree[part] ??= Object.create(null) as Tree;
		tree = tree[part] as Tree;
	}
	tree[path.at(-1) ?? ''] = procedure;
}

function made(procedure: Procedure) {
	const input = t.procedure.input((given: unknown): RestRequest => {
		try {
			return restRequest(procedure, given);
		} catch (error) {
			throw toldAs(error);
		}
	});
	switch (procedure.type) {
		case 'query':
			return input.query(({ ctx, input, signal }) => ask(ctx, input, signal ?? ctx.request.signal));
		case 'mutation':
			return input.mutation(({ ctx, input, signal }) => ask(ctx, input, signal ?? ctx.request.signal));
		case 'subscription':
			return input.subscription(({ ctx, input, signal }) => follow(ctx, input, signal ?? ctx.request.signal));
	}
}

/** Rejects with TRPCError. */
async function ask(call: CallContext, asked: RestRequest, signal: AbortSignal): Promise<unknown> {
	try {
		return await answeredValue(await answered(call, asked, signal));
	} catch (error) {
		throw toldAs(error);
	}
}

/** Events of a watch under the version of each, from which the client goes on when the connection breaks off; throws TRPCError. */
async function* follow(call: CallContext, asked: RestRequest, signal: AbortSignal) {
	try {
		const response = await answered(call, asked, signal);
		const { body } = response;
		if (response.status >= 400 || typeof body !== 'object' || !('start' in body)) {
			await answeredValue(response);
			return;
		}
		let isInitial = startsWithState(asked);
		for await (const event of eventsOf(body, signal)) {
			if (isInitial && endsState(event)) isInitial = false;
			yield tracked(isInitial ? ofInitialState : (event.object.metadata?.resourceVersion ?? '0'), event);
		}
	} catch (error) {
		throw toldAs(error);
	}
	// A watch ends after a time, when the server does, or when what it shows is replaced: it goes on with another one.
	if (signal.aborted) return;
	call.comeBack();
	await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

function startsWithState({ query }: RestRequest): boolean {
	return new URLSearchParams(query).get('sendInitialEvents') === 'true';
}

/** The mark that says so bears an annotation, whatever the words of the build are. */
function endsState({ type, object }: WatchEvent): boolean {
	return type === 'BOOKMARK' && Object.keys(object.metadata?.annotations ?? {}).some((name) => name.endsWith('/initial-events-end'));
}

async function answered({ request, handler, isBatch, headers }: CallContext, asked: RestRequest, signal: AbortSignal): Promise<ApiResponse> {
	const inner = new InnerRequest(request, asked, { isOneOfMany: isBatch, signal: AbortSignal.any([signal, request.signal]) });
	const response = await handler(inner);
	const add = (name: string, value: string): void => void headers.set(name, (headers.get(name) ?? new Set()).add(value));
	for (let i = 0; i < inner.outgoing.length; i += 2) add(inner.outgoing[i] as string, inner.outgoing[i + 1] as string);
	const retryAfter = response.headers['retry-after'];
	if (retryAfter !== undefined) add('retry-after', retryAfter);
	return response;
}
