/** What the connections of a server have in common. */
import { SmallReads } from './small-reads.ts';

const mostFreeBlocks = 128;
export const blockBytes = 64 * 1024;

/** Memory in which frames are laid down. Made anew for each write, it would drive V8 into one full collection after the other. */
export class Blocks {
	readonly #free: Buffer[] = [];

	take(): Buffer {
		return this.#free.pop() ?? Buffer.allocUnsafeSlow(blockBytes);
	}

	/** Nobody reads them any more. */
	giveBack(blocks: readonly Buffer[]): void {
		for (const block of blocks) if (this.#free.length < mostFreeBlocks) this.#free.push(block);
	}
}

/** The moment as answers have it (RFC 9110, 6.6.1), made once a second. */
class AnswerDate {
	#second = 0;
	#text = '';

	get text(): string {
		const second = Math.floor(Date.now() / 1000);
		if (second !== this.#second) {
			this.#second = second;
			this.#text = new Date(1000 * second).toUTCString();
		}
		return this.#text;
	}
}

export class SharedByConnections {
	readonly smallReads = new SmallReads();
	readonly blocks = new Blocks();
	readonly date = new AnswerDate();
}
