/** Handles calls at `/trpc`: converts requests for tRPC and its responses for the listener. Loaded at the first call. */
import { Readable } from 'node:stream';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { ClientGone } from '../api/client-gone.ts';
import { ApiError } from '../api/errors.ts';
import type { ApiResponse, Handler } from '../api/request.ts';
import type { Catalog } from '../model/catalog.ts';
import { Answers, type Piece, StatusError } from './answers.ts';
import { arrayOf, type CallOfBatch, callsOf, checkCount, SentBytes } from './batch.ts';
import { CallTurns } from './call-queue.ts';
import type { TrpcParts } from './dependencies.ts';
import { asTrpcError, shapeOf } from './errors.ts';
import { type IncomingCall, incomingCall, libraryRequest, root } from './incoming.ts';
import { MessageStream } from './message-stream.ts';
import { type Procedure, proceduresOf } from './procedures.ts';
import { type ApiRouter, type CallContext, makeRouter } from './router.ts';
import { subscribe } from './subscription.ts';

const uncached = { 'cache-control': 'no-cache, private' } as const;

/** Procedures of one catalog. */
interface Procedures {
	readonly catalog: Catalog;
	readonly router: ApiRouter;
	/** Subscriptions by procedure path. */
	readonly subscriptions: ReadonlyMap<string, Procedure>;
}

export function callHandler(parts: TrpcParts): Handler {
	let made: Procedures | undefined;
	const present = (): Procedures => {
		const catalog = parts.catalog();
		if (made?.catalog !== catalog) made = read(catalog);
		return made;
	};
	return async (request) => {
		try {
			return await answer(await incomingCall(request, parts), parts, present());
		} catch (error) {
			const known = ApiError.from(error);
			if (known !== error) parts.onUnexpected(error, request);
			// The error applies to all calls of a batch; tRPC clients accept that form.
			return { status: known.code, headers: { 'content-type': 'application/json', ...uncached }, body: JSON.stringify({ error: shapeOf(asTrpcError(known)) }) };
		}
	};
}

function read(catalog: Catalog): Procedures {
	const procedures = proceduresOf(catalog);
	const subscriptions = procedures.filter(({ type }) => type === 'subscription');
	return { catalog, router: makeRouter(procedures), subscriptions: new Map(subscriptions.map((each) => [each.path.join('.'), each])) };
}

function answer(call: IncomingCall, parts: TrpcParts, { router, subscriptions }: Procedures): Promise<ApiResponse> {
	checkCount(call.names, parts.metrics);
	const subscription = call.names.map((name) => subscriptions.get(name)).find((each) => each !== undefined);
	if (subscription !== undefined) return subscribe(call, subscription, parts);
	const exchange = new Exchange(call, parts, router);
	return call.isBatch && !call.isStreamed ? exchange.answerBatch() : exchange.answerWhole();
}

/** One call or batch, until the client has read the response. */
class Exchange {
	readonly #call: IncomingCall;
	readonly #parts: TrpcParts;
	readonly #router: ApiRouter;
	readonly #ended = new AbortController();
	readonly #answers = new Answers();
	readonly #sent: SentBytes;
	readonly #context: CallContext;

	constructor(call: IncomingCall, parts: TrpcParts, router: ApiRouter) {
		this.#call = call;
		this.#parts = parts;
		this.#router = router;
		this.#sent = new SentBytes(parts.metrics);
		this.#context = {
			request: call.request,
			handler: parts.handler,
			isBatch: call.isBatch,
			headers: new Map(),
			answers: this.#answers,
			sent: this.#sent,
			turns: new CallTurns(),
		};
	}

	async answerWhole(): Promise<ApiResponse> {
		const { request, input } = this.#call;
		const response = await this.#ask({ path: request.path, query: request.query, input });
		const { status, body } = response;
		const headers = this.#headersOf(response);
		if (body === null) return { status, headers, body: '' };
		if (response.headers.get('transfer-encoding') === 'chunked') return { status, headers, body: this.#stream([], this.#piecesOfLines(body)) };
		const pieces = [...this.#answers.piecesOf(await response.text())];
		return { status, headers, body: pieces.every((piece) => Buffer.isBuffer(piece)) ? pieces : this.#stream(pieces) };
	}

	/** Answers a batch. A small response is buffered, so that status and headers cover all calls; a larger one is streamed. */
	async answerBatch(): Promise<ApiResponse> {
		const calls = callsOf(this.#call);
		const responses: Response[] = [];
		const pieces = arrayOf(calls, async (each) => {
			const response = await this.#ask(each);
			responses.push(response);
			return this.#answers.piecesOf(await response.text());
		});
		const collected: Piece[] = [];
		for (let bytes = 0; bytes <= mostCollectedBytes; ) {
			const { done, value } = await pieces.next();
			if (done === true) return { status: statusOf(responses), headers: this.#headersOf(responses[0]), body: collected as Buffer[] };
			collected.push(value);
			bytes += value instanceof Readable ? Number.POSITIVE_INFINITY : value.length;
		}
		return { status: calls.length === 1 ? statusOf(responses) : multiStatus, headers: this.#headersOf(responses[0]), body: this.#stream(collected, pieces) };
	}

	#ask(call: CallOfBatch): Promise<Response> {
		const { request } = this.#call;
		return fetchRequestHandler({
			endpoint: root,
			req: libraryRequest(this.#call, call, AbortSignal.any([this.#ended.signal, request.signal])),
			router: this.#router,
			createContext: () => this.#context,
			onError: ({ error }) => {
				const { code, cause = error } = error;
				const isExpected = cause instanceof StatusError || cause instanceof ClientGone;
				if (code === 'INTERNAL_SERVER_ERROR' && !isExpected) this.#parts.onUnexpected(cause, request);
			},
		});
	}

	#stream(pieces: readonly Piece[], rest?: AsyncIterable<Piece>): MessageStream {
		return new MessageStream(joined(pieces, rest), this.#sent, () => {
			this.#ended.abort();
			this.#answers.abandon();
		});
	}

	/** Returns the pieces of a streamed response. tRPC emits one line per chunk. */
	async *#piecesOfLines(body: ReadableStream<Uint8Array>): AsyncGenerator<Piece, void> {
		for await (const line of body) yield* this.#answers.piecesOf(Buffer.from(line).toString());
	}

	/** Returns the headers. In a streamed response they cover only calls answered before the stream began. */
	#headersOf(response: Response | undefined): Record<string, string> {
		const own = [...(response?.headers ?? [])].filter(([name]) => !ofConnection.has(name));
		const told = [...this.#context.headers].map(([name, values]) => [name, [...values].join(', ')]);
		return { ...Object.fromEntries([...own, ...told]), ...uncached };
	}
}

/** Headers that the listener sets. */
const ofConnection: ReadonlySet<string> = new Set(['transfer-encoding', 'connection', 'content-length']);

/** Maximum size of a buffered response, in bytes. */
const mostCollectedBytes = 64 * 1024;

/** Status that tRPC gives calls with different outcomes. */
const multiStatus = 207;

function statusOf(responses: readonly Response[]): number {
	const [first = multiStatus, ...others] = new Set(responses.map(({ status }) => status));
	return others.length === 0 ? first : multiStatus;
}

async function* joined(pieces: readonly Piece[], rest: AsyncIterable<Piece> | undefined): AsyncGenerator<Piece, void> {
	yield* pieces;
	if (rest !== undefined) yield* rest;
}
