/** Open TLS sockets. Without this, an ended socket whose client does not read the remaining output would stay open forever. */
import type { TLSSocket } from 'node:tls';

/** Interval of the search for ended sockets, with one timer for all. */
const roundMs = 10_000;

export class OpenSockets {
	readonly #stallMs: number;
	/** Sockets, and whether a search round has found each ended. */
	readonly #open = new Map<TLSSocket, boolean>();

	/** `stallMs`: time without reading after which a client is disconnected. */
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

	/**
	 * Starts disconnecting clients that do not read the end of their output. Returns a function that stops this, to be called when the
	 * server ends.
	 */
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

	/** Ends all sockets after their pending output. */
	destroySoon(): void {
		for (const socket of this.#open.keys()) socket.destroySoon();
	}

	destroy(): void {
		for (const socket of this.#open.keys()) socket.destroy();
	}
}
