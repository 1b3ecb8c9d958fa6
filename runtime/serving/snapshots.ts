/** The present `Serving` of a stack, and who wants to know when another takes its place. Producers of snapshots (runtime config, kinds defined at run time, a reload) need nothing else. */
import type { Serving } from './serving.ts';

export class Snapshots {
	#current: Serving;
	readonly #listeners = new Set<(next: Serving) => void>();

	constructor(first: Serving) {
		this.#current = first;
	}

	/** Bound, so that it can be handed out by itself. */
	readonly current = (): Serving => this.#current;

	/** From now on requests begin with `next`, which was made of an earlier one. Those under way end with what they began with; watches of what has changed end. */
	swap(next: Serving): void {
		if (!next.edition.isOfOneLineWith(this.#current.edition)) throw new Error('a snapshot must be made of an earlier one of its stack');
		this.#current = next;
		for (const listener of [...this.#listeners]) listener(next);
	}

	/** Returns what stops it. */
	onSwap(listener: (next: Serving) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}
}
