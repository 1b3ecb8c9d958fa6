/**
 * TLS 1.3 lets a client change its keys whenever it likes (KeyUpdate, RFC 8446 4.6.3). OpenSSL derives others for each 27 bytes that
 * come, in a loop that nothing of ours sees the end of, before anybody could ask for credentials. What it does tell is that there are
 * secrets to be logged: they are counted, and never looked at.
 */
import type { Http2SecureServer } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { Allowance } from './allowance.ts';
import { readerOf } from './socket-reader.ts';

/**
 * At once, and a second thereafter: a handshake makes five, a KeyUpdate one, or two when it asks the server for its own. Libraries
 * send one for millions of records.
 */
const mostSecrets = 20;

/** So many connections are read again in one turn of the event loop. */
const atOnce = 8;

/** `established`: the connections whose handshake is over. */
export function boundKeyUpdates(server: Http2SecureServer, established: () => Iterable<TLSSocket>): void {
	const secrets = new Secrets(established);
	server.on('keylog', (_secret: Buffer, socket: TLSSocket) => secrets.madeOn(socket));
}

/**
 * What was read of a flood by the time it shows takes some 15 ms, and a flood seldom comes alone: once there is one, each connection
 * is held until its turn comes, a few at a time, so that one flood at most is read between other things that are to be done.
 */
class Secrets {
	readonly #open = new Map<TLSSocket, Allowance>();
	readonly #established: () => Iterable<TLSSocket>;
	#takesTurns = false;
	/** They end when OpenSSL is done with them. */
	readonly #cutOff = new Set<TLSSocket>();
	/** Not read for now. */
	readonly #held = new Set<TLSSocket>();
	/** Read in this turn for the first time since the first flood. */
	#inTurn: readonly TLSSocket[] = [];
	/** Read before, without a flood. */
	readonly #passed = new Set<TLSSocket>();

	constructor(established: () => Iterable<TLSSocket>) {
		this.#established = established;
	}

	madeOn(socket: TLSSocket): void {
		if (!this.#allowanceOf(socket).take()) this.#endFlood(socket);
	}

	#allowanceOf(socket: TLSSocket): Allowance {
		const known = this.#open.get(socket);
		if (known !== undefined) return known;
		const allowance = new Allowance(mostSecrets);
		this.#open.set(socket, allowance);
		socket.once('close', () => {
			for (const each of [this.#open, this.#held, this.#passed]) each.delete(socket);
		});
		return allowance;
	}

	/** OpenSSL is at work on the connection, which must not go before that is done. */
	#endFlood(socket: TLSSocket): void {
		if (this.#cutOff.has(socket)) return;
		if (!this.#takesTurns) setImmediate(() => this.#nextTurn());
		this.#takesTurns = true;
		this.#cutOff.add(socket);
		this.#held.delete(socket);
		const reader = readerOf(socket);
		reader?.readStop();
		// Nobody needs to hear of the secrets that are still to come.
		if (reader) reader.onkeylog = undefined;
		this.#holdOthers();
	}

	#holdOthers(): void {
		for (const socket of this.#established()) {
			if (this.#passed.has(socket) || this.#cutOff.has(socket) || this.#held.has(socket)) continue;
			const reader = readerOf(socket);
			if (!reader?.reading) continue;
			reader.readStop();
			this.#held.add(socket);
		}
	}

	#nextTurn(): void {
		for (const socket of this.#cutOff) socket.destroy();
		this.#cutOff.clear();
		for (const socket of this.#inTurn) if (!this.#held.has(socket)) this.#passed.add(socket);
		this.#inTurn = Array.from(this.#held.values().take(atOnce));
		for (const socket of this.#inTurn) {
			this.#held.delete(socket);
			const reader = readerOf(socket);
			if (reader?.reading) reader.readStart();
		}
		this.#takesTurns = this.#inTurn.length > 0;
		if (this.#takesTurns) setImmediate(() => this.#nextTurn());
		else this.#passed.clear();
	}
}
