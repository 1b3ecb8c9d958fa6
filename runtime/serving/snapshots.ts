/**
 * The current serving snapshot, and listeners for its replacement. Whatever makes snapshots (runtime config, custom kinds, a reload) needs
 * only this.
 */
import type { Serving } from './serving.ts';

export class Snapshots {
	#current: Serving;
	readonly #listeners = new Set<(next: Serving) => void>();

	constructor(first: Serving) {
		this.#current = first;
	}

	/** A bound function, so that it can be passed on. */
	readonly current = (): Serving => this.#current;

	/**
	 * Makes `next`, derived from an earlier snapshot, current for new requests. Running requests keep their snapshot; watches of changed
	 * resources end.
	 */
	swap(next: Serving): void {
		if (!next.edition.isOfOneLineWith(this.#current.edition)) throw new Error('a snapshot must derive from an earlier snapshot of its stack');
		this.#current = next;
		for (const listener of [...this.#listeners]) listener(next);
	}

	/** Adds a listener. Returns a function that removes it. */
	onSwap(listener: (next: Serving) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}
}
