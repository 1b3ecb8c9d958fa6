/** Which objects of a resource were deleted within the history, in key order: the index of what is there now knows nothing of them. */
import type { Revision } from '../../storage/store.ts';
import { OrderedObjects, type Place } from '../objects/ordered.ts';
import { Timeline } from './timeline.ts';

export class Deleted implements Place {
	readonly namespace: string;
	readonly name: string;
	/** More than one where it was made anew in between. */
	readonly deletions = new Timeline();

	constructor({ namespace, name }: Place) {
		this.namespace = namespace;
		this.name = name;
	}
}

interface Deletion {
	readonly of: Deleted;
	readonly revision: Revision;
}

export class Deletions {
	readonly #objects = new OrderedObjects<Deleted>();
	/** In order. */
	#queue: Deletion[] = [];
	#head = 0;

	/** Later than all that are there. */
	add(place: Place, revision: Revision): void {
		let deleted = this.#objects.get(place);
		if (deleted === undefined) {
			deleted = new Deleted(place);
			this.#objects.set(deleted);
		}
		deleted.deletions.add(revision);
		this.#queue.push({ of: deleted, revision });
	}

	/** Those of now, in key order, whatever comes later; from behind `after`, of one namespace or of all (empty). */
	list(namespace: string, after: Place | undefined): Iterable<Deleted> {
		return this.#objects.size === 0 ? [] : this.#objects.list(namespace, after);
	}

	/** Forgets so many deletions at most; false: there are more up to that revision. */
	forget(upTo: Revision, most: number): boolean {
		for (let left = most; left > 0; left--) {
			const first = this.#queue[this.#head];
			if (first === undefined || first.revision > upTo) return true;
			first.of.deletions.forget(first.revision);
			if (first.of.deletions.isEmpty) this.#objects.delete(first.of);
			if (++this.#head > this.#queue.length / 2) {
				this.#queue = this.#queue.slice(this.#head);
				this.#head = 0;
			}
		}
		return false;
	}
}
