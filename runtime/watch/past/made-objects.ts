/**
 * Memory for historical objects rebuilt for one list, placed next to each other so that the list can include neighbours without copying.
 * The cache does not hold them.
 */
import { Slab, type StoredObject } from '../objects/object.ts';

/** Byte after each object, so that a list can include neighbours without copying. */
const comma = 0x2c;

const slabBytes = 64 * 1024;

/**
 * Bound on the memory of one list in addition to the cache: a page of thousands. Further objects are read from the store, whose lists are
 * bounded.
 */
const mostBytes = 8 * 1024 * 1024;

export class MadeObjects {
	#slab: Slab | undefined;
	#bytes = 0;

	/** Returns a slab with `length` free bytes at `used`; undefined when the list already has too many. */
	room(length: number): Slab | undefined {
		if (this.#bytes > mostBytes) return undefined;
		if (this.#slab === undefined || this.#slab.used + length + 1 > this.#slab.buffer.byteLength) this.#slab = new Slab(Math.max(slabBytes, length + 1));
		return this.#slab;
	}

	/** Keeps an object that was built at the slab's `used`, as part of the list. */
	keep({ slab, offset, length }: StoredObject): void {
		slab.buffer[offset + length] = comma;
		slab.used = offset + length + 1;
		this.#bytes += length + 1;
	}
}
