/** Other encodings of objects and events (Table row, protobuf, event JSON), kept with what they encode, within one budget of bytes. */

export interface Encoded {
	encodings: Encoding[] | undefined;
}

export interface Encoding {
	readonly holder: Encoded;
	readonly name: string;
	readonly buffer: Buffer;
	/** Asked for since the last sweep: gets a second chance. */
	used: boolean;
	/** The last list that asked for it; 0: none. */
	list: number;
}

/** Where the encodings of something are kept. */
export interface EncodingKeeper {
	of(holder: Encoded, name: string, make: () => Buffer): Buffer;
}

/** What an encoding costs beside its bytes: its record, and the Buffer's own. */
const recordBytes = 256;

const blockBytes = 64 * 1024;

/**
 * Memory of what is kept alone. Node makes small buffers out of blocks that requests use as well: a few hundred bytes that are kept
 * for minutes would keep eight thousand.
 */
class KeptMemory {
	#block = Buffer.alloc(0);
	#used = 0;

	/** The bytes where nothing passing lies beside them: a copy, unless they have their memory to themselves. */
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
	/** In the order of making; the oldest go first. */
	readonly #all = new Set<Encoding>();
	#bytes = 0;
	#lists = 0;

	constructor(budgetBytes: number) {
		this.#budgetBytes = budgetBytes;
	}

	get bytes(): number {
		return this.#bytes;
	}

	/** Numbers a list, for `ofList`. */
	beginList(): number {
		return ++this.#lists;
	}

	/** Undefined: there is none, or it was let go. */
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
	 * Keeps an encoding only where it takes no place from what this list or the one before it used. A list that exceeds the budget otherwise
	 * evicts from its beginning what the next one needs first, so that no list finds anything.
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

	/** What it encodes is gone. */
	forget(holder: Encoded): void {
		for (const encoding of holder.encodings ?? []) this.#remove(encoding);
		holder.encodings = undefined;
	}

	#remove(encoding: Encoding): void {
		if (this.#all.delete(encoding)) this.#bytes -= encoding.buffer.byteLength + recordBytes;
	}

	/** Ends: each pass takes the mark of use from what it spares. */
	#sweep(): void {
		for (const encoding of this.#all) {
			if (this.#bytes <= this.#budgetBytes) return;
			this.#pass(encoding);
		}
	}

	/** Evicts the oldest, or takes its mark of use and makes it the youngest. */
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

/** JSON, protobuf and tables in two versions: what more is asked for is made for each. */
const mostOfOne = 8;

/**
 * Encodings of what is held only by those who read it now: they live as long as that. In the budget they would keep what they
 * encode, which is not counted, long after the last reader.
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

/** Undefined: there is none, or it was let go. */
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
