/** The HTTP/1.1 connections that are open, and the end of those on which nothing is asked. */
import type { TLSSocket } from 'node:tls';
import { type Connection, type IdentifyPeer, idleTimeoutMs, openConnection } from './connection.ts';

/** Idle connections are looked for at this interval: one timer for all of them instead of two settings of one for each request. */
const roundMs = 10_000;
const idleRounds = idleTimeoutMs / roundMs;

export interface Http1Connection extends Connection {
	/** Requests whose answer is not handed over yet. */
	asking: number;
	/** The round in which something was last asked or answered. */
	round: number;
}

export class Http1Connections {
	readonly #identify: IdentifyPeer;
	readonly #open = new Map<TLSSocket, Http1Connection>();
	#round = 0;

	constructor(identify: IdentifyPeer) {
		this.#identify = identify;
	}

	/** Of the socket of a request; known from its first request on. */
	of(socket: TLSSocket): Http1Connection {
		const known = this.#open.get(socket);
		if (known !== undefined) return known;
		const connection = { ...openConnection(socket, this.#identify), asking: 0, round: this.#round };
		this.#open.set(socket, connection);
		socket.once('close', () => this.#open.delete(socket));
		return connection;
	}

	began(connection: Http1Connection): void {
		connection.asking++;
	}

	ended(connection: Http1Connection): void {
		connection.asking--;
		connection.round = this.#round;
	}

	/** From now on idle ones are closed. Call what it returns when the server ends. */
	closeIdle(): () => void {
		const rounds = setInterval(() => {
			this.#round++;
			for (const [socket, { asking, round }] of this.#open) if (asking === 0 && this.#round - round > idleRounds) socket.destroySoon();
		}, roundMs);
		rounds.unref();
		return () => clearInterval(rounds);
	}
}
