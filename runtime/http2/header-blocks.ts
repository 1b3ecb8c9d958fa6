/** Decoder of a connection's header blocks, with limits on their size and cost. */
import { type AbuseLimits, enhanceYourCalm } from './abuse-limits.ts';
import type { Http2Bounds } from './contract.ts';
import { type HeaderBlockBounds, HpackDecoder } from './hpack/decoder.ts';

/** Costs of decoding that count as a frame: bytes of a Huffman-coded header block, and number of headers with a table entry. */
const blockBytesOfFrame = 64;
const pairsOfFrame = 4;

interface DecodedBlock {
	/** Headers: name, value, name, value. */
	readonly flat: readonly string[];
	/** True when the headers exceed the limit, so that the request is answered with 431. */
	readonly tooLarge: boolean;
	/** Number of frames that the decoding counts as. */
	readonly frames: number;
}

export class HeaderBlocks {
	readonly #decoder = new HpackDecoder();
	readonly #bounds: HeaderBlockBounds;
	readonly #abuseLimits: AbuseLimits;

	constructor({ headBytes, headPairs, mostHeadBytes }: Http2Bounds, abuseLimits: AbuseLimits) {
		this.#bounds = { keptBytes: headBytes, keptPairs: headPairs, readBytes: mostHeadBytes };
		this.#abuseLimits = abuseLimits;
	}

	/**
	 * Decodes a block. Call it for every block, even one that is not used, so that the header table equals the client's. Throws
	 * ConnectionError for a block far beyond the limits.
	 */
	decode(block: Buffer): DecodedBlock {
		const { flat, pairs, outcome } = this.#decoder.decode(block, this.#bounds);
		if (outcome === 'abandoned') throw enhanceYourCalm(`a header block of more than ${this.#bounds.readBytes} bytes`);
		if (outcome === 'tooLarge') this.#abuseLimits.oversized();
		const frames = Math.floor(block.length / blockBytesOfFrame + pairs / pairsOfFrame);
		return { flat, tooLarge: outcome === 'tooLarge', frames };
	}
}
