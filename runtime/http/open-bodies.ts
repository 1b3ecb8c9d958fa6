/**
 * Request bodies still arriving, bounded in total: a request without its complete body holds no seats of the requests in flight. A draining
 * server waits for them only briefly, because the client may never send the rest.
 */
import type { BodySource } from './body-source.ts';
import { LargeBodies } from './large-bodies.ts';

/** Interval of drain rounds. A body of 3 MiB takes a second on a slow line; a supervisor waits half a minute for the server. */
const roundMs = 2_500;
/** Bound on the bytes of all incomplete bodies: 85 of the largest. */
export const mostOpenBytes = 256 * 1024 * 1024;

export class OpenBodies {
	/** Complete large bodies that wait for their iteration. */
	readonly large = new LargeBodies();
	/** Open bodies, the oldest first, and whether a drain round has seen each. */
	readonly #open = new Map<BodySource, boolean>();
	readonly #mostBytes: number;
	#bytes = 0;

	/** `mostBytes` bounds all bodies together. */
	constructor(mostBytes: number) {
		this.#mostBytes = mostBytes;
	}

	add(source: BodySource): void {
		this.#open.set(source, false);
	}

	/** Counts bytes of a body. Beyond the bound, the oldest body is ended: an ordinary client finishes before its body is the oldest. */
	grew(bytes: number): void {
		this.#bytes += bytes;
		if (this.#bytes <= this.#mostBytes) return;
		for (const source of this.#open.keys()) {
			this.#open.delete(source);
			source.destroy();
			return;
		}
	}

	/** Removes a body of which `bytes` bytes had arrived. */
	delete(source: BodySource, bytes: number): void {
		this.#bytes -= bytes;
		this.#open.delete(source);
	}

	/** Gives each body one to two rounds to finish. Returns a function that stops it, to be called when the drain is over. */
	drain(): () => void {
		const rounds = setInterval(() => {
			for (const [source, seen] of this.#open) {
				if (seen) source.destroy();
				else this.#open.set(source, true);
			}
		}, roundMs);
		return () => clearInterval(rounds);
	}
}
