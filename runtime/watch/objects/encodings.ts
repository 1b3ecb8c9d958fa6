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
}

/** What an encoding costs beside its bytes: its record, and the Buffer's own. */
const recordBytes = 256;

export class Encodings {
	readonly #budgetBytes: number;
	/** In the order of making; the oldest go first. */
	readonly #all = new Set<Encoding>();
	#bytes = 0;

	constructor(budgetBytes: number) {
		this.#budgetBytes = budgetBytes;
	}

	get bytes(): number {
		return this.#bytes;
	}

	of(holder: Encoded, name: string, make: () => Buffer): Buffer {
		for (const encoding of holder.encodings ?? []) {
			if (encoding.name !== name) continue;
			encoding.used = true;
			return encoding.buffer;
		}
		const encoding = { holder, name, buffer: make(), used: false };
		holder.encodings ??= [];
		holder.encodings.push(encoding);
		this.#all.add(encoding);
		this.#bytes += encoding.buffer.byteLength + recordBytes;
		if (this.#bytes > this.#budgetBytes) this.#sweep();
		return encoding.buffer;
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
}
