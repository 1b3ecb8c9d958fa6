/** Requests that come over HTTP/2, and their answers. */
import { constants, type IncomingHttpHeaders, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import { Readable } from 'node:stream';
import type { ApiResponse } from '../../api/request.ts';
import { discardBody, type SmallPortions } from '../body.ts';
import type { Connection, IdentifyPeer } from '../connection.ts';
import { type Exchanges, isEvents, lastResort, plainText } from '../exchanges.ts';
import { abandon } from '../http1/respond.ts';
import { type Refusal, refusalOf } from '../refusal.ts';
import { headersTimeoutMs } from '../tls-server.ts';
import { Http2Request } from './request.ts';
import { respondHttp2 } from './respond.ts';
import { Http2Sessions } from './sessions.ts';

export class Http2Server {
	readonly sessions: Http2Sessions;
	readonly #exchanges: Exchanges;

	constructor(exchanges: Exchanges, identify: IdentifyPeer) {
		this.#exchanges = exchanges;
		this.sessions = new Http2Sessions(identify);
	}

	onStream(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, flags: number, rawHeaders: readonly string[]): void {
		const session = stream.session;
		const connection = session === undefined ? undefined : this.sessions.of(session as ServerHttp2Session);
		if (connection === undefined) {
			stream.close(constants.NGHTTP2_REFUSED_STREAM);
			return;
		}
		this.sessions.headComplete(session as ServerHttp2Session, connection, stream.id ?? 0);
		stream.on('error', ignoreReset);
		// Reset in the packet that opened it: `close` may have been told already, and nobody waits for an answer.
		if (stream.destroyed || stream.closed) return;
		const refusal = refusalOf(rawHeaders);
		if (refusal !== undefined) {
			refuse(stream, refusal, connection.portions);
			return;
		}
		const { requests, turns } = this.#exchanges;
		const request = new Http2Request(stream, headers, rawHeaders, connection, requests);
		this.#exchanges.came();
		connection.streams++;
		const openedIn = turns.current;
		stream.once('close', () => {
			connection.streams--;
			this.#exchanges.ended();
			if (stream.rstCode === constants.NGHTTP2_NO_ERROR || openedIn !== turns.current) return;
			if (!connection.hastyResets.take()) session?.destroy(undefined, constants.NGHTTP2_ENHANCE_YOUR_CALM);
		});
		const ended = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0;
		if (turns.hasRoom()) this.#begin(connection, request, stream, ended);
		else turns.wait(connection, () => this.#begin(connection, request, stream, ended));
	}

	#begin(connection: Connection, request: Http2Request, stream: ServerHttp2Stream, ended: boolean): void {
		if (stream.destroyed || stream.closed) return;
		this.#exchanges.handle(request, (response) => {
			this.#exchanges.beforeAnswers();
			this.#answer(request, stream, response);
			if (!ended && !stream.destroyed) dropBody(stream, request.bodyAsked, connection.portions);
		});
	}

	#answer(request: Http2Request, stream: ServerHttp2Stream, response: ApiResponse): void {
		const { answerStallMs, events, onFailure } = this.#exchanges;
		try {
			respondHttp2(request, stream, response, events, onFailure);
			const mayStall = stream.writableNeedDrain || response.body instanceof Readable;
			if (mayStall && !isEvents(response)) stream.setTimeout(answerStallMs, () => endStalled(stream));
		} catch (error) {
			onFailure(error);
			abandon(response);
			// What has begun ends in a reset, so that it does not look complete.
			if (stream.headersSent || stream.destroyed) stream.destroy(error as Error);
			else {
				stream.respond({ ':status': lastResort.status, ...lastResort.headers });
				stream.end(lastResort.body);
			}
		}
	}
}

/** What makes the answer may be what takes so long. */
function endStalled(stream: ServerHttp2Stream): void {
	if (stream.writableLength > 0) stream.close(constants.NGHTTP2_CANCEL);
}

/** A body that nobody asked for would keep the stream open: it is read away, for as long as it keeps coming. */
function dropBody(stream: ServerHttp2Stream, isRead: boolean, portions: SmallPortions): void {
	if (isRead) stream.resume();
	else discardBody(stream, portions);
	stream.once('finish', () => stream.setTimeout(headersTimeoutMs, () => stream.close(constants.NGHTTP2_CANCEL)));
}

/** Resets are the client's right; what they interrupt hears of them through its signal. */
function ignoreReset(): void {}

function refuse(stream: ServerHttp2Stream, { status, sentence }: Refusal, portions: SmallPortions): void {
	stream.respond({ ':status': status, ...plainText });
	stream.end(`${sentence}\n`);
	dropBody(stream, false, portions);
}
