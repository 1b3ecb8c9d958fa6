/** States of objects packed into one buffer, so that a reader allocates no object per state. */

export interface PackedStates {
	readonly count: number;
	readonly revisions: Float64Array;
	/** Lengths of the states' bytes. */
	readonly lengths: Float64Array;
	/** Distinct sides; `side` holds the index of each state. `versions` and `version` work the same way. */
	readonly sides: readonly string[];
	readonly side: Float64Array;
	readonly versions: readonly string[];
	readonly version: Float64Array;
	/** Bytes of all states, from `start` on. The reader owns the whole buffer and may overwrite it. */
	readonly buffer: ArrayBuffer;
	readonly start: number;
}

export interface State {
	readonly revision: number;
	readonly bytes: Uint8Array;
	readonly side: string;
	readonly version: string;
}

/** Numbers distinct values in the order of their first use. */
export class ValueNumbers<T> {
	readonly #numbers = new Map<T, number>();
	#last: T | undefined;
	#lastNumber = 0;

	of(value: T): number {
		// Neighbours are often equal.
		if (value === this.#last) return this.#lastNumber;
		const number = this.#numbers.get(value) ?? this.#numbers.size;
		this.#numbers.set(value, number);
		this.#last = value;
		this.#lastNumber = number;
		return number;
	}

	all(): T[] {
		return [...this.#numbers.keys()];
	}
}

/** Packs up to `most` states. `roomEach` is the free space, in bytes per state, before the first state. */
export class StatePacker {
	count = 0;
	byteLength = 0;
	readonly #roomEach: number;
	readonly #revisions: Float64Array;
	readonly #lengths: Float64Array;
	readonly #sides = new ValueNumbers<string>();
	readonly #side: Float64Array;
	readonly #versions = new ValueNumbers<string>();
	readonly #version: Float64Array;
	readonly #parts: Uint8Array[] = [];

	constructor(most: number, roomEach: number) {
		this.#roomEach = roomEach;
		const numbers = new ArrayBuffer(4 * most * Float64Array.BYTES_PER_ELEMENT);
		const column = (i: number) => new Float64Array(numbers, i * most * Float64Array.BYTES_PER_ELEMENT, most);
		[this.#revisions, this.#lengths, this.#side, this.#version] = [column(0), column(1), column(2), column(3)];
	}

	/** Adds a state; its bytes follow through `addBytes`, in the same order. */
	add(revision: number, side: string, version: string, length: number): void {
		const i = this.count++;
		this.#revisions[i] = revision;
		this.#lengths[i] = length;
		this.#side[i] = this.#sides.of(side);
		this.#version[i] = this.#versions.of(version);
	}

	/** Adds the bytes of one or several states. */
	addBytes(bytes: Uint8Array): void {
		this.#parts.push(bytes);
		this.byteLength += bytes.byteLength;
	}

	result(): PackedStates {
		const start = this.#roomEach * this.count;
		const buffer = new ArrayBuffer(start + this.byteLength);
		const target = new Uint8Array(buffer);
		let at = start;
		for (const part of this.#parts) {
			target.set(part, at);
			at += part.byteLength;
		}
		return {
			count: this.count,
			revisions: this.#revisions,
			lengths: this.#lengths,
			sides: this.#sides.all(),
			side: this.#side,
			versions: this.#versions.all(),
			version: this.#version,
			buffer,
			start,
		};
	}
}

export function packStates(states: readonly State[], roomEach: number): PackedStates {
	const packer = new StatePacker(states.length, roomEach);
	for (const { revision, side, version, bytes } of states) {
		packer.add(revision, side, version, bytes.byteLength);
		packer.addBytes(bytes);
	}
	return packer.result();
}

/** Returns the states as objects; their bytes are views. */
export function unpackStates({ count, revisions, lengths, sides, side, versions, version, buffer, start }: PackedStates): State[] {
	let offset = start;
	return Array.from({ length: count }, (_, i) => {
		const bytes = new Uint8Array(buffer, offset, lengths[i]);
		offset += bytes.byteLength;
		return { revision: revisions[i] ?? 0, side: sides[side[i] ?? 0] ?? '', version: versions[version[i] ?? 0] ?? '', bytes };
	});
}
