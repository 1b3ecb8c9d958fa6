/** The HTTP/1.1 connections that are open, and the end of those on which nothing is asked. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type Connection, type IdentifyPeer, idleTimeoutMs, openConnection } from '../connection.ts';
import { FullConnections } from './full-connections.ts';

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
	/** See `readAsStream`. */
	isStream: boolean;
	/** What comes on it waits for the answer to a request whose body nobody asked for. */
	isKept: boolean;
	/** Something asked on it could be read in two ways: nothing more is taken from it. */
	isRefused: boolean;
}

export class Http1Connections {
	readonly #identify: IdentifyPeer;
	readonly #flush: (connection: Http1Connection) => void;
	readonly #open = new Map<TLSSocket, Http1Connection>();
	readonly #full = new FullConnections();
	#round = 0;

	/** `flush` begins what waits for its turn, and writes the answers that wait for the end of it: a client that has said all may read still, but Node ends its connection. */
	constructor(identify: IdentifyPeer, flush: (connection: Http1Connection) => void) {
		this.#identify = identify;
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
			isStream: false,
			isKept: false,
			isRefused: false,
		};
		this.#open.set(socket, connection);
		socket.once('close', () => this.#open.delete(socket));
		socket.prependListener('end', () => this.#flush(connection));
		return connection;
	}

	/** Whether something asked on it was refused; also of what parses no further. */
	isRefused(socket: TLSSocket): boolean {
		return this.#open.get(socket)?.isRefused === true;
	}

	/** Whether to begin with it now; else it goes to `waiting`. */
	began(connection: Http1Connection, incoming: IncomingMessage): boolean {
		const { socket } = incoming;
		if (bodyMayPause(incoming)) readAsStream(connection, socket);
		connection.asking++;
		if (connection.asking >= mostAsking && !connection.isFull) {
			connection.isFull = true;
			readAsStream(connection, socket);
			this.#full.stop(socket as TLSSocket);
		}
		return connection.asking <= mostAtOnce;
	}

	/** Nobody has asked for the body yet: it waits, and not in the request, whose portions would be taken apart in vain. Asking for it goes on. */
	keepBody(connection: Http1Connection, { headers, socket }: IncomingMessage): void {
		if (!hasBody(headers)) return;
		readAsStream(connection, socket);
		connection.isKept = true;
		socket.pause();
	}

	/** To be called when an answer was written, whole or not. */
	answered(connection: Http1Connection, socket: Socket, outgoing: ServerResponse, whole: boolean): void {
		if (connection.isKept) {
			connection.isKept = false;
			socket.resume();
		}
		if (!whole || outgoing.socket === null || socket.writableNeedDrain) readAsStream(connection, socket);
	}

	ended(connection: Http1Connection, socket: Socket): void {
		connection.asking--;
		if (connection.isFull && connection.asking < mostAsking) {
			connection.isFull = false;
			this.#full.goOn(socket as TLSSocket);
		}
		connection.round = this.#round;
		connection.waiting.shift()?.();
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
function bodyMayPause({ headers, readableHighWaterMark }: IncomingMessage): boolean {
	return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) >= readableHighWaterMark;
}

/**
 * Node's HTTP/1.1 parser takes what is read straight from a connection, which costs least. But Node pauses the parser while answers
 * wait to be sent, and what was decrypted by then reaches it nevertheless: Node takes that for a malformed request and ends the
 * connection. As a stream, which somebody's listening for data makes it, a connection keeps what may not be parsed yet. It
 * becomes one before Node can have a reason to pause: a stream that is paused already would not start to read again.
 */
function readAsStream(connection: Http1Connection, socket: Socket): void {
	if (connection.isStream) return;
	connection.isStream = true;
	socket.on('data', ignoreData);
}

function ignoreData(): void {}
