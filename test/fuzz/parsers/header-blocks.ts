/** HTTP/2 header blocks. */
import { HpackDecoder, HpackError } from '../../../runtime/http2/hpack/decoder.ts';
import { exchanges } from '../../http2/hpack/examples.ts';
import { Broken, type FuzzedParser } from '../parser.ts';

const mostBytes = 16 * 1024;
const mostPairs = 100;
const bounds = { keptBytes: mostBytes, keptPairs: mostPairs, readBytes: Number.POSITIVE_INFINITY };

const hpack: FuzzedParser = {
	name: 'HPACK',
	seeds: exchanges.flatMap(({ blocks }) => blocks.map(({ hex }) => Buffer.from(hex, 'hex'))),
	words: [
		'\x3f\xe1\x1f',
		'\x20',
		'\x40\x01a\x01b',
		'\x00\x81\x1f\x01c',
		'\xbe',
		'\xbf',
		'\xff\x00',
		'\x7f\x80\x80\x80\x01',
		'\x82\x87\x84',
		'\xff\xff\xff\xff',
	],
	run(input) {
		const decoder = new HpackDecoder();
		// Decodes twice; the second time the table has entries.
		const blocks = [decoder.decode(input, bounds), decoder.decode(input, bounds)];
		for (const { flat, size, outcome } of blocks) {
			const kept = flat.reduce((sum, text) => sum + text.length + 16, 0);
			if (kept > mostBytes || flat.length > mostPairs * 2) throw new Broken('kept more than it may');
			if (flat.length % 2 !== 0 || (outcome !== 'whole') !== kept < size) throw new Broken('lost what it was to keep');
		}
		return blocks;
	},
	refuses: (error) => error instanceof HpackError,
};

export const headerBlocks: readonly FuzzedParser[] = [hpack];
