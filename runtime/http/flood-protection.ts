/**
 * Protection against floods: continuous input that costs far more to process than to send. Node or OpenSSL processes it in a loop that our
 * code cannot interrupt. The detectors (key-updates.ts, http1/limit-head-fragments.ts) call `end`.
 */
import type { TLSSocket } from 'node:tls';
import { isReading, startReading, stopReading } from '../node/socket-handle.ts';

/** Most connections resumed in one event loop iteration. */
const atOnce = 8;

/**
 * The input read before a flood is detected takes some 15 ms, and floods seldom come alone. After the first one, all connections are paused
 * and resumed a few at a time. At most one flood is then read between other work.
 */
export class Floods {
	readonly #established: () => Iterable<TLSSocket>;
	#takesTurns = false;
	/** Connections to destroy when their reader is done with them. */
	readonly #cutOff = new Set<TLSSocket>();
	/** Paused connections. */
	readonly #held = new Set<TLSSocket>();
	/** Connections read in this iteration for the first time since the first flood. */
	#inTurn: readonly TLSSocket[] = [];
	/** Connections read since then without a flood. */
	readonly #passed = new Set<TLSSocket>();

	/** `established` returns the connections whose handshake is complete. */
	constructor(established: () => Iterable<TLSSocket>) {
		this.#established = established;
	}

	/** Ends a flooding connection. Its reader is still running and needs the socket, so the socket is destroyed in the next iteration. */
	end(socket: TLSSocket): void {
		if (this.#cutOff.has(socket)) return;
		if (!this.#takesTurns) setImmediate(() => this.#nextTurn());
		this.#takesTurns = true;
		this.#cutOff.add(socket);
		this.#held.delete(socket);
		stopReading(socket);
		this.#holdOthers();
	}

	#holdOthers(): void {
		for (const socket of this.#established()) {
			if (this.#passed.has(socket) || this.#cutOff.has(socket) || this.#held.has(socket)) continue;
			if (!isReading(socket)) continue;
			stopReading(socket);
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
			if (!socket.destroyed) startReading(socket);
		}
		this.#takesTurns = this.#inTurn.length > 0;
		if (this.#takesTurns) setImmediate(() => this.#nextTurn());
		else this.#passed.clear();
	}
}
