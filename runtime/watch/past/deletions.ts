/** Objects of a resource that were deleted within the history, in key order. The index of current objects does not contain them. */
import type { Revision } from '../../storage/store.ts';
import { OrderedObjects, type Place } from '../objects/ordered.ts';
import { Timeline } from './timeline.ts';

export class Deleted implements Place {
	readonly namespace: string;
	readonly name: string;
	/** First deletion, nearly always the only one; 0 when all are forgotten. */
	#first: Revision = 0;
	/** Later deletions of an object that was recreated. */
	#later: Timeline | undefined;

	constructor({ namespace, name }: Place) {
		this.namespace = namespace;
		this.name = name;
	}

	get isForgotten(): boolean {
		return this.#first === 0;
	}

	/** Returns the first deletion after a revision. */
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
	/** Entry of the object; absent until the deletion is in key order. */
	of?: Deleted;
}

/** Deletions are put into key order on first use, because most servers never need the order and deletes stay cheap. */
export class Deletions {
	readonly #objects = new OrderedObjects<Deleted>();
	/** Deletions in order of revision. Entries before the head are forgotten; those from `#taken` on are not in key order yet. */
	#queue: Deletion[] = [];
	#head = 0;
	#taken = 0;

	get isEmpty(): boolean {
		return this.#head === this.#queue.length;
	}

	/** Adds a deletion that is later than all others. */
	add({ namespace, name }: Place, revision: Revision): void {
		this.#queue.push({ namespace, name, revision });
	}

	/** Puts at most `most` deletions into key order. Returns false when more remain. */
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

	/** Returns a snapshot in key order, after `after`, of one namespace or of all (empty). */
	list(namespace: string, after: Place | undefined): Iterable<Deleted> {
		this.takeIn(Number.POSITIVE_INFINITY);
		return this.#objects.list(namespace, after);
	}

	/** Forgets at most `most` deletions. Returns false when more remain up to the revision. */
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
