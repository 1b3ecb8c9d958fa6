/** Dynamic table of a decoder (RFC 7541, 2.3.2 and 4). It is a ring buffer in which the newest entry has index 0. */

/** Bytes that an entry counts in addition to its name and value (4.1). */
export const entryOverhead = 32;

/** Table size before any SETTINGS_HEADER_TABLE_SIZE is received (RFC 9113, 6.5.2). */
export const defaultTableSize = 4096;

const firstCapacity = 16;

export class DynamicTable {
	#limit: number;
	#size = 0;
	#count = 0;
	/** Position of the newest entry. The capacity of the ring is a power of two. */
	#newest = 0;
	#names: string[] = emptyPlaces(firstCapacity);
	#values: string[] = emptyPlaces(firstCapacity);

	/** `limit`: maximum size in bytes, counted as for entries. */
	constructor(limit: number) {
		this.#limit = limit;
	}

	get count(): number {
		return this.#count;
	}

	/** Returns the name at an index below `count`. */
	name(index: number): string {
		return this.#names[(this.#newest - index) & (this.#names.length - 1)] as string;
	}

	value(index: number): string {
		return this.#values[(this.#newest - index) & (this.#values.length - 1)] as string;
	}

	/** Adds an entry. An entry larger than the table empties it (4.4). */
	add(name: string, value: string): void {
		const size = name.length + value.length + entryOverhead;
		this.#evict(this.#limit - size);
		if (size > this.#limit) return;
		if (this.#count === this.#names.length) this.#grow();
		this.#newest = (this.#newest + 1) & (this.#names.length - 1);
		this.#names[this.#newest] = name;
		this.#values[this.#newest] = value;
		this.#count++;
		this.#size += size;
	}

	resize(limit: number): void {
		this.#limit = limit;
		this.#evict(limit);
	}

	/** Evicts the oldest entries until at most `size` bytes are left or the table is empty. */
	#evict(size: number): void {
		while (this.#size > size && this.#count > 0) {
			const oldest = (this.#newest - this.#count + 1) & (this.#names.length - 1);
			this.#size -= (this.#names[oldest] as string).length + (this.#values[oldest] as string).length + entryOverhead;
			this.#names[oldest] = '';
			this.#values[oldest] = '';
			this.#count--;
		}
	}

	#grow(): void {
		const names = emptyPlaces(this.#count * 2);
		const values = emptyPlaces(this.#count * 2);
		for (let i = 0; i < this.#count; i++) {
			names[this.#count - 1 - i] = this.name(i);
			values[this.#count - 1 - i] = this.value(i);
		}
		this.#names = names;
		this.#values = values;
		this.#newest = this.#count - 1;
	}
}

function emptyPlaces(count: number): string[] {
	return new Array<string>(count).fill('');
}
