/**
 * Sends requests to the server: credentials, retries, aborts, warnings, and failures as errors of this package. It knows HTTP and no kinds.
 * It works with the `fetch` of a browser, and with any function of the same type.
 */
import { ApiError, ConnectionError } from './errors.ts';
import { parse, text } from './json.ts';
import type { Status } from './objects.ts';
import type { CallOptions } from './options.ts';

/** Part of `fetch` that this package uses. */
export type Fetch = (url: string, init: FetchInit) => Promise<Response>;

export interface FetchInit {
	readonly method: string;
	readonly headers: Record<string, string>;
	readonly body?: string;
	readonly signal?: AbortSignal;
}

/** Source of the credentials of requests. */
export interface Credentials {
	/** Returns the headers with the credentials for a request. */
	headers(signal?: AbortSignal): Promise<Readonly<Record<string, string>>> | Readonly<Record<string, string>>;
	/**
	 * Called when the server refused the credentials. Returns whether there are new ones, so that a retry may help. `sent`: result of
	 * `headers`.
	 */
	refused?(sent: Readonly<Record<string, string>>): boolean;
}

export interface RetryOptions {
	/** Maximum number of retries of a call. Default: 10. */
	readonly attempts?: number | undefined;
	/** Maximum time before a retry that the server may ask for, in milliseconds. A longer one rejects the call. Default: 60 s. */
	readonly longestWaitMs?: number | undefined;
}

export interface Transport {
	readonly server: string;
	readonly fetch: Fetch;
	readonly credentials?: Credentials | undefined;
	readonly retries?: RetryOptions | undefined;
	/** Called with each `Warning` header of a response, about deprecated or ignored parts of a request. */
	readonly onWarning?: ((text: string) => void) | undefined;
	/** Headers of each request. */
	readonly headers?: Readonly<Record<string, string>> | undefined;
}

export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

export interface ApiRequest extends CallOptions {
	readonly method: string;
	readonly path: string;
	readonly query?: Query;
	readonly body?: object;
	/** Media type of the body. Default: `application/json`. */
	readonly contentType?: string;
	readonly accept?: string;
}

const firstWaitMs = 100;
const longestBackoffMs = 5_000;

export class Requests {
	private readonly transport: Transport;
	private readonly base: string;

	constructor(transport: Transport) {
		this.transport = transport;
		this.base = transport.server.replace(/\/+$/, '');
	}

	/** Sends a request and returns the object of the response. Rejects with ApiError or ConnectionError, or with the reason of an abort. */
	async ask<T>(request: ApiRequest): Promise<T> {
		const { signal, done } = bounded(request);
		try {
			const response = await this.open(request, signal);
			const body = await response.text().catch((error: unknown) => {
				throw signal?.aborted ? signal.reason : new ConnectionError(named(request), error);
			});
			return this.parsed<T>(request, body);
		} finally {
			done();
		}
	}

	/** Sends a request and returns the successful response, whose body is still unread. `signal`: also ends the body. */
	async open(request: ApiRequest, signal: AbortSignal | undefined = request.signal): Promise<Response> {
		const { attempts = 10, longestWaitMs = 60_000 } = this.transport.retries ?? {};
		let renewed = false;
		for (let attempt = 0; ; attempt++) {
			const sent = await this.credentials(signal);
			const outcome = await this.once(request, sent, signal);
			if (outcome instanceof Response) return outcome;
			if (isReasonToRenew(outcome) && !renewed && this.transport.credentials?.refused?.(sent) === true) {
				renewed = true;
				continue;
			}
			const waitMs = waitBefore(attempt, outcome, request.method);
			if (waitMs === undefined || attempt >= attempts || waitMs > longestWaitMs) throw outcome;
			await pause(waitMs, signal);
		}
	}

	private async credentials(signal: AbortSignal | undefined): Promise<Readonly<Record<string, string>>> {
		signal?.throwIfAborted();
		return (await beforeAbort(this.transport.credentials?.headers(signal), signal)) ?? {};
	}

	private async once(
		request: ApiRequest,
		credentials: Readonly<Record<string, string>>,
		signal: AbortSignal | undefined,
	): Promise<Response | ApiError | ConnectionError> {
		const { headers, fetch } = this.transport;
		const init: FetchInit = {
			method: request.method,
			headers: {
				accept: request.accept ?? 'application/json',
				...(request.body !== undefined && { 'content-type': request.contentType ?? 'application/json' }),
				...headers,
				...credentials,
			},
			...(request.body !== undefined && { body: text(request.body) }),
			...(signal !== undefined && { signal }),
		};
		let response: Response;
		try {
			response = await fetch(`${this.base}${request.path}${queryText(request.query)}`, init);
		} catch (error) {
			if (signal?.aborted) throw signal.reason;
			return new ConnectionError(named(request), error);
		}
		this.warn(response);
		if (response.ok) return response;
		return refusal(request, response, signal);
	}

	private warn(response: Response): void {
		const header = response.headers.get('warning');
		if (header === null || this.transport.onWarning === undefined) return;
		for (const [, quoted = ''] of header.matchAll(/\b299 [^ ]+ "((?:[^"\\]|\\.)*)"/g)) this.transport.onWarning(quoted.replace(/\\(.)/g, '$1'));
	}

	private parsed<T>(request: ApiRequest, body: string): T {
		try {
			return parse(body) as T;
		} catch (error) {
			throw new ConnectionError(named(request), new Error('the answer is no JSON: something between here and the server gave it', { cause: error }));
		}
	}
}

function named({ method, path }: ApiRequest): string {
	return `${method} ${path}`;
}

function isReasonToRenew(error: ApiError | ConnectionError): boolean {
	return error instanceof ApiError && error.status === 401;
}

async function refusal(request: ApiRequest, response: Response, signal: AbortSignal | undefined): Promise<ApiError | ConnectionError> {
	let body: string;
	try {
		body = await response.text();
	} catch (error) {
		if (signal?.aborted) throw signal.reason;
		return new ConnectionError(named(request), error);
	}
	const status = statusIn(body);
	const seconds = status.details?.retryAfterSeconds;
	const retryAfterMs = waitAsked(response.headers.get('retry-after')) ?? (seconds === undefined || seconds === 0 ? undefined : seconds * 1000);
	return new ApiError(response.status, status, { request: named(request), retryAfterMs });
}

/** Returns the Status of a refusal. The text of any other body becomes the message. */
function statusIn(body: string): Partial<Status> {
	try {
		const value = JSON.parse(body) as unknown;
		if (typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'Status') return value as Partial<Status>;
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw error;
	}
	const told = body.trim().slice(0, 1024);
	return told === '' ? {} : { message: told };
}

/** Parses a Retry-After header, which has seconds or a date. */
function waitAsked(header: string | null): number | undefined {
	if (header === null) return undefined;
	if (/^\d+$/.test(header)) return Number(header) * 1000;
	const at = Date.parse(header);
	return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

/**
 * Returns the milliseconds before a retry, or undefined for no retry. A server that asks for a retry has not acted on the request.
 * Otherwise only GET requests are repeated, because the first one may have taken effect.
 */
function waitBefore(attempt: number, error: ApiError | ConnectionError, method: string): number | undefined {
	if (error instanceof ApiError) {
		const mayComeBack = error.status === 429 || error.status >= 500;
		if (mayComeBack && error.retryAfterMs !== undefined) return error.retryAfterMs;
		if (error.status === 429) return backoff(attempt);
		if (![502, 503].includes(error.status)) return undefined;
	}
	return method === 'GET' ? backoff(attempt) : undefined;
}

/** Doubles with each attempt. Random jitter prevents that clients which failed together retry together. */
export function backoff(attempt: number): number {
	const most = Math.min(longestBackoffMs, firstWaitMs * 2 ** attempt);
	return most / 2 + (Math.random() * most) / 2;
}

/**
 * Returns the result of the work, unless the signal is aborted first. The work itself continues, because other calls may wait for the same
 * credentials.
 */
async function beforeAbort<T>(work: Promise<T> | T, signal: AbortSignal | undefined): Promise<T> {
	if (signal === undefined || !(work instanceof Promise)) return work;
	return new Promise((resolve, reject) => {
		const abort = (): void => reject(signal.reason);
		signal.addEventListener('abort', abort, { once: true });
		work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
	});
}

/** Waits. Rejects with the reason of the signal when it is aborted. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
	return new Promise((resolve, reject) => {
		if (signal?.aborted) return reject(signal.reason);
		const end = (): void => {
			signal?.removeEventListener('abort', abort);
			resolve();
		};
		const timer = setTimeout(end, ms);
		const abort = (): void => {
			clearTimeout(timer);
			reject(signal?.reason);
		};
		signal?.addEventListener('abort', abort, { once: true });
	});
}

/** Returns the signal of a call, which its timeout aborts as well. */
function bounded({ signal, timeoutMs }: CallOptions): { readonly signal: AbortSignal | undefined; readonly done: () => void } {
	if (timeoutMs === undefined) return { signal, done() {} };
	const controller = new AbortController();
	const abort = (): void => controller.abort(signal?.reason);
	if (signal?.aborted) abort();
	signal?.addEventListener('abort', abort, { once: true });
	const timer = setTimeout(() => controller.abort(new DOMException(`no answer within ${timeoutMs} ms`, 'TimeoutError')), timeoutMs);
	return {
		signal: controller.signal,
		done() {
			clearTimeout(timer);
			signal?.removeEventListener('abort', abort);
		},
	};
}

function queryText(query: Query = {}): string {
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) {
		if (value === undefined) continue;
		if (typeof value === 'object') for (const item of value) parameters.append(name, item);
		else parameters.append(name, String(value));
	}
	const written = parameters.toString();
	return written === '' ? '' : `?${written}`;
}
