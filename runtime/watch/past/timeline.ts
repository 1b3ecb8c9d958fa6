/** Revisions of events, in order, searched and counted in logarithmic time. */
import type { Revision } from '../../storage/store.ts';

/**
 * Least number of forgotten entries that are removed at once. At least half of all entries must be forgotten, so that each remaining entry
 * is moved once.
 */
const leastDropped = 64;

export class Timeline {
	#revisions: Revision[] = [];
	/** Index of the first entry that is not forgotten. */
	#head = 0;

	get isEmpty(): boolean {
		return this.#head === this.#revisions.length;
	}

	/** Adds a revision newer than all others. */
	add(revision: Revision): void {
		this.#revisions.push(revision);
	}

	firstAfter(revision: Revision): Revision | undefined {
		return this.#revisions[this.#indexAfter(revision)];
	}

	countAfter(revision: Revision): number {
		return this.#revisions.length - this.#indexAfter(revision);
	}

	forget(upTo: Revision): void {
		this.#head = this.#indexAfter(upTo);
		if (this.#head < leastDropped || this.#head < this.#revisions.length / 2) return;
		this.#revisions = this.#revisions.slice(this.#head);
		this.#head = 0;
	}

	#indexAfter(revision: Revision): number {
		let low = this.#head;
		let high = this.#revisions.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if ((this.#revisions[middle] ?? 0) <= revision) low = middle + 1;
			else high = middle;
		}
		return low;
	}
}
