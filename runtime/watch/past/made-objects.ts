/** Where objects of the past are made for one list: side by side, so that neighbours are part of it as they are. The cache does not hold them. */
import { Slab, type StoredObject } from '../objects/object.ts';

/** Behind each object, so that neighbours are part of a list as they are. */
const comma = 0x2c;

const slabBytes = 64 * 1024;

/** What one list may have in memory beside the cache: a page of thousands. What is more is read in the store, whose lists are bounded. */
const mostBytes = 8 * 1024 * 1024;

export class MadeObjects {
	#slab: Slab | undefined;
	#bytes = 0;

	/** Where as many bytes can be written, at its `used`; undefined: the list has too many already. */
	room(length: number): Slab | undefined {
		if (this.#bytes > mostBytes) return undefined;
		if (this.#slab === undefined || this.#slab.used + length + 1 > this.#slab.buffer.byteLength) this.#slab = new Slab(Math.max(slabBytes, length + 1));
		return this.#slab;
	}

	/** It was made at the slab's `used`, and is part of the list. */
	keep({ slab, offset, length }: StoredObject): void {
		slab.buffer[offset + length] = comma;
		slab.used = offset + length + 1;
		this.#bytes += length + 1;
	}
}
