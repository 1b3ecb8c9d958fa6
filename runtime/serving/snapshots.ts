/**
 * Current `Serving` of a stack, and the listeners to its replacement. Producers of snapshots (runtime config, kinds defined at run time, a
 * reload) need only this.
 */
import type { Serving } from './serving.ts';

export class Snapshots {
	#current: Serving;
	readonly #listeners = new Set<(next: Serving) => void>();

	constructor(first: Serving) {
		this.#current = first;
	}

	/** Bound, so that callers can pass it on. */
	readonly current = (): Serving => this.#current;

	/**
	 * Makes `next`, derived from an earlier snapshot, current for new requests. Running requests end with their own snapshot; watches of
	 * changed resources end.
	 */
	swap(next: Serving): void {
		if (!next.edition.isOfOneLineWith(this.#current.edition)) throw new Error('a snapshot must be made of an earlier one of its stack');
		this.#current = next;
		for (const listener of [...this.#listeners]) listener(next);
	}

	/** Adds a listener and returns a function that removes it. */
	onSwap(listener: (next: Serving) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}
}
