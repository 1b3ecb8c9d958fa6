/** State that all connections of a server share. */
import type { SocketReads } from './contract.ts';
import { TinyRecordThrottle } from './tiny-record-throttle.ts';

const mostFreeBlocks = 128;
export const blockBytes = 64 * 1024;

/** Pool of memory in which frames are laid out. Without it, an allocation for each write would cause continuous full collections in V8. */
export class Blocks {
	readonly #free: Buffer[] = [];

	take(): Buffer {
		return this.#free.pop() ?? Buffer.allocUnsafeSlow(blockBytes);
	}

	/** Returns blocks to the pool. The caller must not use them afterwards. */
	release(blocks: readonly Buffer[]): void {
		for (const block of blocks) if (this.#free.length < mostFreeBlocks) this.#free.push(block);
	}
}

/** Value of the Date header (RFC 9110, 6.6.1), formatted once a second. */
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
	readonly tinyRecords = new TinyRecordThrottle();
	readonly blocks = new Blocks();
	readonly date = new AnswerDate();
	readonly reads: SocketReads;

	constructor(reads: SocketReads) {
		this.reads = reads;
	}
}
