/**
 * Bodies of requests that are still to come. In all they are bounded: a request whose body is not there holds none of the seats of
 * those in flight. A server that drains waits for them only a little: the client may never send the rest.
 */
import type { BodySource } from './body-source.ts';
import { LargeBodies } from './large-bodies.ts';

/** A body of 3 MiB takes a second on a slow line; whoever supervises the server waits for half a minute. */
const roundMs = 2_500;
/** Bytes of all that are not complete: 85 of the largest. */
export const mostOpenBytes = 256 * 1024 * 1024;

export class OpenBodies {
	/** Those that are complete and large. */
	readonly large = new LargeBodies();
	/** Whether a round of the drain has seen them; the oldest first. */
	readonly #open = new Map<BodySource, boolean>();
	readonly #mostBytes: number;
	#bytes = 0;

	/** `mostBytes`: of all together. */
	constructor(mostBytes: number) {
		this.#mostBytes = mostBytes;
	}

	add(source: BodySource): void {
		this.#open.set(source, false);
	}

	/** More of one has come. When they are too much in all, the oldest is ended: who sends as clients do is done before it is that. */
	grew(bytes: number): void {
		this.#bytes += bytes;
		if (this.#bytes <= this.#mostBytes) return;
		for (const source of this.#open.keys()) {
			this.#open.delete(source);
			source.destroy();
			return;
		}
	}

	/** It is over; `bytes` are those that had come of it. */
	delete(source: BodySource, bytes: number): void {
		this.#bytes -= bytes;
		this.#open.delete(source);
	}

	/** From now on a body has one to two rounds. Call what it returns when the drain is over. */
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
