/**
 * Floods: a client sends what costs far more to take in than it says, without a pause, in a loop of Node's or OpenSSL's that nothing of
 * ours sees the end of. Who finds one out (key-updates.ts, http1/pieces.ts) calls `end`.
 */
import type { TLSSocket } from 'node:tls';
import { readerOf } from './socket-reader.ts';

/** So many connections are read again in one turn of the event loop. */
const atOnce = 8;

/**
 * What was read of a flood by the time it shows takes some 15 ms, and a flood seldom comes alone: once there is one, each connection
 * is held until its turn comes, a few at a time, so that one flood at most is read between other things that are to be done.
 */
export class Floods {
	readonly #established: () => Iterable<TLSSocket>;
	#takesTurns = false;
	/** They end when what reads them is done with them. */
	readonly #cutOff = new Set<TLSSocket>();
	/** Not read for now. */
	readonly #held = new Set<TLSSocket>();
	/** Read in this turn for the first time since the first flood. */
	#inTurn: readonly TLSSocket[] = [];
	/** Read before, without a flood. */
	readonly #passed = new Set<TLSSocket>();

	/** `established`: the connections whose handshake is over. */
	constructor(established: () => Iterable<TLSSocket>) {
		this.#established = established;
	}

	/** The connection is at work in whoever reads it, and must not go before that is done: it ends in the next turn. */
	end(socket: TLSSocket): void {
		if (this.#cutOff.has(socket)) return;
		if (!this.#takesTurns) setImmediate(() => this.#nextTurn());
		this.#takesTurns = true;
		this.#cutOff.add(socket);
		this.#held.delete(socket);
		readerOf(socket)?.readStop();
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
