/**
 * Huffman-coded strings (RFC 7541, 5.2 and appendix B), read four bits at a step. The code is canonical: codes of one length
 * follow each other in the order of their symbols, and so do the lengths; so the lengths say all of it.
 */

/** Bits of the code of each byte, and of the end of string. */
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
/** Padding is the beginning of the code of the end of string, and shorter than a byte. */
const mostPadding = 7;

/** An entry of `steps`: the byte that is complete, whether one is, the next state, and whether a string may end in it. Negative: what no string has. */
const isComplete = 0x100;
const stateShift = 9;
const mayEnd = 1 << 17;
const broken = -1;

/** By state (an inner node of the tree of codes; 0 is its root) times 16 plus the next four bits. */
const steps = stepsOf(treeOf(codeLengths));

/**
 * Decodes block[start, end) into `out` and returns how many bytes there are; -1 where it is not right: padding that is longer
 * than 7 bits or has a zero, or an end of string. `out` has at least `mostDecoded` bytes.
 */
export function huffmanDecode(block: Uint8Array, start: number, end: number, out: Uint8Array): number {
	let length = 0;
	let step = mayEnd;
	for (let i = start; i < end; i++) {
		const byte = block[i] as number;
		step = steps[((step >> (stateShift - 4)) & 0xff0) | (byte >> 4)] as number;
		if (step < 0) return broken;
		if ((step & isComplete) !== 0) out[length++] = step;
		step = steps[((step >> (stateShift - 4)) & 0xff0) | (byte & 15)] as number;
		if (step < 0) return broken;
		if ((step & isComplete) !== 0) out[length++] = step;
	}
	return (step & mayEnd) === 0 ? broken : length;
}

/** Bytes that so many coded bytes become at most: no code is shorter than five bits. */
export function mostDecoded(coded: number): number {
	return Math.floor((coded * 8) / 5);
}

/** The children of each inner node: another inner node, or the complement of a symbol. */
function treeOf(bitsOf: readonly number[]): [zero: number, one: number][] {
	const unset = Number.NaN;
	const tree: [number, number][] = [[unset, unset]];
	let code = 0;
	for (let length = 1; length <= longest; length++) {
		for (const [symbol, bits] of bitsOf.entries()) {
			if (bits !== length) continue;
			let node = 0;
			for (let bit = length - 1; bit > 0; bit--) {
				const children = tree[node] as [number, number];
				const side = (code >> bit) & 1;
				if (Number.isNaN(children[side])) children[side] = tree.push([unset, unset]) - 1;
				node = children[side] as number;
			}
			(tree[node] as [number, number])[code & 1] = ~symbol;
			code++;
		}
		code <<= 1;
	}
	return tree;
}

function stepsOf(tree: readonly [number, number][]): Int32Array {
	const table = new Int32Array(tree.length * 16);
	const endings = new Set([0]);
	for (let node = 0; endings.size <= mostPadding; endings.add(node)) node = (tree[node] as [number, number])[1];
	for (let state = 0; state < tree.length; state++) {
		for (let bits = 0; bits < 16; bits++) {
			let node = state;
			let complete = 0;
			for (let bit = 3; bit >= 0; bit--) {
				node = (tree[node] as [number, number])[(bits >> bit) & 1 ? 1 : 0];
				if (node >= 0) continue;
				complete = isComplete | ~node;
				if (~node === endOfString) break;
				node = 0;
			}
			table[state * 16 + bits] = node < 0 ? broken : complete | (node << stateShift) | (endings.has(node) ? mayEnd : 0);
		}
	}
	return table;
}
