/** Which objects of a resource were deleted within the history, in key order: the index of what is there now knows nothing of them. */
import type { Revision } from '../../storage/store.ts';
import { OrderedObjects, type Place } from '../objects/ordered.ts';
import { Timeline } from './timeline.ts';

export class Deleted implements Place {
	readonly namespace: string;
	readonly name: string;
	/** Nearly always the only one; 0: all are forgotten. */
	#first: Revision = 0;
	/** Where it was made anew in between. */
	#later: Timeline | undefined;

	constructor({ namespace, name }: Place) {
		this.namespace = namespace;
		this.name = name;
	}

	get isForgotten(): boolean {
		return this.#first === 0;
	}

	/** When it was first deleted after a revision. */
	deletedAfter(revision: Revision): Revision | undefined {
		return this.#first > revision ? this.#first : this.#later?.firstAfter(revision);
	}

	add(revision: Revision): void {
		if (this.#first === 0) this.#first = revision;
		else {
			this.#later ??= new Timeline();
			this.#later.add(revision);
		}
	}

	forget(upTo: Revision): void {
		if (this.#first > upTo) return;
		this.#first = this.#later?.firstAfter(upTo) ?? 0;
		this.#later?.forget(this.#first);
	}
}

interface Deletion extends Place {
	readonly revision: Revision;
	/** Absent: not taken in. */
	of?: Deleted;
}

/** Deletions are put into key order when somebody asks for it: most servers are never asked, and a delete has other things to do. */
export class Deletions {
	readonly #objects = new OrderedObjects<Deleted>();
	/** In order. What is before the head is forgotten; what is from `#taken` on is not in key order yet. */
	#queue: Deletion[] = [];
	#head = 0;
	#taken = 0;

	get isEmpty(): boolean {
		return this.#head === this.#queue.length;
	}

	/** Later than all that are there. */
	add({ namespace, name }: Place, revision: Revision): void {
		this.#queue.push({ namespace, name, revision });
	}

	/** Puts so many more into key order at most; false: there are more. */
	takeIn(most: number): boolean {
		const end = Math.min(this.#queue.length, this.#taken + most);
		while (this.#taken < end) {
			const deletion = this.#queue[this.#taken++];
			if (deletion === undefined) continue;
			deletion.of = this.#objects.getOrAdd(deletion, () => new Deleted(deletion));
			deletion.of.add(deletion.revision);
		}
		return end === this.#queue.length;
	}

	/** Those of now, in key order, whatever comes later; from behind `after`, of one namespace or of all (empty). */
	list(namespace: string, after: Place | undefined): Iterable<Deleted> {
		this.takeIn(Number.POSITIVE_INFINITY);
		return this.#objects.list(namespace, after);
	}

	/** Forgets so many deletions at most; false: there are more up to that revision. */
	forget(upTo: Revision, most: number): boolean {
		for (let left = most; left > 0; left--) {
			const first = this.#queue[this.#head];
			if (first === undefined || first.revision > upTo) return true;
			first.of?.forget(first.revision);
			if (first.of?.isForgotten) this.#objects.delete(first.of);
			this.#taken = Math.max(this.#taken, ++this.#head);
			if (this.#head > this.#queue.length / 2) this.#trim();
		}
		return false;
	}

	#trim(): void {
		this.#queue = this.#queue.slice(this.#head);
		this.#taken -= this.#head;
		this.#head = 0;
	}
}
