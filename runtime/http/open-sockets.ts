/** The TLS sockets that are open. One that was ended, and whose client does not read what was written before, would stay for ever. */
import type { TLSSocket } from 'node:tls';

/** Ended ones are looked for at this interval: one timer for all of them. */
const roundMs = 10_000;

export class OpenSockets {
	readonly #stallMs: number;
	/** Whether a round has seen that it is ended. */
	readonly #open = new Map<TLSSocket, boolean>();

	/** `stallMs`: a client that reads nothing for so long is cut off. */
	constructor(stallMs: number) {
		this.#stallMs = stallMs;
	}

	get size(): number {
		return this.#open.size;
	}

	all(): Iterable<TLSSocket> {
		return this.#open.keys();
	}

	add(socket: TLSSocket): void {
		this.#open.set(socket, false);
		socket.once('close', () => this.#open.delete(socket));
	}

	/** From now on who does not read the end is cut off. Call what it returns when the server ends. */
	watchEnds(): () => void {
		const rounds = setInterval(() => {
			for (const [socket, seen] of this.#open) {
				if (seen || !socket.writableEnded) continue;
				this.#open.set(socket, true);
				socket.setTimeout(this.#stallMs, () => socket.destroy());
			}
		}, roundMs);
		rounds.unref();
		return () => clearInterval(rounds);
	}

	/** What is written goes out first. */
	destroySoon(): void {
		for (const socket of this.#open.keys()) socket.destroySoon();
	}

	destroy(): void {
		for (const socket of this.#open.keys()) socket.destroy();
	}
}
