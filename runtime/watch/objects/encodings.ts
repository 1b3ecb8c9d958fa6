/**
 * Other encodings of objects and events (Table row, protobuf, event JSON). They are stored with their object or event, within one budget of
 * bytes.
 */

export interface Encoded {
	encodings: Encoding[] | undefined;
}

export interface Encoding {
	readonly holder: Encoded;
	readonly name: string;
	readonly buffer: Buffer;
	/** True when requested since the last sweep. The encoding then gets a second chance. */
	used: boolean;
	/** Number of the last list that requested it. 0 when none did. */
	list: number;
}

/** Cache of the encodings of objects and events. */
export interface EncodingKeeper {
	of(holder: Encoded, name: string, make: () => Buffer): Buffer;
}

/** Memory of an encoding in addition to its bytes: its record and the Buffer object. */
const recordBytes = 256;

const blockBytes = 64 * 1024;

/**
 * Memory of encodings that are kept. Node takes small buffers from blocks that requests use as well: a few hundred bytes that are kept for
 * minutes would retain 8 KiB.
 */
class KeptMemory {
	#block = Buffer.alloc(0);
	#used = 0;

	/** Returns the bytes in memory without short-lived neighbours: a copy, unless the buffer has its memory for itself. */
	keep(bytes: Buffer): Buffer {
		const { byteLength } = bytes;
		if (2 * byteLength >= bytes.buffer.byteLength || byteLength > blockBytes / 4) return bytes;
		if (this.#used + byteLength > this.#block.byteLength) {
			this.#block = Buffer.allocUnsafeSlow(blockBytes);
			this.#used = 0;
		}
		const kept = this.#block.subarray(this.#used, this.#used + byteLength);
		kept.set(bytes);
		this.#used += byteLength;
		return kept;
	}
}

export class Encodings implements EncodingKeeper {
	readonly #memory = new KeptMemory();
	readonly #budgetBytes: number;
	/** Encodings in order of creation; the oldest are evicted first. */
	readonly #all = new Set<Encoding>();
	#bytes = 0;
	#lists = 0;

	constructor(budgetBytes: number) {
		this.#budgetBytes = budgetBytes;
	}

	get bytes(): number {
		return this.#bytes;
	}

	/** Returns a number for a list, used with `ofList`. */
	beginList(): number {
		return ++this.#lists;
	}

	/** Returns a cached encoding; undefined when it does not exist or was evicted. */
	known(holder: Encoded, name: string): Buffer | undefined {
		const known = encodingOf(holder, name);
		if (known === undefined) return undefined;
		known.used = true;
		return known.buffer;
	}

	of(holder: Encoded, name: string, make: () => Buffer): Buffer {
		const known = this.known(holder, name);
		if (known !== undefined) return known;
		const buffer = this.#keep(holder, name, make(), 0);
		if (this.#bytes > this.#budgetBytes) this.#sweep();
		return buffer;
	}

	/**
	 * Caches an encoding only if this evicts nothing that this list or the one before it used. Otherwise a list larger than the budget
	 * would evict the items that the next list needs first, and no list would find any.
	 */
	ofList(list: number, holder: Encoded, name: string, make: () => Buffer): Buffer {
		const known = encodingOf(holder, name);
		if (known !== undefined) {
			known.list = list;
			return known.buffer;
		}
		const made = make();
		return this.#makeRoom(list, made.byteLength + recordBytes) ? this.#keep(holder, name, made, list) : made;
	}

	#keep(holder: Encoded, name: string, made: Buffer, list: number): Buffer {
		const encoding = add(holder, name, this.#memory.keep(made), list);
		this.#all.add(encoding);
		this.#bytes += encoding.buffer.byteLength + recordBytes;
		return encoding.buffer;
	}

	#makeRoom(list: number, bytes: number): boolean {
		for (const oldest of this.#all) {
			if (this.#bytes + bytes <= this.#budgetBytes) break;
			if (oldest.list >= list - 1) return false;
			this.#pass(oldest);
		}
		return this.#bytes + bytes <= this.#budgetBytes;
	}

	/** Removes the encodings of an object or event that is gone. */
	forget(holder: Encoded): void {
		for (const encoding of holder.encodings ?? []) this.#remove(encoding);
		holder.encodings = undefined;
	}

	#remove(encoding: Encoding): void {
		if (this.#all.delete(encoding)) this.#bytes -= encoding.buffer.byteLength + recordBytes;
	}

	/** Evicts until the budget fits. It terminates, because each pass clears the use mark of the encodings that it spares. */
	#sweep(): void {
		for (const encoding of this.#all) {
			if (this.#bytes <= this.#budgetBytes) return;
			this.#pass(encoding);
		}
	}

	/** Evicts the oldest encoding, or clears its use mark and makes it the youngest. */
	#pass(encoding: Encoding): void {
		this.#remove(encoding);
		if (encoding.used) {
			encoding.used = false;
			this.#all.add(encoding);
			this.#bytes += encoding.buffer.byteLength + recordBytes;
		} else {
			encoding.holder.encodings = encoding.holder.encodings?.filter((other) => other !== encoding);
		}
	}
}

/** Maximum number of encodings per object or event: JSON, protobuf and tables in two versions. Further ones are made for each request. */
const mostOfOne = 8;

/**
 * Encodings of objects and events that only their current readers hold. They live as long as these. In the shared budget, an encoding would
 * keep its object, whose memory is not counted, long after the last reader.
 */
export class PassingEncodings implements EncodingKeeper {
	of(holder: Encoded, name: string, make: () => Buffer): Buffer {
		const known = encodingOf(holder, name);
		if (known !== undefined) return known.buffer;
		const buffer = make();
		if ((holder.encodings?.length ?? 0) < mostOfOne) add(holder, name, buffer);
		return buffer;
	}
}

/** Returns an encoding; undefined when it does not exist or was evicted. */
export function encodingOf({ encodings }: Encoded, name: string): Encoding | undefined {
	if (encodings === undefined) return undefined;
	for (let i = 0; i < encodings.length; i++) if (encodings[i]?.name === name) return encodings[i];
	return undefined;
}

function add(holder: Encoded, name: string, buffer: Buffer, list = 0): Encoding {
	const encoding = { holder, name, buffer, used: false, list };
	holder.encodings ??= [];
	holder.encodings.push(encoding);
	return encoding;
}
