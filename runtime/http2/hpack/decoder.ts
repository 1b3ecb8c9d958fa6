/**
 * Decodes header blocks (RFC 7541). It knows neither headers nor HTTP/2's rules for them. Names and values are latin1, as received. One
 * byte of a block may name an entry of 4 KiB, and three bytes may add an entry to the table. Therefore the caller bounds how much is kept
 * and how much is read.
 */
import { DynamicTable, defaultTableSize, entryOverhead } from './dynamic-table.ts';
import { huffmanDecode, mostDecoded } from './huffman.ts';
import { staticCount, staticNames, staticValues } from './static-table.ts';

/** Error for a malformed header block. The tables of both ends may differ from now on, so the connection ends with COMPRESSION_ERROR. */
export class HpackError extends Error {
	override readonly name = 'HpackError';
}

export interface HeaderBlock {
	/** Flat list of names and values, as received. */
	readonly flat: string[];
	/** Size by RFC 9113, 6.5.2: name + value + 32 for each field, including fields that are not kept. */
	readonly size: number;
	/** Number of fields, including those that are not kept. */
	readonly pairs: number;
	/** `tooLarge`: some fields are not kept. `abandoned`: the rest was not read, and the decoder is unusable. */
	readonly outcome: 'whole' | 'tooLarge' | 'abandoned';
}

/** Bounds in bytes, counted like `size`. */
export interface HeaderBlockBounds {
	readonly keptBytes: number;
	readonly keptPairs: number;
	readonly readBytes: number;
}

/** Maximum value of an integer: far above the length of any frame, and so low that sums do not overflow. */
const mostInteger = 2 ** 28;

/** Maximum number of size updates in a block: the smallest size since the last block, and the newest (4.2). */
const mostSizeUpdates = 2;

/** Representations, by their first bits (6). */
const indexed = 0x80;
const literalIndexed = 0x40;
const sizeUpdate = 0x20;
const huffmanCoded = 0x80;

/** Shared buffer for Huffman-decoded strings. Decoding is synchronous, so one buffer is enough. */
const scratch = Buffer.allocUnsafeSlow(16 * 1024);

export class HpackDecoder {
	readonly #maxTableSize: number;
	readonly #table = new DynamicTable(defaultTableSize);
	/** Read position in the block. */
	#at = 0;

	/**
	 * `maxTableSize`: the SETTINGS_HEADER_TABLE_SIZE that this end announced, in bytes. The table begins with the default of 4096, because
	 * a peer sends before it has read our settings. The peer announces another size, which is at most this one.
	 */
	constructor(maxTableSize: number = defaultTableSize) {
		this.#maxTableSize = maxTableSize;
	}

	/**
	 * Decodes a whole header block. Beyond the kept bounds it continues, so that the table stays correct; beyond `readBytes` it stops.
	 * Throws HpackError, after which the decoder is unusable.
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
				throw new HpackError('a size update follows a header or two other updates');
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

	/** Reads size updates, which are allowed only at the start of a block. */
	#sizeUpdates(block: Buffer): void {
		for (let count = 0; count < mostSizeUpdates && this.#at < block.length; count++) {
			const first = block[this.#at] as number;
			if (first < sizeUpdate || first >= literalIndexed) return;
			this.#at++;
			const limit = this.#integer(block, first, 0x1f);
			if (limit > this.#maxTableSize) throw new HpackError('a size update exceeds the announced maximum');
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

	/** Reads the rest of an integer (5.1). `mask`: its bits in the first byte. */
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
