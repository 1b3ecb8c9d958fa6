/** A call at `/trpc` as tRPC takes it, and its answer as the listener does. Loaded when the first one comes. */
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { ApiError } from '../api/errors.ts';
import type { ApiRequest, ApiResponse, EventBody, EventWriter, Handler } from '../api/request.ts';
import type { Catalog } from '../model/catalog.ts';
import { maxJsonDepth, scanJson } from '../wire/json/scan.ts';
import { shapeOf } from './errors.ts';
import { InnerRequest } from './inner-request.ts';
import type { TrpcParts } from './parts.ts';
import { proceduresOf } from './procedures.ts';
import { type ApiRouter, makeRouter } from './router.ts';

/** Requests of a batch: each is a request as any other, so that this bounds only what one line of a log is read for. */
const mostOfBatch = 50;

/** Of a body: it is read in one turn, before anything in it is asked. */
const mostBytes = 1024 * 1024;

/** What an object may have, and what is around one in a batch. */
const mostDepth = maxJsonDepth + 2;

/** Of somebody who has not shown who they are. */
const mostBytesOfNobody = 16 * 1024;

const root = '/trpc';

const json = 'application/json';

export function callHandler(parts: TrpcParts): Handler {
	let made: { readonly catalog: Catalog; readonly router: ApiRouter } | undefined;
	const router = (): ApiRouter => {
		const catalog = parts.catalog();
		if (made?.catalog !== catalog) made = { catalog, router: makeRouter(proceduresOf(catalog)) };
		return made.router;
	};
	return async (request) => {
		try {
			return await answer(request, parts, router());
		} catch (error) {
			const known = ApiError.from(error);
			if (known !== error) parts.onUnexpected(error, request);
			// A batch is told once for all its calls: its client takes it so.
			return { status: known.code, headers: { 'content-type': json, 'cache-control': 'no-cache, private' }, body: JSON.stringify({ error: shapeOf(known) }) };
		}
	};
}

async function answer(request: ApiRequest, parts: TrpcParts, router: ApiRouter): Promise<ApiResponse> {
	const ended = new AbortController();
	const incoming = await fetchRequest(request, parts, ended.signal);
	const told = new Map<string, Set<string>>();
	const comingBack = new AbortController();
	const isBatch = new URLSearchParams(request.query).get('batch') === '1';
	const context = { request, handler: parts.handler, isBatch, headers: told, comeBack: () => comingBack.abort() };
	const response = await fetchRequestHandler({
		endpoint: root,
		req: incoming,
		router,
		maxBatchSize: mostOfBatch,
		createContext: () => context,
		onError: ({ error }) => {
			if (error.code === 'INTERNAL_SERVER_ERROR' && error.cause?.name !== 'StatusError') parts.onUnexpected(error.cause ?? error, request);
		},
	});
	const headers = headersOf(response, told);
	if (response.body === null) return { status: response.status, headers, body: '' };
	if (isStream(response)) return { status: response.status, headers, body: new Stream(response.body, ended, comingBack.signal, isSubscription(response)) };
	return { status: response.status, headers, body: await response.text() };
}

/** Throws ApiError. */
async function fetchRequest(request: ApiRequest, parts: TrpcParts, signal: AbortSignal): Promise<Request> {
	const url = `https://server${encodeURI(request.path)}${request.query === '' ? '' : `?${request.query}`}`;
	const headers: Record<string, string> = {};
	for (const name of ['accept', 'content-type', 'trpc-accept', 'last-event-id']) {
		const value = request.header(name);
		if (value !== undefined) headers[name] = value;
	}
	const signals = AbortSignal.any([signal, request.signal]);
	if (request.method === 'GET') return new Request(url, { headers, signal: signals });
	if (request.method !== 'POST') throw new ApiError('MethodNotAllowed', 'the server does not allow this method on the requested resource');
	// Pages of others can send forms with what a browser knows of its user, but no JSON.
	if (request.header('content-type')?.split(';')[0]?.trim().toLowerCase() !== json)
		throw new ApiError('UnsupportedMediaType', `the body of a call is ${json}, found ${JSON.stringify(request.header('content-type') ?? '')}`);
	return new Request(url, { method: 'POST', headers, signal: signals, body: await bodyOf(request, parts) });
}

async function bodyOf(request: ApiRequest, parts: TrpcParts): Promise<Buffer> {
	const declared = Number(request.header('content-length') ?? mostBytes);
	if (declared > mostBytes) throw tooLarge(mostBytes);
	if (declared > mostBytesOfNobody && !(await isKnown(request, parts))) throw tooLarge(mostBytesOfNobody);
	const bytes = await request.body();
	if (bytes.length > mostBytes) throw tooLarge(mostBytes);
	// What is read natively, however deep it is, could not be written again.
	if (scanJson(bytes.toString()).depth > mostDepth) throw new ApiError('BadRequest', `the body of the call is nested more than ${mostDepth} deep`);
	return bytes;
}

/** Whether who sends it has shown who they are. Rejects where they have shown what does not hold. */
async function isKnown(request: ApiRequest, { whoAsks }: TrpcParts): Promise<boolean> {
	const { method, path, query, signal } = request;
	const user = await whoAsks(new InnerRequest(request, { method, path, query }, { isOneOfMany: true, signal }));
	return user.proof !== undefined;
}

function tooLarge(limit: number): ApiError {
	return new ApiError('RequestEntityTooLarge', `Request entity too large: limit is ${limit}`);
}

/** Those of the connection are the listener's. */
const ofConnection: ReadonlySet<string> = new Set(['transfer-encoding', 'connection', 'content-length']);

/** `told`: of its requests. An answer that streams has those of its first. */
function headersOf(response: Response, told: ReadonlyMap<string, ReadonlySet<string>>): Record<string, string> {
	const headers = Object.fromEntries([...response.headers].filter(([name]) => !ofConnection.has(name)));
	return { ...headers, ...Object.fromEntries([...told].map(([name, values]) => [name, [...values].join(', ')])), 'cache-control': 'no-cache, private' };
}

function isStream({ headers }: Pick<Response, 'headers'>): boolean {
	return headers.get('transfer-encoding') === 'chunked' || isSubscription({ headers });
}

function isSubscription({ headers }: Pick<Response, 'headers'>): boolean {
	return headers.get('content-type')?.startsWith('text/event-stream') === true;
}

/** Events of a subscription, or answers of a batch as they come. */
class Stream implements EventBody {
	readonly kind = 'events';
	readonly #body: ReadableStream<Uint8Array>;
	readonly #ended: AbortController;
	readonly #comesBack: AbortSignal;

	readonly #isEndless: boolean;

	/**
	 * `ended`: aborted when nobody reads any more. `comesBack`: the client is to come back. `isEndless`: nobody waits for its end, so that a
	 * server that stops ends it; answers of a batch are told all the same.
	 */
	constructor(body: ReadableStream<Uint8Array>, ended: AbortController, comesBack: AbortSignal, isEndless: boolean) {
		this.#body = body;
		this.#ended = ended;
		this.#comesBack = comesBack;
		this.#isEndless = isEndless;
	}

	async start(writer: EventWriter): Promise<void> {
		const over = this.#isEndless ? AbortSignal.any([writer.signal, this.#comesBack]) : this.#comesBack;
		const reader = this.#body.getReader();
		const stop = (): void => {
			this.#ended.abort();
			// Whoever waits for the next piece is told at once that there is none. (A race with a promise that never resolves would keep all pieces.)
			reader.cancel().catch(() => undefined);
		};
		if (over.aborted) stop();
		else over.addEventListener('abort', stop, { once: true });
		try {
			for (;;) {
				const { done, value } = await reader.read();
				if (done) return;
				if (!writer.write(Buffer.from(value))) await writer.drained();
			}
		} finally {
			over.removeEventListener('abort', stop);
			stop();
		}
	}

	abandon(): void {
		this.#ended.abort();
		void this.#body.cancel().catch(() => undefined);
	}
}
