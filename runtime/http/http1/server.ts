/** Receives requests over HTTP/1.1 and answers them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { ApiResponse } from '../../api/request.ts';
import { responseOf } from '../../node/https-server.ts';
import { discardBody } from '../body.ts';
import { ReadableSource } from '../body-source.ts';
import type { IdentifyPeer } from '../connection.ts';
import { endEvents } from '../event-writer.ts';
import { type InFlight, internalErrorResponse, isEventStream, plainText } from '../in-flight.ts';
import { type Refusal, refusalOfHttp1 } from '../refusal.ts';
import { refuseMalformed } from '../tls-server.ts';
import { asksForTunnel, Tunnel } from '../tunnel.ts';
import { asksForWebSocket, Upgrade } from '../websocket/upgrade.ts';
import { endWhenStalled } from './answer-stall.ts';
import { type Http1Connection, Http1Connections } from './connections.ts';
import { type Changes, Http1Request } from './request.ts';
import { abandon, respondHttp1, respondUpgraded } from './respond.ts';

/** Node's error code for bytes after a request with `Connection: close`. */
const behindTheLast = 'HPE_CLOSED_CONNECTION';

export class Http1Server {
	readonly connections: Http1Connections;
	readonly #inFlight: InFlight;
	readonly #webSocketOrigins: readonly string[];

	constructor(inFlight: InFlight, identify: IdentifyPeer, webSocketOrigins: readonly string[]) {
		this.#inFlight = inFlight;
		this.#webSocketOrigins = webSocketOrigins;
		this.connections = new Http1Connections(identify, inFlight.queue, (connection) => {
			inFlight.queue.beginAll(connection);
			inFlight.flushQueue.flush();
		});
	}

	/**
	 * Reports whether a request with an Upgrade header may take over its connection. While earlier requests are unanswered, it may not, and
	 * is answered as an ordinary request.
	 */
	mayUpgrade(incoming: IncomingMessage): boolean {
		return (asksForWebSocket(incoming) || asksForTunnel(incoming)) && this.connections.isIdle(incoming.socket as TLSSocket);
	}

	/** Takes over the connection of a request that may upgrade; Node no longer handles it. `head`: bytes that arrived after the request. */
	onUpgrade(incoming: IncomingMessage, socket: TLSSocket, head: Buffer): void {
		// The close event handles the end of the connection.
		socket.on('error', () => undefined);
		const outgoing = responseOf(incoming);
		outgoing.assignSocket(socket);
		outgoing.shouldKeepAlive = false;
		outgoing.once('finish', () => socket.destroySoon());
		const origins = this.connections.of(socket).peer === undefined ? undefined : this.#webSocketOrigins;
		const tunnel = new Tunnel(incoming, socket, head, origins);
		if (!asksForWebSocket(incoming)) {
			this.onRequest(incoming, outgoing, { webSocket: undefined, tunnel });
			return;
		}
		import('../websocket/frames.ts').then(
			(frames) => this.onRequest(incoming, outgoing, { webSocket: new Upgrade(frames, incoming, head, origins), tunnel }),
			(error: unknown) => {
				this.#inFlight.onFailure(error);
				outgoing.writeHead(internalErrorResponse.status, internalErrorResponse.headers).end(internalErrorResponse.body);
			},
		);
	}

	onRequest(incoming: IncomingMessage, outgoing: ServerResponse, changes?: Changes): void {
		const socket = incoming.socket as TLSSocket;
		const connection = this.connections.of(socket);
		// Input after a refused request may be a part of that request.
		if (connection.isRefused) return;
		if (connection.isLast) {
			this.connections.refuse(connection, socket);
			return;
		}
		const refusal = refusalOfHttp1(incoming);
		if (refusal !== undefined) {
			this.connections.refuse(connection, socket);
			refuse(outgoing, refusal);
			return;
		}
		// Node's parser passes on all bytes after a request for another protocol unparsed.
		if (incoming.headers.upgrade !== undefined) {
			connection.isLast = true;
			outgoing.shouldKeepAlive = false;
		}
		this.#inFlight.requestStarted();
		const isFirst = this.connections.began(connection, incoming);
		if (isFirst && this.#inFlight.queue.hasRoom()) this.#begin(connection, incoming, outgoing, changes);
		else this.#wait(isFirst, connection, incoming, outgoing, changes);
	}

	/**
	 * Handles input that cannot be parsed or arrived too late. Pending answers are sent first, because the client would mistake the refusal
	 * for one of them.
	 */
	onMalformed(error: NodeJS.ErrnoException, socket: TLSSocket): void {
		const connection = this.connections.known(socket);
		if (connection === undefined) {
			refuseMalformed(error, socket);
			return;
		}
		// The last answer ends the connection.
		if (connection.isRefused) return;
		this.connections.refuse(connection, socket);
		if (connection.isLast || error.code === behindTheLast) return;
		const { newest, asking, streaming, isAnswered } = connection;
		if (newest?.complete && asking > 0) connection.malformed = error;
		else if (streaming > 0 || (asking > 1 && !isAnswered)) socket.destroySoon();
		else if (asking > 0 && isAnswered) connection.malformed = error;
		else end(connection, error, socket);
	}

	/** Queues a request after others of its connection, unless it `isFirst`, and after other connections. */
	#wait(isFirst: boolean, connection: Http1Connection, incoming: IncomingMessage, outgoing: ServerResponse, changes: Changes | undefined): void {
		const { queue } = this.#inFlight;
		const begin = (): void => this.#begin(connection, incoming, outgoing, changes);
		if (isFirst) queue.wait(connection, begin);
		else connection.waiting.push(() => (queue.hasRoom() ? begin() : queue.wait(connection, begin)));
	}

	#begin(connection: Http1Connection, incoming: IncomingMessage, outgoing: ServerResponse, changes: Changes | undefined): void {
		const inFlight = this.#inFlight;
		const request = new Http1Request(incoming, outgoing, connection, inFlight.requests, changes);
		const done = (): void => {
			this.connections.ended(connection);
			inFlight.requestEnded();
			if (connection.malformed !== undefined && connection.asking === 0) end(connection, connection.malformed, incoming.socket);
		};
		inFlight.handle(request, (response) =>
			inFlight.flushQueue.add(() => {
				// A draining server closes the connection with the last of its pending answers.
				if (inFlight.isDraining && connection.asking === 1) outgoing.shouldKeepAlive = false;
				const whole = this.#answer(request, connection, outgoing, response);
				if (!connection.isUpgraded) this.connections.answered(connection, incoming, outgoing, whole);
				if (!whole && !isEventStream(response)) endWhenStalled(connection, incoming.socket as TLSSocket, outgoing, inFlight.answerStallMs);
				if (!incoming.complete && !request.bodyAsked) discardBody(new ReadableSource(incoming));
				// The answer to a pipelined request has no socket until the earlier answers are sent.
				if (outgoing.closed || (whole && outgoing.socket !== null)) done();
				else outgoing.once('close', done);
			}),
		);
		if (!request.bodyAsked) this.connections.keepBody(connection, incoming);
	}

	/** Writes the answer. Returns true when all of it has been passed on. */
	#answer(request: Http1Request, connection: Http1Connection, outgoing: ServerResponse, response: ApiResponse): boolean {
		const { events, onFailure, isDraining } = this.#inFlight;
		try {
			connection.isUpgraded = response.status === 101;
			const respond = connection.isUpgraded ? respondUpgraded : respondHttp1;
			const whole = respond(request, outgoing, response, events, onFailure);
			if (!whole && isDraining) endEvents(events);
			return whole;
		} catch (error) {
			onFailure(error);
			abandon(response);
			if (outgoing.headersSent) outgoing.destroy();
			else outgoing.writeHead(internalErrorResponse.status, internalErrorResponse.headers).end(internalErrorResponse.body);
			return true;
		}
	}
}

/**
 * Ends a connection with malformed input. If the input may be the body of an answered request, no refusal is sent: the client would take it
 * for its next answer.
 */
function end({ newest, isAnswered }: Http1Connection, error: NodeJS.ErrnoException, socket: Socket): void {
	if (isAnswered && newest?.complete === false) socket.destroySoon();
	else refuseMalformed(error, socket);
}

/** Refuses a request and closes the connection, because the end of the request's body is uncertain. */
function refuse(outgoing: ServerResponse, { status, sentence }: Refusal): void {
	outgoing.writeHead(status, { ...plainText, connection: 'close' }).end(`${sentence}\n`);
}
