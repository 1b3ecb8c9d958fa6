/**
 * Output of a connection. The frames of an event loop iteration are laid out contiguously and passed on as one write. A write, with its
 * calls into TLS and the system, costs many times as much as a frame. Long payloads are passed on without a copy.
 */
import type { TLSSocket } from 'node:tls';
import { headBytes } from './protocol.ts';
import { type Blocks, blockBytes } from './shared.ts';

/**
 * Unsent bytes above which event streams keep their data, because these streams are unbounded. It is the size of several socket buffers, so
 * that a fast reader never waits.
 */
const fullOfEvents = 256 * 1024;
/**
 * The same bound for complete answers. Most lists fit in, as over HTTP/1.1. Otherwise the memory of their pieces would outlive the young
 * generation.
 */
const fullOfAnswers = 2 * 1024 * 1024;

const none = Buffer.alloc(0);

export class Output {
	readonly #socket: TLSSocket;
	readonly #pool: Blocks;
	readonly #schedule: () => void;
	/** Output in order: ranges of blocks, and payloads that are not copied. */
	#parts: Uint8Array[] = [];
	/** Full blocks, and the one that is being filled. */
	#blocks: Buffer[] = [];
	#block: Buffer = none;
	/** Start of the range of the current block that is not yet in `#parts`. */
	#from = blockBytes;
	#used = blockBytes;
	/** Number of bytes to pass on. */
	#bytes = 0;

	/** `schedule`: called once between two calls of `flush`, when there is output. */
	constructor(socket: TLSSocket, pool: Blocks, schedule: () => void) {
		this.#socket = socket;
		this.#pool = pool;
		this.#schedule = schedule;
	}

	/** Number of bytes not yet accepted by the system. */
	get bytes(): number {
		return this.#bytes + this.#socket.writableLength;
	}

	/** Reports whether the bound is reached. `isWhole`: true for the bound of complete answers. */
	isFull(isWhole: boolean): boolean {
		return this.#bytes + this.#socket.writableLength >= (isWhole ? fullOfAnswers : fullOfEvents);
	}

	/**
	 * Writes the head of a frame and returns an offset in `block`. The caller must fill `length` bytes from there before any other call.
	 */
	begin(type: number, flag: number, stream: number, length: number): number {
		const at = this.#head(type, flag, stream, length, headBytes + length);
		this.#used = at + length;
		return at;
	}

	/** Adds a frame whose payload is passed on without a copy. The caller must not change the payload afterwards. */
	frameAsItLies(type: number, flag: number, stream: number, payload: Uint8Array): void {
		this.#used = this.#head(type, flag, stream, payload.length, headBytes);
		this.#endStretch();
		this.#parts.push(payload);
		this.#bytes += payload.length;
	}

	get block(): Buffer {
		return this.#block;
	}

	frame(type: number, flag: number, stream: number, payload: Uint8Array): void {
		const at = this.begin(type, flag, stream, payload.length);
		this.#block.set(payload, at);
	}

	/** Adds a frame whose payload is a 32-bit number. */
	number(type: number, stream: number, value: number): void {
		const at = this.begin(type, 0, stream, 4);
		this.#block.writeUInt32BE(value, at);
	}

	/** Passes all output to the socket. */
	flush(): void {
		if (this.#bytes === 0) return;
		this.#endStretch();
		const blocks = this.#blocks;
		const parts = this.#parts;
		this.#parts = [];
		this.#blocks = [];
		this.#block = none;
		this.#from = blockBytes;
		this.#used = blockBytes;
		this.#bytes = 0;
		const socket = this.#socket;
		if (socket.destroyed || socket.writableEnded) {
			this.#pool.release(blocks);
			return;
		}
		const last = parts.length - 1;
		const rest = parts[last] as Uint8Array;
		if (last === 0 && rest.length < blockBytes / 4 && socket.writableLength > 0) {
			// The write waits for a slow reader, and must not keep a whole block in memory.
			socket.write(Buffer.from(rest));
			this.#pool.release(blocks);
			return;
		}
		if (last > 0) socket.cork();
		for (let i = 0; i < last; i++) socket.write(parts[i] as Uint8Array);
		socket.write(rest, () => this.#pool.release(blocks));
		if (last > 0) socket.uncork();
	}

	/**
	 * Writes the head of a frame and returns the offset after it. `room`: bytes of the head and of the payload that follows it in the
	 * block.
	 */
	#head(type: number, flag: number, stream: number, length: number, room: number): number {
		const block = this.#room(room);
		const at = this.#used;
		block[at] = length >>> 16;
		block[at + 1] = length >>> 8;
		block[at + 2] = length;
		block[at + 3] = type;
		block[at + 4] = flag;
		block[at + 5] = stream >>> 24;
		block[at + 6] = stream >>> 16;
		block[at + 7] = stream >>> 8;
		block[at + 8] = stream;
		return at + headBytes;
	}

	#room(bytes: number): Buffer {
		if (this.#bytes === 0) this.#schedule();
		this.#bytes += bytes;
		if (this.#used + bytes <= blockBytes) return this.#block;
		this.#endStretch();
		this.#block = this.#pool.take();
		this.#blocks.push(this.#block);
		this.#from = 0;
		this.#used = 0;
		return this.#block;
	}

	#endStretch(): void {
		if (this.#used > this.#from) this.#parts.push(this.#block.subarray(this.#from, this.#used));
		this.#from = this.#used;
	}
}
