/**
 * Decodes header blocks (RFC 7541). It knows neither the headers nor HTTP/2's rules for them; names and values are latin1, as received. One
 * byte of a block may name an entry of 4 KiB, and three may add an entry to the table. The caller therefore bounds the part that is kept
 * and the part that is read at all.
 */
import { DynamicTable, defaultTableSize, entryOverhead } from './dynamic-table.ts';
import { huffmanDecode, mostDecoded } from './huffman.ts';
import { staticCount, staticNames, staticValues } from './static-table.ts';

/** Malformed header block. The tables of both ends may differ from here on, so the connection ends with COMPRESSION_ERROR. */
export class HpackError extends Error {
	override readonly name = 'HpackError';
}

export interface HeaderBlock {
	/** Name, value, name, value, ...; names as received. */
	readonly flat: string[];
	/** Size by RFC 9113, 6.5.2: name + value + 32 for each field, including fields that were not kept. */
	readonly size: number;
	/** Number of fields, including those that were not kept. */
	readonly pairs: number;
	/** `tooLarge`: some fields were not kept. `abandoned`: the rest was not read, and the decoder is no longer usable. */
	readonly outcome: 'whole' | 'tooLarge' | 'abandoned';
}

/** Bytes, counted as in `size`. */
export interface HeaderBlockBounds {
	readonly keptBytes: number;
	readonly keptPairs: number;
	readonly readBytes: number;
}

/** Bound on integers: far above the length of any frame, and low enough that sums do not overflow. */
const mostInteger = 2 ** 28;

/** One update for the smallest size announced since the last block, and one for the newest (4.2). */
const mostSizeUpdates = 2;

/** Representations by their first bits (6). */
const indexed = 0x80;
const literalIndexed = 0x40;
const sizeUpdate = 0x20;
const huffmanCoded = 0x80;

/** Buffer of Huffman-decoded strings. It can be shared because decoding is synchronous. */
const scratch = Buffer.allocUnsafeSlow(16 * 1024);

export class HpackDecoder {
	readonly #maxTableSize: number;
	readonly #table = new DynamicTable(defaultTableSize);
	/** Read position in the block. */
	#at = 0;

	/**
	 * `maxTableSize` is the SETTINGS_HEADER_TABLE_SIZE that we announced, in bytes. The table always begins with the default of 4096,
	 * because a peer sends before it has read our settings. The peer announces another size itself, at most this one.
	 */
	constructor(maxTableSize: number = defaultTableSize) {
		this.#maxTableSize = maxTableSize;
	}

	/**
	 * Decodes one whole header block. Beyond the kept bounds it continues, so that the table stays right; beyond `readBytes` it stops.
	 * Throws HpackError, after which the decoder is not usable.
	 */
	decode(block: Buffer, { keptBytes, keptPairs, readBytes }: HeaderBlockBounds): HeaderBlock {
		const flat: string[] = [];
		const table = this.#table;
		let size = 0;
		let pairs = 0;
		this.#at = 0;
		this.#sizeUpdates(block);
		while (this.#at < block.length) {
			const first = block[this.#at++] as number;
			let name: string;
			let value: string;
			if (first >= indexed) {
				const index = this.#integer(block, first, 0x7f);
				if (index <= staticCount) {
					if (index === 0) throw new HpackError('a header has index 0');
					name = staticNames[index] as string;
					value = staticValues[index] as string;
				} else {
					if (index - staticCount > table.count) throw new HpackError('a header has an index beyond the tables');
					name = table.name(index - staticCount - 1);
					value = table.value(index - staticCount - 1);
				}
			} else if (first >= literalIndexed) {
				name = this.#name(block, this.#integer(block, first, 0x3f));
				value = this.#string(block);
				table.add(name, value);
			} else if (first >= sizeUpdate) {
				throw new HpackError('a size update stands behind a header or two others');
			} else {
				name = this.#name(block, this.#integer(block, first, 0x0f));
				value = this.#string(block);
			}
			size += name.length + value.length + entryOverhead;
			pairs++;
			if (size > readBytes) return { flat, size, pairs, outcome: 'abandoned' };
			if (size <= keptBytes && pairs <= keptPairs) flat.push(name, value);
		}
		return { flat, size, pairs, outcome: size <= keptBytes && pairs <= keptPairs ? 'whole' : 'tooLarge' };
	}

	/** Reads size updates, which are allowed only at the beginning of a block. */
	#sizeUpdates(block: Buffer): void {
		for (let count = 0; count < mostSizeUpdates && this.#at < block.length; count++) {
			const first = block[this.#at] as number;
			if (first < sizeUpdate || first >= literalIndexed) return;
			this.#at++;
			const limit = this.#integer(block, first, 0x1f);
			if (limit > this.#maxTableSize) throw new HpackError('a size update is above what was announced');
			this.#table.resize(limit);
		}
	}

	#name(block: Buffer, index: number): string {
		if (index === 0) return this.#string(block);
		if (index <= staticCount) return staticNames[index] as string;
		if (index - staticCount > this.#table.count) throw new HpackError('a name has an index beyond the tables');
		return this.#table.name(index - staticCount - 1);
	}

	#string(block: Buffer): string {
		if (this.#at >= block.length) throw new HpackError('a block ends where a string is to begin');
		const first = block[this.#at++] as number;
		const length = this.#integer(block, first, 0x7f);
		const start = this.#at;
		const end = start + length;
		if (end > block.length) throw new HpackError('a block ends within a string');
		this.#at = end;
		if (first < huffmanCoded) return block.toString('latin1', start, end);
		const most = mostDecoded(length);
		const out = most <= scratch.length ? scratch : Buffer.allocUnsafe(most);
		const decoded = huffmanDecode(block, start, end, out);
		if (decoded < 0) throw new HpackError('a string is no Huffman code');
		return out.toString('latin1', 0, decoded);
	}

	/** Reads the rest of an integer (5.1) whose first byte holds its bits under `mask`. */
	#integer(block: Buffer, first: number, mask: number): number {
		const short = first & mask;
		return short < mask ? short : this.#longInteger(block, mask);
	}

	#longInteger(block: Buffer, least: number): number {
		let value = least;
		for (let shift = 0; shift < 28; shift += 7) {
			if (this.#at >= block.length) throw new HpackError('a block ends within an integer');
			const byte = block[this.#at++] as number;
			value += (byte & 0x7f) << shift;
			if (byte < 0x80) {
				if (value > mostInteger) break;
				return value;
			}
		}
		throw new HpackError('an integer is too large');
	}
}
