/**
 * Protection against floods: continuous input that is cheap to send and costly to process. Node or OpenSSL processes it in a loop that our
 * code cannot interrupt. The detectors (`key-updates.ts`, `http1/open-heads.ts`) call `end`.
 */
import type { TLSSocket } from 'node:tls';
import { isReading, startReading, stopReading } from '../node/socket-handle.ts';

/** Maximum number of connections resumed in one event loop iteration. */
const atOnce = 8;

/**
 * Ends flooding connections, and slows down reading of all others. The input before a flood is detected takes some 15 ms, and floods seldom
 * come alone. After the first one, all connections are paused, and then a few are resumed in each iteration. At most one flood is then read
 * between other work.
 */
export class Floods {
	readonly #established: () => Iterable<TLSSocket>;
	#takesTurns = false;
	/** Flooding connections, to be destroyed when their reader has returned. */
	readonly #cutOff = new Set<TLSSocket>();
	/** Paused connections. */
	readonly #held = new Set<TLSSocket>();
	/** Batch of connections that is resumed in this iteration and has not been read since the first flood. */
	#inTurn: readonly TLSSocket[] = [];
	/** Connections that were read since the first flood, and do not flood. */
	readonly #passed = new Set<TLSSocket>();

	/** `established`: returns the connections whose handshake is complete. */
	constructor(established: () => Iterable<TLSSocket>) {
		this.#established = established;
	}

	/** Ends a flooding connection. The socket is destroyed in the next iteration, because its reader is still running. */
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
