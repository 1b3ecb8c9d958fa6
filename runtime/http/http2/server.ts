/** Receives requests over HTTP/2 and answers them. */
import { Readable } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { ApiResponse } from '../../api/request.ts';
import { codes } from '../../http2/protocol.ts';
import type { RequestHead } from '../../http2/request-head.ts';
import type { ServerStream } from '../../http2/stream.ts';
import { discardBody } from '../body.ts';
import type { Connection, Http2Protocol, IdentifyPeer } from '../connection.ts';
import { endEvents } from '../event-writer.ts';
import { abandon } from '../http1/respond.ts';
import { type InFlight, internalErrorResponse, isEventStream, plainText } from '../in-flight.ts';
import type { OpenHead } from '../open-heads.ts';
import { type Refusal, refusalOfHttp2 } from '../refusal.ts';
import { http2Bounds } from '../tls-server.ts';
import { OpenConnections } from './open-connections.ts';
import { Http2Request } from './request.ts';
import { respondHttp2 } from './respond.ts';

const tooLarge: Refusal = { status: 431, sentence: `the headers of a request have at most ${http2Bounds.headBytes} bytes` };
const flatPlainText: readonly string[] = Object.entries(plainText).flat();

export class Http2Server implements Http2Protocol {
	readonly connections: OpenConnections;
	readonly #inFlight: InFlight;

	constructor(inFlight: InFlight, identify: IdentifyPeer) {
		this.#inFlight = inFlight;
		this.connections = new OpenConnections(identify, inFlight, http2Bounds, (connection, stream, head) => this.#onRequest(connection, stream, head));
	}

	add(socket: TLSSocket): void {
		this.connections.add(socket);
	}

	openHeads(): Iterable<OpenHead> {
		return this.connections.openHeads();
	}

	watchIdle(): () => void {
		return this.connections.watchIdle();
	}

	close(): void {
		this.connections.close();
	}

	destroy(): void {
		this.connections.destroy();
	}

	#onRequest(connection: Connection, stream: ServerStream, head: RequestHead | undefined): void {
		const { queue, requests } = this.#inFlight;
		this.#inFlight.requestStarted();
		stream.once('close', () => this.#inFlight.requestEnded());
		const refusal = head === undefined ? tooLarge : refusalOfHttp2(head.flat, head.host);
		if (head === undefined || refusal !== undefined) {
			stream.respond(refusal?.status ?? tooLarge.status, flatPlainText);
			stream.end(Buffer.from(`${refusal?.sentence ?? tooLarge.sentence}\n`));
			// An unread body would keep the stream open. Therefore it is read and discarded to its end.
			if (!stream.closed) discardBody(stream);
			return;
		}
		const request = new Http2Request(stream, head, connection, requests);
		if (queue.hasRoom()) this.#begin(request, stream);
		else queue.wait(connection, () => this.#begin(request, stream));
	}

	#begin(request: Http2Request, stream: ServerStream): void {
		if (stream.closed) return;
		const inFlight = this.#inFlight;
		inFlight.handle(request, (response) =>
			inFlight.flushQueue.add(() => {
				this.#answer(request, stream, response);
				if (!stream.isRead && !request.bodyAsked) discardBody(stream);
			}),
		);
	}

	#answer(request: Http2Request, stream: ServerStream, response: ApiResponse): void {
		const { answerStallMs, events, onFailure, isDraining } = this.#inFlight;
		try {
			respondHttp2(request, stream, response, events, onFailure);
			if (isEventStream(response)) {
				if (isDraining) endEvents(events);
			} else if (!stream.closed && (stream.writableLength > 0 || response.body instanceof Readable)) stream.endWhenStalled(answerStallMs);
		} catch (error) {
			onFailure(error);
			abandon(response);
			// An answer that has begun ends with a reset, so that it does not look complete.
			if (stream.headersSent) stream.reset(codes.internalError);
			else {
				stream.respond(internalErrorResponse.status, flatPlainText);
				stream.end(Buffer.from(internalErrorResponse.body));
			}
		}
	}
}
