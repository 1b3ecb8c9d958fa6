/**
 * Encodes the header blocks of answers (RFC 7541). Repeated pairs are added to the dynamic table and then take one byte each. Values that
 * always differ are not added. Strings are not Huffman-coded, because repeated ones are sent once and the rest are short.
 */
import { defaultTableSize, entryOverhead } from './dynamic-table.ts';
import { staticCount, staticIndexes } from './static-table.ts';

/** Static indexes of the statuses that the table has as whole entries. */
const statusIndexes: ReadonlyMap<number, number> = new Map([
	[200, 8],
	[204, 9],
	[206, 10],
	[304, 11],
	[400, 12],
	[404, 13],
	[500, 14],
]);
const statusName = 8;

/** Representations by their first bits (6). */
const withIndexing = 0x40;
const withoutIndexing = 0x00;
const neverIndexed = 0x10;
const sizeUpdate = 0x20;

/** Length up to which a loop in JavaScript is faster than a call into the engine. */
const shortString = 24;

/** Headers whose values differ from answer to answer. */
const passing: ReadonlySet<string> = new Set([
	'audit-id',
	'content-length',
	'content-range',
	'date',
	'etag',
	'expires',
	'last-modified',
	'location',
	'retry-after',
	'set-cookie',
	'www-authenticate',
]);
/** Headers among them that intermediaries must not index either (7.1.3). */
const secret: ReadonlySet<string> = new Set(['set-cookie']);

/** Maximum number of names remembered for a connection. Further names, which only a proxied server can add, are sent as literals. */
const mostNames = 64;
/** Maximum number of values remembered, and compared, for each name. */
const mostValues = 4;
/** Length above which a value would take too much space in the table. */
const mostValueLength = 256;

/** Maximum bytes in addition to name and value: the first byte of a literal, and two lengths of up to 2^28. */
const mostFraming = 12;
/** Maximum bytes of two size updates and a status. */
const mostBeginning = 16;

/** Buffer in which blocks are encoded, because their length is known only afterwards. */
const scratch = Buffer.allocUnsafeSlow(16 * 1024);

/** Pair of name and value that was sent. */
interface Sent {
	value: string;
	/** Number of its table entry, counted from 1. Entries up to `#evicted` are evicted. 0: sent once, as a literal. */
	number: number;
}

interface Name {
	/** Index in the static table, or 0. */
	readonly staticIndex: number;
	/** Representation of a value that is not indexed. */
	readonly literal: number;
	/** Undefined if values of this name are never indexed. */
	readonly sent: Sent[] | undefined;
	/** Position in `sent` to reuse next. */
	next: number;
}

export class HpackEncoder {
	readonly #names = new Map<string, Name>();
	/** Sizes of the entries numbered `#evicted` + 1 to `#added`, oldest first. */
	readonly #sizes: number[] = [];
	#added = 0;
	#evicted = 0;
	#size = 0;
	#limit = defaultTableSize;
	/** Table size that the peer allows, and the smallest that it allowed since the last block. */
	#allowed = defaultTableSize;
	#leastAllowed = defaultTableSize;

	/** Applies the peer's SETTINGS_HEADER_TABLE_SIZE, in bytes. At most 4096 are used. */
	setPeerTableSize(size: number): void {
		this.#allowed = Math.min(size, defaultTableSize);
		this.#leastAllowed = Math.min(this.#leastAllowed, this.#allowed);
	}

	/** Encodes the header block of an answer: `:status`, then a flat list of names (in lower case) and values. Values are latin1. */
	encode(status: number, flat: readonly string[]): Buffer {
		let most = mostBeginning;
		for (let i = 0; i < flat.length; i += 2) most += (flat[i] as string).length + (flat[i + 1] as string).length + mostFraming;
		const out = most <= scratch.length ? scratch : Buffer.allocUnsafeSlow(most);
		let at = 0;
		if (this.#leastAllowed !== this.#limit) at = this.#updateSize(out, at);
		at = writeStatus(out, at, status);
		for (let i = 0; i < flat.length; i += 2) at = this.#pair(out, at, flat[i] as string, flat[i + 1] as string);
		if (out !== scratch) return out.subarray(0, at);
		const block = Buffer.allocUnsafe(at);
		scratch.copy(block, 0, 0, at);
		return block;
	}

	#pair(out: Buffer, at: number, name: string, value: string): number {
		const known = this.#names.get(name) ?? this.#learn(name);
		if (known === undefined) return writeLiteral(out, at, withoutIndexing, staticIndexes.get(name) ?? 0, name, value);
		const { sent } = known;
		if (sent === undefined || value.length > mostValueLength) return writeLiteral(out, at, known.literal, this.#nameIndex(known), name, value);
		for (let i = 0; i < sent.length; i++) {
			const pair = sent[i] as Sent;
			if (pair.value !== value) continue;
			if (pair.number > this.#evicted) return writeInteger(out, at, 0x80, 0x7f, this.#index(pair));
			// The name's index is looked up before the pair is added, because adding may evict the entry with that name (4.4).
			const nameIndex = this.#nameIndex(known);
			const form = this.#add(pair, name.length + value.length + entryOverhead) ? withIndexing : known.literal;
			return writeLiteral(out, at, form, nameIndex, name, value);
		}
		remember(known, sent, value);
		return writeLiteral(out, at, known.literal, this.#nameIndex(known), name, value);
	}

	#learn(name: string): Name | undefined {
		if (this.#names.size >= mostNames) return undefined;
		const known: Name = {
			staticIndex: staticIndexes.get(name) ?? 0,
			literal: secret.has(name) ? neverIndexed : withoutIndexing,
			sent: passing.has(name) ? undefined : [],
			next: 0,
		};
		this.#names.set(name, known);
		return known;
	}

	#index(pair: Sent): number {
		return staticCount + 1 + this.#added - pair.number;
	}

	/** Returns the index of any entry with this name, or 0. */
	#nameIndex({ staticIndex, sent }: Name): number {
		if (staticIndex !== 0 || sent === undefined) return staticIndex;
		for (const pair of sent) if (pair.number > this.#evicted) return this.#index(pair);
		return 0;
	}

	/** Adds a pair to the table. Returns false for a pair that is too large, which would only empty the table. */
	#add(pair: Sent, size: number): boolean {
		if (size > this.#limit) return false;
		this.#evict(this.#limit - size);
		this.#sizes.push(size);
		this.#size += size;
		pair.number = ++this.#added;
		return true;
	}

	#evict(size: number): void {
		while (this.#size > size) {
			this.#size -= this.#sizes.shift() ?? 0;
			this.#evicted++;
		}
	}

	/**
	 * Writes size updates. The smallest size since the last block must be announced as well, because the peer has evicted entries for it
	 * (4.2).
	 */
	#updateSize(out: Buffer, start: number): number {
		let at = start;
		if (this.#leastAllowed < this.#allowed) at = writeInteger(out, at, sizeUpdate, 0x1f, this.#leastAllowed);
		at = writeInteger(out, at, sizeUpdate, 0x1f, this.#allowed);
		this.#evict(this.#leastAllowed);
		this.#limit = this.#allowed;
		this.#leastAllowed = this.#allowed;
		return at;
	}
}

/** Remembers a value. Replaces the oldest one if the list is full. */
function remember(known: Name, sent: Sent[], value: string): void {
	if (sent.length < mostValues) {
		sent.push({ value, number: 0 });
		return;
	}
	// This must be a new object, because the number of the old one belongs to an entry with another value.
	sent[known.next] = { value, number: 0 };
	known.next = (known.next + 1) % mostValues;
}

function writeStatus(out: Buffer, start: number, status: number): number {
	let at = start;
	const index = statusIndexes.get(status);
	if (index !== undefined) {
		out[at++] = 0x80 | index;
		return at;
	}
	out[at++] = withoutIndexing | statusName;
	return writeString(out, at, String(status));
}

function writeLiteral(out: Buffer, start: number, form: number, nameIndex: number, name: string, value: string): number {
	let at = writeInteger(out, start, form, form === withIndexing ? 0x3f : 0x0f, nameIndex);
	if (nameIndex === 0) at = writeString(out, at, name);
	return writeString(out, at, value);
}

function writeString(out: Buffer, start: number, text: string): number {
	const { length } = text;
	const at = writeInteger(out, start, 0, 0x7f, length);
	if (length > shortString) out.write(text, at, length, 'latin1');
	else for (let i = 0; i < length; i++) out[at + i] = text.charCodeAt(i);
	return at + length;
}

/** Writes an integer (RFC 7541, 5.1). `mask`: its bits in the first byte. `form`: the other bits of that byte. */
function writeInteger(out: Buffer, start: number, form: number, mask: number, value: number): number {
	let at = start;
	if (value < mask) {
		out[at++] = form | value;
		return at;
	}
	out[at++] = form | mask;
	let rest = value - mask;
	for (; rest >= 0x80; rest >>>= 7) out[at++] = 0x80 | (rest & 0x7f);
	out[at++] = rest;
	return at;
}
