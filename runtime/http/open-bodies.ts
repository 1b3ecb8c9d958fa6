/** Bodies of requests that are still to come. A server that drains waits for them only a little: the client may never send the rest. */
import type { Readable } from 'node:stream';
import { LargeBodies } from './large-bodies.ts';

/** A body of 3 MiB takes a second on a slow line; whoever supervises the server waits for half a minute. */
const roundMs = 2_500;

export class OpenBodies {
	/** Those that are complete and large. */
	readonly large = new LargeBodies();
	/** Whether a round of the drain has seen them. */
	readonly #open = new Map<Readable, boolean>();

	add(source: Readable): void {
		this.#open.set(source, false);
	}

	delete(source: Readable): void {
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
