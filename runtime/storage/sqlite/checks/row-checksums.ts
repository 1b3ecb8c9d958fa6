/**
 * Computes `rowChecksum` and `logChecksum` for many rows, in a third of the time. For a short text, a call of zlib costs more than a loop
 * here, and so does formatting a large number. Consecutive rows share the beginning of their keys.
 */
import { crc32 } from 'node:zlib';
import type { LogEntry } from '../../checksum.ts';
import type { Revision } from '../../store.ts';

/** Reversed polynomial of zlib's CRC-32. */
const polynomial = 0xedb88320;

/** Length from which zlib is faster. */
const shortText = 64;

const allOnes = -1;

/** Digits of the largest exact number. */
const mostDigits = 16;
/** Digits that fit into 32 bits at once. */
const digitsAtOnce = 9;
const atOnce = 10 ** digitsAtOnce;

const zero = 0x30;
const minus = 0x2d;

export class RowChecksums {
	/** CRC of each byte value. */
	readonly #table = Int32Array.from({ length: 256 }, (_, byte) => {
		let state = byte;
		for (let bit = 0; bit < 8; bit++) state = state & 1 ? (state >>> 1) ^ polynomial : state >>> 1;
		return state;
	});
	/** Digits of a number, last digit first. */
	readonly #digits = new Uint8Array(mostDigits + digitsAtOnce);
	#resource = '';
	#namespace = '';
	/** CRC state after resource and namespace. */
	#prefix: number;

	constructor() {
		this.#prefix = this.#prefixOf('', '');
	}

	of(resource: string, namespace: string, name: string, revision: Revision, version: string, side: string, bytes: Uint8Array): number {
		if (resource !== this.#resource || namespace !== this.#namespace) {
			this.#prefix = this.#prefixOf(resource, namespace);
			this.#resource = resource;
			this.#namespace = namespace;
		}
		let state = this.#member(this.#prefix, name);
		state = this.#end(this.#number(state, revision));
		state = this.#member(state, version);
		return crc32(bytes, ~this.#text(state, side) >>> 0);
	}

	/** Returns the same value as `logChecksum`. */
	ofEntry({ revision, timeMs, resource, namespace, name, deleted, previous, replaced, objects, sum }: LogEntry): number {
		let state = this.#end(this.#number(allOnes, revision));
		state = this.#end(this.#number(state, timeMs));
		state = this.#member(this.#member(this.#member(state, resource), namespace), name);
		state = this.#end(this.#number(state, deleted));
		state = this.#end(this.#number(state, previous));
		state = this.#end(this.#number(state, replaced));
		state = this.#end(this.#number(state, objects));
		return ~this.#number(state, sum) >>> 0;
	}

	#prefixOf(resource: string, namespace: string): number {
		return this.#member(this.#member(allOnes, resource), namespace);
	}

	/** Adds the text and a zero byte. */
	#member(before: number, text: string): number {
		return this.#end(this.#text(before, text));
	}

	/** Adds a zero byte. */
	#end(state: number): number {
		return (state >>> 8) ^ (this.#table[state & 0xff] ?? 0);
	}

	/** Adds the decimal text of a number; the numbers in rows are integers. */
	#number(before: number, value: number): number {
		if (!Number.isSafeInteger(value)) return this.#text(before, String(value));
		const digits = this.#digits;
		let count = 0;
		let rest = Math.abs(value);
		while (rest >= atOnce) {
			const next = Math.floor(rest / atOnce);
			let low = (rest - next * atOnce) | 0;
			for (let end = count + digitsAtOnce; count < end; low = (low / 10) | 0) digits[count++] = zero + (low % 10);
			rest = next;
		}
		let high = rest | 0;
		do {
			digits[count++] = zero + (high % 10);
			high = (high / 10) | 0;
		} while (high > 0);
		if (value < 0) digits[count++] = minus;
		const table = this.#table;
		let state = before;
		while (count > 0) state = (state >>> 8) ^ (table[(state ^ (digits[--count] ?? 0)) & 0xff] ?? 0);
		return state;
	}

	#text(before: number, text: string): number {
		if (text.length > shortText) return ~crc32(text, ~before >>> 0);
		const table = this.#table;
		let state = before;
		let units = 0;
		for (let i = 0; i < text.length; i++) {
			const unit = text.charCodeAt(i);
			units |= unit;
			state = (state >>> 8) ^ (table[(state ^ unit) & 0xff] ?? 0);
		}
		// Code units above ASCII differ from their bytes in UTF-8.
		return units < 0x80 ? state : ~crc32(text, ~before >>> 0);
	}
}
