/** When something happened, by revision: found, and counted, without going through all of it. */
import type { Revision } from '../../storage/store.ts';

/** So many that are forgotten are dropped at once, if they are half of all: then each of the others is moved once. */
const leastDropped = 64;

export class Timeline {
	#revisions: Revision[] = [];
	/** What is before is forgotten. */
	#head = 0;

	get isEmpty(): boolean {
		return this.#head === this.#revisions.length;
	}

	/** Newer than all that are there. */
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
