/**
 * Forwards the requests of an aggregated group version to its server, with the identity of the client in headers. Authentication,
 * authorization, audit and flow control have run; admission is the other server's. Failures are plain texts, as in kube-aggregator.
 */
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../api/errors.ts';
import type { ApiRequest, ApiResponse, EventBody, EventWriter, Handler } from '../api/request.ts';
import { longSubresources, streamingVerbs } from '../model/verb.ts';
import { type BackendAnswer, passedOn, tunnelled } from '../remote/forward.ts';
import { forwardedHeaders } from '../remote/forwarded-headers.ts';
import { connectionSentence } from '../remote/webhook/connection-sentence.ts';
import { type Backends, TooManyOpen, Unresolved } from './backends.ts';
import { identityHeaders } from './identity-headers.ts';
import type { RemoteApi } from './remote-apis.ts';

export interface ForwardingParts {
	readonly backends: Backends;
	/** True when the UID of users is sent (from 1.33 on). */
	readonly sendsUid: boolean;
	/** Headers that other servers may trust besides the usual ones, in lower case: those of the `--requestheader-` flags. */
	readonly identityNames: readonly string[];
	readonly identityPrefixes: readonly string[];
	/** Deadline for the head of a stream, and for the whole answer of other requests. */
	readonly requestTimeoutMs: number;
	/** Called with each request that could not be forwarded. */
	readonly onFailure: (api: RemoteApi, error: unknown) => void;
}

/** Deadline for the resource list of a group version. Clients read those of all groups one after another. */
const listMs = 5_000;
/** Methods of HTTP clients. Others, such as CONNECT and TRACE, are for the server that receives them. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Returns the handler of the group version. */
export function forwarding(parts: ForwardingParts, api: RemoteApi): Handler {
	return async (request) => {
		if (!api.isAvailable) return plainAnswer(503, 'service unavailable');
		if (!methods.has(request.method)) throw new ApiError('MethodNotAllowed', `the method ${request.method} cannot be forwarded`);
		try {
			return await forward(parts, api, request);
		} catch (error) {
			if (request.signal.aborted) throw request.signal.reason;
			if (error instanceof ApiError) throw error;
			parts.onFailure(api, error);
			return failed(error);
		}
	};
}

async function forward(parts: ForwardingParts, api: RemoteApi, request: ApiRequest): Promise<ApiResponse> {
	const { tunnel } = request;
	tunnel?.check();
	const body = tunnel === undefined ? await request.body() : Buffer.alloc(0);
	const headersFor = (authority: string): readonly string[] => headersOf(parts, request, authority, body.length);
	const bound = new Deadline(request.signal, headMs(parts, request));
	let answer: BackendAnswer;
	try {
		const asked = { method: request.method, path: targetOf(request), ...(body.length > 0 && { body }), signal: bound.signal };
		answer = await parts.backends.send(api, asked, headersFor);
	} catch (error) {
		throw bound.isOver ? new Error('context deadline exceeded', { cause: error }) : error;
	} finally {
		bound.end();
	}
	return request.tunnel === undefined ? streamed(parts, request, answer) : upgraded(request.tunnel, request, answer);
}

/** Returns the deadline for the head of an answer; undefined where that of the request path suffices. */
function headMs({ requestTimeoutMs }: ForwardingParts, request: ApiRequest): number | undefined {
	if (!request.info.isResource) return Math.min(listMs, requestTimeoutMs);
	return isLasting(request) || request.tunnel !== undefined ? requestTimeoutMs : undefined;
}

/** Reports whether the answer may last as long as the client wants. */
function isLasting({ info }: ApiRequest): boolean {
	return info.isResource && (streamingVerbs.has(info.verb) || longSubresources.has(info.subresource));
}

/** Aborts with the request's signal, or when the time is over. */
class Deadline {
	readonly signal: AbortSignal;
	readonly #timer: NodeJS.Timeout | undefined;
	isOver = false;

	constructor(request: AbortSignal, ms: number | undefined) {
		const late = new AbortController();
		this.signal = AbortSignal.any([request, late.signal]);
		if (ms === undefined) return;
		this.#timer = setTimeout(() => {
			this.isOver = true;
			late.abort(new Error('context deadline exceeded'));
		}, ms);
	}

	end(): void {
		clearTimeout(this.#timer);
	}
}

/** Returns path and query, encoded again from the parsed path, so that both servers see the same segments. */
function targetOf({ path, query }: ApiRequest): string {
	if (/[^\x21-\x7e]/.test(query)) throw new ApiError('BadRequest', 'invalid query: it has characters that URLs escape');
	return `${path.split('/').map(encodeURIComponent).join('/')}${query === '' ? '' : `?${query}`}`;
}

function headersOf({ sendsUid, identityNames, identityPrefixes }: ForwardingParts, request: ApiRequest, authority: string, bytes: number): readonly string[] {
	const all = forwardedHeaders(request, authority, request.tunnel !== undefined);
	const kept: string[] = [];
	let forwardedFor = '';
	for (let i = 0; i < all.length; i += 2) {
		const [name = '', value = ''] = [all[i], all[i + 1]];
		if (name === 'x-forwarded-for') forwardedFor += `${value}, `;
		else if (!ownHeaders.has(name) && !identityNames.includes(name) && !identityPrefixes.some((prefix) => name.startsWith(prefix))) kept.push(name, value);
	}
	const address = request.remote?.replace(/:\d+$/, '');
	if (address !== undefined) kept.push('x-forwarded-for', `${forwardedFor}${address}`);
	const auditId = outgoingHeader(request, 'audit-id');
	if (auditId !== undefined) kept.push('audit-id', auditId);
	if (bytes > 0) kept.push('content-length', String(bytes));
	return [...kept, ...identityHeaders(request.user, sendsUid)];
}

/** Headers that this server sets itself. */
const ownHeaders: ReadonlySet<string> = new Set(['audit-id']);

function outgoingHeader({ outgoing = [] }: ApiRequest, name: string): string | undefined {
	const at = outgoing.indexOf(name);
	return at < 0 ? undefined : outgoing[at + 1];
}

function streamed({ requestTimeoutMs }: ForwardingParts, request: ApiRequest, answer: BackendAnswer): ApiResponse {
	const { message, socket } = answer;
	if (socket !== undefined) {
		socket.destroy();
		throw new Error('the backend switches to a protocol that was not asked for');
	}
	const { statusCode: status = 502 } = message;
	if (status >= 300 && status < 400 && message.headers.location !== undefined) {
		message.destroy();
		return plainAnswer(502, 'the backend attempted to redirect this request, which is not permitted', '');
	}
	const response = withoutOwn(request, passedOn(answer));
	if (isLasting(request)) return { ...response, body: lasting(message) };
	const late = setTimeout(() => message.destroy(new Error('the answer of the backend took too long')), requestTimeoutMs);
	message.once('close', () => clearTimeout(late));
	return response;
}

/** Drops headers of the backend that this server has set already. */
function withoutOwn({ outgoing = [] }: ApiRequest, response: ApiResponse): ApiResponse {
	const own = new Set(outgoing.filter((_, index) => index % 2 === 0));
	const headers = Object.fromEntries(Object.entries(response.headers).filter(([name]) => name === 'warning' || !own.has(name)));
	return { ...response, headers };
}

function upgraded(tunnel: NonNullable<ApiRequest['tunnel']>, request: ApiRequest, answer: BackendAnswer): ApiResponse {
	const { message, socket, head } = answer;
	if (socket !== undefined && head !== undefined) return tunnelled({ message, socket, head }, tunnel.accept());
	const { statusCode: status = 502 } = message;
	if (status >= 400) return withoutOwn(request, passedOn(answer));
	message.destroy();
	throw new Error(`invalid upgrade response: status code ${status}`);
}

/** Returns a body that passes each piece on at once, and ends with the backend's. */
function lasting(message: IncomingMessage): EventBody {
	return { kind: 'events', start: (writer) => relayed(message, writer), abandon: () => void message.destroy() };
}

function relayed(message: IncomingMessage, writer: EventWriter): Promise<void> {
	return new Promise((resolve, reject) => {
		const end = (): void => void message.destroy();
		if (writer.signal.aborted) end();
		writer.signal.addEventListener('abort', end, { once: true });
		message.on('data', (bytes: Buffer) => {
			if (writer.write(bytes)) return;
			message.pause();
			void writer.drained().then(() => message.resume());
		});
		message.once('error', (error) => (writer.signal.aborted ? resolve() : reject(error)));
		message.once('close', () => {
			writer.signal.removeEventListener('abort', end);
			resolve();
		});
	});
}

/** Answers a failure in the words of kube-aggregator. */
function failed(error: unknown): ApiResponse {
	if (error instanceof TooManyOpen) throw new ApiError('TooManyRequests', error.message, { retryAfterSeconds: 1 });
	if (error instanceof Unresolved) return plainAnswer(503, 'service unavailable');
	return plainAnswer(503, `error trying to reach service: ${connectionSentence(error as Error)}`);
}

function plainAnswer(status: number, text: string, end = '\n'): ApiResponse {
	return { status, headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }, body: `${text}${end}` };
}
