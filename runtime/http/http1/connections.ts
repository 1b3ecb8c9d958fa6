/** The HTTP/1.1 connections that are open, and the end of those on which nothing is asked. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type Connection, type IdentifyPeer, idleTimeoutMs, openConnection } from '../connection.ts';
import type { Turns } from '../turns.ts';
import { headComplete } from './open-heads.ts';
import { Reading } from './reading.ts';

/** Idle connections are looked for at this interval: one timer for all of them instead of two settings of one for each request. */
const roundMs = 10_000;
const idleRounds = idleTimeoutMs / roundMs;

/**
 * Requests of one connection that are worked on at once, and that are read before the first has its answer. Answers go out in
 * the order of the requests, so that there is little to be had from more; and what is worked on in one turn keeps others waiting.
 */
const mostAtOnce = 8;
const mostAsking = 100;

export interface Http1Connection extends Connection {
	/** Requests whose answer is not handed over yet. */
	asking: number;
	/** Of those, answers that go out as they are made. */
	streaming: number;
	/** Begin with the requests that wait for others of the connection; in order. */
	readonly waiting: (() => void)[];
	/** The round in which something was last asked or answered. */
	round: number;
	/** So much is asked that nothing more is read. */
	isFull: boolean;
	/** It was idle, and is to end when what was written is sent. */
	ending: boolean;
	/** Until something wants it to stop, Node's parser reads it by itself. */
	reading: Reading | undefined;
	/** The connection takes no further request: one could be read in two ways, or came behind the last. */
	isRefused: boolean;
	/** The newest request says that what follows it may be something else: its answer ends the connection. */
	isLast: boolean;
	isUpgraded: boolean;
	/** So far it was read when the newest head was complete, and its body with it. */
	headsRead: number;
	/** The newest request, while it has no answer, or its body has not come whole. */
	newest: IncomingMessage | undefined;
	/** The answer of the newest request is handed over. */
	isAnswered: boolean;
	/** What was wrong behind requests that had no answer yet: the refusal follows their answers. */
	malformed: NodeJS.ErrnoException | undefined;
}

export class Http1Connections {
	readonly #identify: IdentifyPeer;
	readonly #turns: Turns;
	readonly #flush: (connection: Http1Connection) => void;
	readonly #open = new Map<TLSSocket, Http1Connection>();
	#round = 0;

	/** `flush` begins what waits for its turn, and writes the answers that wait for the end of it: a client that has said all may read still, but Node ends its connection. */
	constructor(identify: IdentifyPeer, turns: Turns, flush: (connection: Http1Connection) => void) {
		this.#identify = identify;
		this.#turns = turns;
		this.#flush = flush;
	}

	/** Of the socket of a request; known from its first request on. */
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

	/** Undefined before the first request. */
	known(socket: TLSSocket): Http1Connection | undefined {
		return this.#open.get(socket);
	}

	/** Nothing is asked on it, or to be sent. */
	isIdle(socket: TLSSocket): boolean {
		const { asking, isRefused, ending } = this.of(socket);
		return asking === 0 && !isRefused && !ending && socket.writableLength === 0;
	}

	/** Whether to begin with it now; else it goes to `waiting`. */
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

	/** Nothing more is read from it. */
	refuse(connection: Http1Connection, socket: TLSSocket): void {
		connection.isRefused = true;
		this.#readingOf(connection, socket).stop();
	}

	/** Nobody has asked for the body yet. */
	keepBody(connection: Http1Connection, incoming: IncomingMessage): void {
		if (hasBody(incoming.headers) && !incoming.complete) this.#readingOf(connection, incoming.socket).keepBody(incoming);
	}

	/** To be called when an answer was written, whole or not. */
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
		connection.reading ??= new Reading(socket as TLSSocket, this.#turns);
		return connection.reading;
	}

	/** From now on idle ones are closed. Call what it returns when the server ends. */
	closeIdle(): () => void {
		const rounds = setInterval(() => {
			this.#round++;
			for (const [socket, connection] of this.#open) this.#closeWhenIdle(socket, connection);
		}, roundMs);
		rounds.unref();
		return () => clearInterval(rounds);
	}

	/** Who does not read its last answer for another round is cut off. */
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

/** Node pauses while more of a body waits to be read than the request keeps; a short one never comes to that. */
function hasLongBody({ headers, readableHighWaterMark }: IncomingMessage): boolean {
	return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) >= readableHighWaterMark;
}
