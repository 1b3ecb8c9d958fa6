/** HTTP/2 header blocks that cost more to decode than to send: table entries, references to large entries, Huffman code. */
import { added, integer, literal, newestEntry, tableSize } from '../../../http/http2/blocks.ts';
import { framed } from '../../../http/http2/judged.ts';
import type { HostileCase } from '../contract.ts';
import { ending, flags, frame, frameTypes, getRoot, many, post, repeatedHeader } from '../frames.ts';
import { frames } from './frame-case.ts';

const wholeHead = flags.endStream | flags.endHeaders;
const create = post('/api/v1/namespaces/default/configmaps');
const root = (...more: readonly Buffer[]): Buffer => Buffer.concat([getRoot, ...more]);
const entry = (bytes: number): Buffer => added(['a', 'v'.repeat(bytes)]);
const references = (count: number): Buffer => Buffer.alloc(count, newestEntry);
const huffman = (bytes: number, byte: number): Buffer => Buffer.concat([Buffer.from([0x00, 1, 0x61]), integer(0x80, 7, bytes), Buffer.alloc(bytes, byte)]);

function blocks(name: string, count: number, block: (index: number) => Buffer, before: readonly Buffer[] = []): HostileCase {
	return frames(name, () => Buffer.concat([...before, many(count, (i) => framed(2 * i + 3, block(i))), ending]));
}

const withEntry = (bytes: number): Buffer => frame(frameTypes.headers, wholeHead, 1, root(entry(bytes)));

export const headerBlockCases: readonly HostileCase[] = [
	blocks('30,000 entries of the table in each of 20 blocks', 20, () => root(many(30_000, () => added(['a', ''])))),
	blocks('3,800 entries of the table in each of 300 blocks, which are within what is decoded', 300, () => root(many(3_800, () => added(['a', ''])))),
	blocks('190 entries of the table in each of 2,000 blocks, which are within the bound', 2_000, () => root(many(190, () => added(['a', 'b'])))),
	blocks('the same, with a table that is emptied before each', 2_000, () =>
		Buffer.concat([tableSize(0), tableSize(4_096), root(many(190, () => added(['a', 'b'])))]),
	),
	blocks('15 entries that each empty the table, in each of 500 blocks', 500, () => root(many(15, () => entry(4_000)))),
	blocks('120,000 references to an entry of 4 KB in each of 20 blocks', 20, () => root(repeatedHeader(4_000, 120_000))),
	blocks('30 references to an entry of 4 KB (beyond the bound) in each of 5,000 blocks of 40 bytes', 5_000, () => root(references(30)), [withEntry(4_000)]),
	blocks('15 references to an entry of 4 KB (within it) in each of 3,000 blocks', 3_000, () => root(references(15)), [withEntry(4_000)]),
	blocks('62 KB of Huffman code in each of 200 blocks', 200, () => root(huffman(39_000, 0x18))),
	blocks('120 KB of Huffman code in each of 100 blocks', 100, () => root(huffman(125_000, 0x18))),
	blocks('10,000 names and values of Huffman code in each of 50 blocks', 50, () => root(many(10_000, () => Buffer.from([0x00, 0x81, 0x1f, 0x81, 0x1f])))),
	blocks('190 cookies that are joined, in each of 500 blocks', 500, () => root(many(190, () => literal(['cookie', 'v'.repeat(250)])))),
	frames('trailers beyond the bound behind each of 200 bodies', () =>
		Buffer.concat([
			withEntry(1_000),
			many(200, (i) =>
				Buffer.concat([frame(frameTypes.headers, flags.endHeaders, 2 * i + 3, create), frame(frameTypes.headers, wholeHead, 2 * i + 3, references(70))]),
			),
			ending,
		]),
	),
	frames('64 KB of trailers behind each of 200 bodies', () =>
		Buffer.concat([
			many(200, (i) => Buffer.concat([frame(frameTypes.headers, flags.endHeaders, 2 * i + 1, create), framed(2 * i + 1, literal(['x', 'v'.repeat(64_000)]))])),
			ending,
		]),
	),
];
