/**
 * Decodes Huffman-coded strings (RFC 7541, 5.2 and appendix B) a byte at a time. The code is canonical: codes of one length follow each
 * other in the order of their symbols, and shorter codes come first. Therefore the code lengths define the whole code.
 */

/** Code length in bits of each byte, and of the end of string. */
export const codeLengths: readonly number[] = [
	13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 28, 6, 10, 10, 12, 13, 6, 8, 11,
	10, 10, 8, 11, 8, 6, 6, 6, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10, 13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 7,
	8, 13, 19, 13, 14, 6, 15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, 6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28, 20, 22, 20, 20, 22, 22, 22, 23,
	22, 23, 23, 23, 23, 23, 24, 23, 24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24, 22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23,
	23, 21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23, 26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25, 19, 21, 26, 27, 27, 26,
	27, 24, 21, 21, 26, 26, 28, 27, 27, 27, 20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23, 26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27,
	27, 27, 26, 30,
];
const endOfString = 256;
const longest = 30;

/**
 * Code tree with both children of each inner node. Node 0 is the root. A child is another inner node, or the complement of a symbol (a
 * negative number).
 */
const tree = treeOf(codeLengths);

/**
 * Maximum number of padding bits. Padding is a prefix of the end-of-string code and shorter than a byte. `endings`: nodes at which padding
 * may end.
 */
const mostPadding = 7;
const endings = paddings();

/**
 * Transition table. Its index is the state (the inner node reached so far) times 256, plus the next byte. An entry has, from its lowest
 * bits:
 *
 * - the first completed byte (8 bits) and the second (8)
 * - their number (2)
 * - whether a string may end here (1)
 * - the next state (8)
 *
 * An entry for an impossible sequence is negative. Entries are computed on first use and are 0 before, because ordinary text needs few of
 * them.
 */
const steps = new Int32Array((tree.length / 2) * 256);
const countShift = 16;
const mayEnd = 1 << 18;
const stateShift = 19;
const broken = -1;

/**
 * Decodes block[start, end) into `out`, and returns the number of bytes. Returns -1 for padding that is longer than 7 bits or has a zero
 * bit, and for an end-of-string code. `out` must have at least `mostDecoded` bytes.
 */
export function huffmanDecode(block: Uint8Array, start: number, end: number, out: Uint8Array): number {
	let length = 0;
	let step = mayEnd;
	for (let i = start; i < end; i++) {
		const index = ((step >> stateShift) << 8) | (block[i] as number);
		step = steps[index] as number;
		if (step <= 0) {
			if (step === 0) step = makeStep(index);
			if (step < 0) return broken;
		}
		// Both bytes are always written, which is cheaper than a branch. Bytes that do not count are overwritten later.
		out[length] = step;
		out[length + 1] = step >> 8;
		length += (step >> countShift) & 3;
	}
	return (step & mayEnd) === 0 ? broken : length;
}

/**
 * Returns the maximum number of bytes that `coded` bytes decode to, plus the extra bytes that the decoder writes. The shortest code has
 * five bits.
 */
export function mostDecoded(coded: number): number {
	return Math.floor((coded * 8) / 5) + 2;
}

function makeStep(index: number): number {
	const byte = index & 0xff;
	let node = index >> 8;
	let symbols = 0;
	let count = 0;
	for (let bit = 7; bit >= 0 && node >= 0; bit--) {
		node = tree[node * 2 + ((byte >> bit) & 1)] as number;
		if (node >= 0 || ~node === endOfString) continue;
		symbols |= ~node << (count * 8);
		count++;
		node = 0;
	}
	const step = node < 0 ? broken : symbols | (count << countShift) | (endings.has(node) ? mayEnd : 0) | (node << stateShift);
	steps[index] = step;
	return step;
}

function treeOf(bitsOf: readonly number[]): Int16Array {
	const children = new Int16Array((bitsOf.length - 1) * 2);
	let nodes = 1;
	let code = 0;
	for (let length = 1; length <= longest; length++) {
		for (let symbol = 0; symbol < bitsOf.length; symbol++) {
			if (bitsOf[symbol] !== length) continue;
			let node = 0;
			for (let bit = length - 1; bit > 0; bit--) {
				const child = node * 2 + ((code >> bit) & 1);
				if (children[child] === 0) children[child] = nodes++;
				node = children[child] as number;
			}
			children[node * 2 + (code & 1)] = ~symbol;
			code++;
		}
		code <<= 1;
	}
	return children;
}

function paddings(): ReadonlySet<number> {
	const nodes = new Set([0]);
	for (let node = 0; nodes.size <= mostPadding; nodes.add(node)) node = tree[node * 2 + 1] as number;
	return nodes;
}
