/**
 * Serves HTTP/2 with Node's own server instead of `http/http2/` (`--http2 node`): the fallback if a flaw is found in that implementation.
 * It is slower, and Node's own limits protect it against floods. Clients see no other difference.
 */
import type { IncomingHttpHeaders, ServerHttp2Session, ServerHttp2Stream } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import type { ApiResponse } from '../../api/request.ts';
import { discardBody } from '../body.ts';
import { ReadableSource } from '../body-source.ts';
import { type Connection, type Http2Protocol, type IdentifyPeer, idleTimeoutMs, openConnection } from '../connection.ts';
import { endEvents } from '../event-writer.ts';
import { abandon } from '../http1/respond.ts';
import { type InFlight, internalErrorResponse, isEventStream, plainText } from '../in-flight.ts';
import type { OpenHead } from '../open-heads.ts';
import { refusalOfHttp2 } from '../refusal.ts';
import { http2Bounds } from '../tls-server.ts';
import { NodeHttp2Request } from './request.ts';
import { headersOf, resetStream, respondNodeHttp2 } from './respond.ts';

/** Interval of the search for idle connections. */
const roundMs = 5_000;
/** Error code CANCEL of RFC 9113, 7. */
const cancel = 8;

interface OpenSession {
	streams: number;
	quietSinceMs: number;
}

export class NodeHttp2Server implements Http2Protocol {
	readonly #inFlight: InFlight;
	readonly #identify: IdentifyPeer;
	readonly #open = new Map<ServerHttp2Session, OpenSession>();

	constructor(inFlight: InFlight, identify: IdentifyPeer) {
		this.#inFlight = inFlight;
		this.#identify = identify;
	}

	/** Adds a connection whose client has negotiated HTTP/2. */
	add(socket: TLSSocket): void {
		const connection = openConnection(socket, this.#identify);
		// An import of a value from this module would load it in servers that do not use it.
		const session = process.getBuiltinModule('node:http2').performServerHandshake(socket, {
			// Node resets a stream with more; a request with a few too many gets a refusal.
			maxHeaderListPairs: 2 * http2Bounds.headPairs,
			settings: { maxConcurrentStreams: http2Bounds.streams, maxHeaderListSize: http2Bounds.headBytes },
		});
		const state: OpenSession = { streams: 0, quietSinceMs: performance.now() };
		this.#open.set(session, state);
		session.once('close', () => this.#open.delete(session));
		// The close event handles the end of the connection.
		session.on('error', () => undefined);
		session.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, _flags: number, raw: readonly string[]) => {
			state.streams++;
			stream.on('error', () => undefined);
			stream.once('close', () => {
				state.streams--;
				state.quietSinceMs = performance.now();
			});
			this.#onRequest(connection, stream, headers, withoutPseudo(raw));
		});
	}

	/** Yields nothing: Node bounds the incomplete request heads. */
	*openHeads(): Generator<OpenHead> {}

	/** Starts closing idle connections. Returns a function that stops this, to be called when the server ends. */
	watchIdle(): () => void {
		const rounds = setInterval(() => {
			const nowMs = performance.now();
			for (const [session, { streams, quietSinceMs }] of this.#open) if (streams === 0 && nowMs - quietSinceMs >= idleTimeoutMs) session.close();
		}, roundMs);
		rounds.unref();
		return () => clearInterval(rounds);
	}

	/** Accepts no new streams and lets the open ones end. */
	close(): void {
		for (const session of this.#open.keys()) session.close();
	}

	destroy(): void {
		for (const session of this.#open.keys()) session.destroy();
	}

	#onRequest(connection: Connection, stream: ServerHttp2Stream, headers: IncomingHttpHeaders, flat: readonly string[]): void {
		const { queue, requests } = this.#inFlight;
		this.#inFlight.requestStarted();
		stream.once('close', () => this.#inFlight.requestEnded());
		const refusal = refusalOfHttp2(flat, headers[':authority'] ?? headers.host);
		if (refusal !== undefined) {
			stream.respond(headersOf(refusal.status, Object.entries(plainText).flat()));
			stream.end(`${refusal.sentence}\n`);
			discardBody(new ReadableSource(stream));
			return;
		}
		const request = new NodeHttp2Request(stream, headers, flat, connection, requests);
		if (queue.hasRoom()) this.#begin(request, stream);
		else queue.wait(connection, () => this.#begin(request, stream));
	}

	#begin(request: NodeHttp2Request, stream: ServerHttp2Stream): void {
		if (stream.closed) return;
		const inFlight = this.#inFlight;
		inFlight.handle(request, (response) =>
			inFlight.flushQueue.add(() => {
				this.#answer(request, stream, response);
				// An unread body would keep the stream open.
				if (!request.bodyAsked) discardBody(new ReadableSource(stream));
			}),
		);
	}

	#answer(request: NodeHttp2Request, stream: ServerHttp2Stream, response: ApiResponse): void {
		const { answerStallMs, events, onFailure, isDraining } = this.#inFlight;
		try {
			respondNodeHttp2(request, stream, response, events, onFailure);
			if (!isEventStream(response)) stream.setTimeout(answerStallMs, () => stream.close(cancel));
			else if (isDraining) endEvents(events);
		} catch (error) {
			onFailure(error);
			abandon(response);
			if (stream.headersSent) resetStream(stream);
			else {
				stream.respond(headersOf(internalErrorResponse.status, Object.entries(plainText).flat()));
				stream.end(internalErrorResponse.body);
			}
		}
	}
}

/** Returns a flat list of names and values without those that begin with a colon. */
function withoutPseudo(flat: readonly string[]): readonly string[] {
	const rest: string[] = [];
	for (let i = 0; i < flat.length; i += 2) if (!flat[i]?.startsWith(':')) rest.push(flat[i] as string, flat[i + 1] as string);
	return rest;
}
