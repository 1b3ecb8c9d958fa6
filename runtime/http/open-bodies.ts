/**
 * Incomplete request bodies, whose total size is bounded. A request whose body is incomplete holds no seat of the requests in flight. A
 * draining server waits for them only briefly, because the client may never send the rest.
 */
import type { BodySource } from './body-source.ts';
import { LargeBodies } from './large-bodies.ts';

/**
 * Interval of the rounds of a drain. A body of 3 MiB takes a second on a slow line, and a supervisor waits half a minute for the server.
 */
const roundMs = 2_500;
/** Maximum bytes of all incomplete bodies: 85 of the largest. */
export const mostOpenBytes = 256 * 1024 * 1024;

export class OpenBodies {
	/** Complete large bodies that wait for an iteration of their own. */
	readonly large = new LargeBodies();
	/** Open bodies, oldest first, and whether a round of the drain has seen each. */
	readonly #open = new Map<BodySource, boolean>();
	readonly #mostBytes: number;
	#bytes = 0;

	/** `mostBytes`: bound on all bodies together. */
	constructor(mostBytes: number) {
		this.#mostBytes = mostBytes;
	}

	add(source: BodySource): void {
		this.#open.set(source, false);
	}

	/** Counts bytes of a body. Beyond the bound, the oldest body is ended. An ordinary client finishes before its body is the oldest. */
	countBytes(bytes: number): void {
		this.#bytes += bytes;
		if (this.#bytes <= this.#mostBytes) return;
		for (const source of this.#open.keys()) {
			this.#open.delete(source);
			source.destroy();
			return;
		}
	}

	/** Removes a body. `bytes`: number of its bytes that had arrived. */
	delete(source: BodySource, bytes: number): void {
		this.#bytes -= bytes;
		this.#open.delete(source);
	}

	/** Gives each body one to two rounds to finish. Returns a function that stops this, to be called when the drain has ended. */
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
