/** Parses incoming calls; their bodies have limits. The API has not been called at this point. */
import { ApiError } from '../api/errors.ts';
import type { ApiRequest } from '../api/request.ts';
import { maxJsonDepth, scanJson } from '../wire/json/scan.ts';
import type { TrpcParts } from './dependencies.ts';
import { InnerRequest } from './inner-request.ts';

export interface IncomingCall {
	readonly request: ApiRequest;
	/** Names of the called procedures, such as `core.v1.configmaps.list`. */
	readonly names: readonly string[];
	readonly parameters: URLSearchParams;
	/** JSON input; undefined when the call has none. */
	readonly input: string | undefined;
	readonly isBatch: boolean;
	/** True when responses are sent as JSON lines. */
	readonly isStreamed: boolean;
}

/** Maximum body size: a body is parsed in one event loop iteration, before the API is called. */
const mostBytes = 1024 * 1024;

/** Maximum nesting depth: that of API objects, plus two levels of a batch. */
const mostDepth = maxJsonDepth + 2;

/** Maximum body size of an unauthenticated client, in bytes. */
const mostBytesOfNobody = 16 * 1024;

export const root = '/trpc';

const json = 'application/json';
const jsonLines = 'application/jsonl';

/** Parses the call. Throws ApiError. */
export async function incomingCall(request: ApiRequest, parts: TrpcParts): Promise<IncomingCall> {
	const parameters = new URLSearchParams(request.query);
	const input = request.method === 'GET' ? (parameters.get('input') ?? undefined) : await bodyOf(request, parts);
	// The parser accepts any depth, but deeper input could not be serialised again.
	if (input !== undefined && scanJson(input).depth > mostDepth) throw new ApiError('BadRequest', `the input of the call is nested more than ${mostDepth} deep`);
	const isBatch = parameters.get('batch') === '1';
	const path = request.path.slice(root.length + 1);
	return { request, names: isBatch ? path.split(',') : [path], parameters, input, isBatch, isStreamed: takesLines(request) };
}

function takesLines(request: ApiRequest): boolean {
	const accepted = request.header('trpc-accept') ?? request.header('accept') ?? '';
	return accepted.split(',').some((type) => type.trim() === jsonLines);
}

async function bodyOf(request: ApiRequest, parts: TrpcParts): Promise<string | undefined> {
	if (request.method !== 'POST') throw new ApiError('MethodNotAllowed', 'the server does not allow this method on the requested resource');
	// A page of another origin can send forms with the browser's credentials, but not JSON.
	if (request.header('content-type')?.split(';')[0]?.trim().toLowerCase() !== json)
		throw new ApiError('UnsupportedMediaType', `the body of a call is ${json}, found ${JSON.stringify(request.header('content-type') ?? '')}`);
	const declared = Number(request.header('content-length') ?? mostBytes);
	if (declared > mostBytes) throw tooLarge(mostBytes);
	if (declared > mostBytesOfNobody && !(await isKnown(request, parts))) throw tooLarge(mostBytesOfNobody);
	const bytes = await request.body();
	if (bytes.length > mostBytes) throw tooLarge(mostBytes);
	return bytes.length === 0 ? undefined : bytes.toString();
}

/** Reports whether the client is authenticated. Rejects when its credentials are invalid. */
async function isKnown(request: ApiRequest, { whoAsks }: TrpcParts): Promise<boolean> {
	const { method, path, query, signal } = request;
	const user = await whoAsks(new InnerRequest(request, { method, path, query }, { isOneOfMany: true, signal }));
	return user.proof !== undefined;
}

function tooLarge(limit: number): ApiError {
	return new ApiError('RequestEntityTooLarge', `Request entity too large: limit is ${limit}`);
}

/** Makes the request for tRPC, for a single call or for one call of a batch. */
export function libraryRequest({ request }: IncomingCall, call: { path: string; query: string; input: string | undefined }, signal: AbortSignal): Request {
	const headers: Record<string, string> = { 'content-type': json };
	for (const name of ['accept', 'trpc-accept', 'last-event-id']) {
		const value = request.header(name);
		if (value !== undefined) headers[name] = value;
	}
	const url = `https://server${encodeURI(call.path)}${call.query === '' ? '' : `?${call.query}`}`;
	const { method } = request;
	return new Request(url, { method, headers, signal, ...(method === 'POST' && { body: call.input ?? '' }) });
}
