/** Encodes HPACK blocks for tests from the text of RFC 7541, independently of the tested encoder. */
import { codeLengths } from '../../../runtime/http2/hpack/huffman.ts';

/** Encodes an integer (5.1). `form` holds the bits of the first byte above the `bits` that begin the integer. */
export function integer(form: number, bits: number, value: number): Buffer {
	const most = 2 ** bits - 1;
	if (value < most) return Buffer.of(form | value);
	const bytes = [form | most];
	let rest = value - most;
	for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
	return Buffer.from([...bytes, rest]);
}

/** Encodes a string without compression (5.2). */
export function plain(text: string): Buffer {
	return Buffer.concat([integer(0, 7, text.length), Buffer.from(text, 'latin1')]);
}

/** Encodes a string in Huffman code (5.2). */
export function coded(text: string): Buffer {
	const bytes = padded(bitsOf(text));
	return Buffer.concat([integer(0x80, 7, bytes.length), bytes]);
}

/** Packs a string of zeros and ones into bytes, padded with ones. */
export function padded(bits: string): Buffer {
	const whole = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1');
	return Buffer.from(Array.from({ length: whole.length / 8 }, (_, i) => Number.parseInt(whole.slice(i * 8, i * 8 + 8), 2)));
}

export function bitsOf(text: string): string {
	return [...Buffer.from(text, 'latin1')].map((byte) => codes[byte] as string).join('');
}

/** Huffman codes by symbol (appendix B). The code is canonical: each code follows from the previous one, ordered by length and symbol. */
const codes: readonly string[] = canonical();

export const endOfStringBits = codes[256] as string;

function canonical(): string[] {
	const made: string[] = [];
	const symbols = [...codeLengths.keys()].sort((a, b) => (codeLengths[a] as number) - (codeLengths[b] as number) || a - b);
	let next = 0n;
	let length = 0;
	for (const symbol of symbols) {
		const bits = codeLengths[symbol] as number;
		next <<= BigInt(bits - length);
		length = bits;
		made[symbol] = next.toString(2).padStart(bits, '0');
		next++;
	}
	return made;
}

/** Literal with incremental indexing (6.2.1). */
export function withIndexing(name: string, value: string, text: (text: string) => Buffer = plain): Buffer {
	return Buffer.concat([Buffer.of(0x40), text(name), text(value)]);
}

/** Literal without indexing (6.2.2). */
export function withoutIndexing(name: string, value: string, text: (text: string) => Buffer = plain): Buffer {
	return Buffer.concat([Buffer.of(0x00), text(name), text(value)]);
}

/** Indexed header field (6.1). */
export function indexed(index: number): Buffer {
	return integer(0x80, 7, index);
}

/** Dynamic table size update (6.3). */
export function sizeUpdate(size: number): Buffer {
	return integer(0x20, 5, size);
}
