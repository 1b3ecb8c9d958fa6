/** Objects in key order, in short arrays. Inserting stays cheap at 100,000 objects, and readers get cheap snapshots (copy on write). */
import { compareText } from '../../model/text-order.ts';

export interface Place {
	readonly namespace: string;
	readonly name: string;
}

/**
 * Maximum number of objects in a chunk. An insertion moves at most this many references (4 KiB). A list of 100,000 has 200 to 400 chunks to
 * search and to freeze.
 */
const chunkObjects = 512;

interface Chunk<O> {
	readonly objects: O[];
	/** Number of snapshots at its creation. Readers may use the chunks of an earlier epoch. */
	readonly epoch: number;
}

export class OrderedObjects<O extends Place> {
	#chunks: Chunk<O>[] = [];
	#chunksEpoch = 0;
	#epoch = 0;
	#size = 0;

	get size(): number {
		return this.#size;
	}

	/** Inserts an object, or replaces the object of the same key. */
	set(object: O): void {
		const i = this.#chunkFor(object);
		const at = this.#placeIn(i, object);
		const found = this.#chunks[i]?.objects[at];
		if (found !== undefined && compare(found, object) === 0) this.#writable(i).objects[at] = object;
		else this.#insert(i, at, object);
	}

	/** Returns the object of a key. Creates it when it is missing. */
	getOrAdd(place: Place, make: () => O): O {
		const i = this.#chunkFor(place);
		const at = this.#placeIn(i, place);
		const found = this.#chunks[i]?.objects[at];
		if (found !== undefined && compare(found, place) === 0) return found;
		const object = make();
		this.#insert(i, at, object);
		return object;
	}

	#placeIn(i: number, place: Place): number {
		const objects = this.#chunks[i]?.objects ?? [];
		const last = objects.at(-1);
		return last !== undefined && compare(last, place) < 0 ? objects.length : firstNotBefore(objects, place);
	}

	#insert(i: number, at: number, object: O): void {
		this.#size++;
		if (i < 0) {
			this.#writableChunks().push({ objects: [object], epoch: this.#epoch });
			return;
		}
		const { objects } = this.#writable(i);
		if (at === objects.length) objects.push(object);
		else objects.splice(at, 0, object);
		if (objects.length > chunkObjects) this.#split(i, objects, at);
	}

	delete(place: Place): void {
		const i = this.#chunkOf(place);
		if (i < 0) return;
		const { objects } = this.#writable(i);
		const at = firstNotBefore(objects, place);
		const found = objects[at];
		if (found === undefined || compare(found, place) !== 0) return;
		objects.splice(at, 1);
		this.#size--;
		if (objects.length === 0) this.#writableChunks().splice(i, 1);
	}

	/** Returns a snapshot of the objects after `after`, of one namespace or of all (empty). */
	list(namespace: string, after: Place | undefined): Iterable<O> {
		this.#epoch++;
		const chunks = this.#chunks;
		// The start is the first object after the key. Names are not empty, so '' precedes all of them.
		const start = after ?? { namespace, name: '' };
		const i = Math.max(0, this.#chunkOf(start));
		const at = firstNotBefore(chunks[i]?.objects ?? [], start);
		const found = chunks[i]?.objects[at];
		const skip = after !== undefined && found !== undefined && compare(found, after) === 0 ? 1 : 0;
		return { [Symbol.iterator]: () => new ListIterator(chunks, i, at + skip, namespace) };
	}

	/** Counts the objects after a key, of one namespace or of all (empty). */
	countAfter(namespace: string, after: Place): number {
		// Names contain no NUL, so this key follows all objects of the namespace and precedes all other namespaces.
		const end = namespace === '' ? this.#size : this.#countUpTo({ namespace: `${namespace}\0`, name: '' });
		return Math.max(0, end - this.#countUpTo(after));
	}

	#countUpTo(place: Place): number {
		const last = this.#chunkOf(place);
		const objects = this.#chunks[last]?.objects ?? [];
		const at = firstNotBefore(objects, place);
		const found = objects[at];
		let count = at + (found !== undefined && compare(found, place) === 0 ? 1 : 0);
		for (let i = 0; i < last; i++) count += this.#chunks[i]?.objects.length ?? 0;
		return count;
	}

	/**
	 * Returns the chunk for a key. Keys often arrive in order, always so at a start. The last chunk is then the right one, without a
	 * search.
	 */
	#chunkFor(place: Place): number {
		const i = this.#chunks.length - 1;
		const first = this.#chunks[i]?.objects[0];
		return first !== undefined && compare(first, place) <= 0 ? i : this.#chunkOf(place);
	}

	/**
	 * Returns the last chunk that begins at or before the key. Returns the first one for a key before all, and -1 when there are no chunks.
	 */
	#chunkOf(place: Place): number {
		const chunks = this.#chunks;
		let low = 0;
		let high = chunks.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			const first = chunks[middle]?.objects[0];
			if (first !== undefined && compare(first, place) <= 0) low = middle + 1;
			else high = middle;
		}
		return chunks.length === 0 ? -1 : Math.max(0, low - 1);
	}

	#writableChunks(): Chunk<O>[] {
		if (this.#chunksEpoch !== this.#epoch) {
			this.#chunks = this.#chunks.slice();
			this.#chunksEpoch = this.#epoch;
		}
		return this.#chunks;
	}

	#writable(i: number): Chunk<O> {
		const chunk = this.#chunks[i];
		if (chunk === undefined) throw new RangeError(`no chunk ${i}`);
		if (chunk.epoch === this.#epoch) return chunk;
		const copy = { objects: chunk.objects.slice(), epoch: this.#epoch };
		this.#writableChunks()[i] = copy;
		return copy;
	}

	/** Splits a chunk in the middle. When keys arrive in order, splits it at its end, so that chunks stay full. */
	#split(i: number, objects: O[], insertedAt: number): void {
		const cut = insertedAt === objects.length - 1 ? insertedAt : objects.length >>> 1;
		this.#writableChunks().splice(i + 1, 0, { objects: objects.splice(cut), epoch: this.#epoch });
	}
}

class ListIterator<O extends Place> implements Iterator<O> {
	readonly #chunks: readonly Chunk<O>[];
	readonly #namespace: string;
	#chunk: number;
	#at: number;
	/**
	 * Result object that each step reuses, so that iterating thousands of objects allocates none. A caller must not keep it, because the
	 * next step overwrites it.
	 */
	readonly #next: { done: false; value: O } = { done: false, value: undefined as unknown as O };

	constructor(chunks: readonly Chunk<O>[], chunk: number, at: number, namespace: string) {
		this.#chunks = chunks;
		this.#chunk = chunk;
		this.#at = at;
		this.#namespace = namespace;
	}

	next(): IteratorResult<O, undefined> {
		let objects = this.#chunks[this.#chunk]?.objects;
		if (objects !== undefined && this.#at >= objects.length) {
			objects = this.#chunks[++this.#chunk]?.objects;
			this.#at = 0;
		}
		const value = objects?.[this.#at++];
		if (value === undefined || (this.#namespace !== '' && value.namespace !== this.#namespace)) return { done: true, value: undefined };
		this.#next.value = value;
		return this.#next;
	}
}

function firstNotBefore(objects: readonly Place[], place: Place): number {
	let low = 0;
	let high = objects.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		const object = objects[middle];
		if (object !== undefined && compare(object, place) < 0) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** Compares by namespace, then by name. */
export function compare(a: Place, b: Place): number {
	// Most comparisons are inside one namespace, whose objects share one string.
	return a.namespace === b.namespace ? compareText(a.name, b.name) : compareText(a.namespace, b.namespace);
}
