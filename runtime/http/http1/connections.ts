/** Open HTTP/1.1 connections, and the closing of idle ones. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { FairQueue } from '../../scheduling/fair-queue.ts';
import { type Connection, type IdentifyPeer, idleTimeoutMs, openConnection } from '../connection.ts';
import { headComplete } from './open-heads.ts';
import { Reading } from './reading.ts';

/** Interval of the search for idle connections. One timer for all connections replaces two timer calls for each request. */
const roundMs = 10_000;
const idleRounds = idleTimeoutMs / roundMs;

/**
 * Bounds on pipelining. `mostAtOnce`: concurrently handled requests of a connection. Answers are sent in the order of requests, so more
 * concurrency gains little, and requests of one iteration delay other clients. The other bound: requests that are read before the first is
 * answered.
 */
const mostAtOnce = 8;
const mostAsking = 100;

export interface Http1Connection extends Connection {
	/** Number of requests whose answers have not been passed on completely. */
	asking: number;
	/** Number of these requests whose answers are sent while they are produced. */
	streaming: number;
	/** Functions that begin the waiting requests of the connection, in order. */
	readonly waiting: (() => void)[];
	/** Search round in which the last request or answer came. */
	round: number;
	/** True when the limit of pending requests is reached and no more are read. */
	isFull: boolean;
	/** True when the connection was idle and ends after its pending output. */
	ending: boolean;
	/** Controls reading. Undefined while Node's parser reads without interruption. */
	reading: Reading | undefined;
	/** True when no further requests are accepted, because one was ambiguous or came after the last one. */
	isRefused: boolean;
	/** True when the bytes after the newest request may belong to another protocol. The answer to that request then ends the connection. */
	isLast: boolean;
	isUpgraded: boolean;
	/** Bytes read up to the end of the newest complete head and its body. */
	headsRead: number;
	/** Newest request, until it is answered and its whole body has arrived. */
	newest: IncomingMessage | undefined;
	/** True when the newest request's answer has been passed on. */
	isAnswered: boolean;
	/** Parse error in the input after requests that are still unanswered. The connection is refused after their answers are sent. */
	malformed: NodeJS.ErrnoException | undefined;
}

export class Http1Connections {
	readonly #identify: IdentifyPeer;
	readonly #queue: FairQueue;
	readonly #flush: (connection: Http1Connection) => void;
	readonly #open = new Map<TLSSocket, Http1Connection>();
	#round = 0;

	/**
	 * `flush`: begins the waiting requests of a connection, and writes its delayed answers. Called when the client has ended its side of
	 * the connection: the client may still read, but Node then ends the connection.
	 */
	constructor(identify: IdentifyPeer, queue: FairQueue, flush: (connection: Http1Connection) => void) {
		this.#identify = identify;
		this.#queue = queue;
		this.#flush = flush;
	}

	/** Returns the connection of a socket, and creates it at the first request. */
	of(socket: TLSSocket): Http1Connection {
		const known = this.#open.get(socket);
		if (known !== undefined) return known;
		const connection: Http1Connection = {
			...openConnection(socket, this.#identify),
			asking: 0,
			streaming: 0,
			waiting: [],
			round: this.#round,
			isFull: false,
			ending: false,
			reading: undefined,
			isRefused: false,
			isLast: false,
			isUpgraded: false,
			headsRead: 0,
			newest: undefined,
			isAnswered: false,
			malformed: undefined,
		};
		this.#open.set(socket, connection);
		socket.once('close', () => this.#open.delete(socket));
		socket.prependListener('end', () => this.#flush(connection));
		return connection;
	}

	/** Returns the connection, or undefined before its first request. */
	known(socket: TLSSocket): Http1Connection | undefined {
		return this.#open.get(socket);
	}

	/** Reports whether the connection has no pending requests and no pending output. */
	isIdle(socket: TLSSocket): boolean {
		const { asking, isRefused, ending } = this.of(socket);
		return asking === 0 && !isRefused && !ending && socket.writableLength === 0;
	}

	/** Counts a request. Returns true when it may begin now; otherwise it must wait in `waiting`. */
	began(connection: Http1Connection, incoming: IncomingMessage): boolean {
		if (hasLongBody(incoming)) {
			const reading = this.#readingOf(connection, incoming.socket);
			reading.takeTurns(incoming);
			reading.keepBody(incoming);
		}
		connection.asking++;
		connection.newest = incoming;
		connection.isAnswered = false;
		headComplete(connection, incoming);
		if (connection.asking >= mostAsking && !connection.isFull) {
			connection.isFull = true;
			this.#readingOf(connection, incoming.socket).stop();
		}
		return connection.asking <= mostAtOnce;
	}

	/** Stops reading the connection. */
	refuse(connection: Http1Connection, socket: TLSSocket): void {
		connection.isRefused = true;
		this.#readingOf(connection, socket).stop();
	}

	/** Stops reading until the handler asks for the request's body. */
	keepBody(connection: Http1Connection, incoming: IncomingMessage): void {
		if (hasBody(incoming.headers) && !incoming.complete) this.#readingOf(connection, incoming.socket).keepBody(incoming);
	}

	/** Notes that an answer was written, whether it is complete or not. */
	answered(connection: Http1Connection, incoming: IncomingMessage, outgoing: ServerResponse, whole: boolean): void {
		if (incoming === connection.newest) connection.isAnswered = true;
		const { socket } = incoming;
		if (!whole || outgoing.socket === null || socket.writableNeedDrain) this.#readingOf(connection, socket);
		connection.reading?.releaseBody(incoming);
	}

	ended(connection: Http1Connection): void {
		connection.asking--;
		if (connection.asking === 0 && connection.newest?.complete) connection.newest = undefined;
		if (connection.isFull && connection.asking < mostAsking) {
			connection.isFull = false;
			if (!connection.isRefused) connection.reading?.start();
		}
		connection.round = this.#round;
		connection.waiting.shift()?.();
	}

	#readingOf(connection: Http1Connection, socket: Socket): Reading {
		connection.reading ??= new Reading(socket as TLSSocket, this.#queue);
		return connection.reading;
	}

	/** Starts closing idle connections. Returns a function that stops this, to be called when the server ends. */
	closeIdle(): () => void {
		const rounds = setInterval(() => {
			this.#round++;
			for (const [socket, connection] of this.#open) this.#closeWhenIdle(socket, connection);
		}, roundMs);
		rounds.unref();
		return () => clearInterval(rounds);
	}

	/** Closes an idle connection. A client that does not read its last answer during another round is disconnected. */
	#closeWhenIdle(socket: TLSSocket, connection: Http1Connection): void {
		if (connection.asking > 0 || this.#round - connection.round <= idleRounds) return;
		if (connection.ending) socket.destroy();
		else socket.destroySoon();
		connection.ending = true;
	}
}

function hasBody(headers: IncomingHttpHeaders): boolean {
	return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Reports whether a body may exceed the request's buffer. Node then pauses the connection, which never happens with a short body. */
function hasLongBody({ headers, readableHighWaterMark }: IncomingMessage): boolean {
	return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) >= readableHighWaterMark;
}
