/**
 * What a connection has to say. Frames of a turn of the event loop are laid side by side and handed over as one write: what a write
 * costs, with its call into TLS and into the system, is many times what a frame costs. Payloads that are long already go as they lie.
 */
import type { TLSSocket } from 'node:tls';
import { headBytes } from './protocol.ts';
import { type Blocks, blockBytes } from './shared.ts';

/**
 * Bytes that nobody has read, beyond which streams keep what they have. Of what goes on as it is made, and may go on for ever: some
 * socket buffers of the system, so that a fast reader never waits.
 */
const fullOfEvents = 256 * 1024;
/** Of answers that are whole: most lists, as over HTTP/1.1. What their pieces are of would outlive the young generation otherwise. */
const fullOfAnswers = 2 * 1024 * 1024;

const none = Buffer.alloc(0);

export class Output {
	readonly #socket: TLSSocket;
	readonly #pool: Blocks;
	readonly #schedule: () => void;
	/** What goes out, in order: stretches of blocks, and what goes as it lies. */
	#parts: Uint8Array[] = [];
	/** Those that are full, and the one that is being filled. */
	#blocks: Buffer[] = [];
	#block: Buffer = none;
	/** Of that one; before `#from` it is among the parts. */
	#from = blockBytes;
	#used = blockBytes;
	/** To be handed over. */
	#bytes = 0;

	/** `schedule` is called when there is something to hand over, once until `flush`. */
	constructor(socket: TLSSocket, pool: Blocks, schedule: () => void) {
		this.#socket = socket;
		this.#pool = pool;
		this.#schedule = schedule;
	}

	/** What is not with the system yet. */
	get bytes(): number {
		return this.#bytes + this.#socket.writableLength;
	}

	/** `isWhole`: for an answer that is whole. */
	isFull(isWhole: boolean): boolean {
		return this.#bytes + this.#socket.writableLength >= (isWhole ? fullOfAnswers : fullOfEvents);
	}

	/** Lays down the head of a frame; `length` bytes of `block` from the offset that it returns on are to be filled before anything else. */
	begin(type: number, flag: number, stream: number, length: number): number {
		const at = this.#head(type, flag, stream, length, headBytes + length);
		this.#used = at + length;
		return at;
	}

	/** A frame whose payload goes as it lies: nobody may write there any more. */
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

	/** A frame whose payload is one number of 32 bits. */
	number(type: number, stream: number, value: number): void {
		const at = this.begin(type, 0, stream, 4);
		this.#block.writeUInt32BE(value, at);
	}

	/** Hands everything over. */
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
			this.#pool.giveBack(blocks);
			return;
		}
		const last = parts.length - 1;
		const rest = parts[last] as Uint8Array;
		if (last === 0 && rest.length < blockBytes / 4 && socket.writableLength > 0) {
			// It waits for who does not read, and must not keep a whole block.
			socket.write(Buffer.from(rest));
			this.#pool.giveBack(blocks);
			return;
		}
		if (last > 0) socket.cork();
		for (let i = 0; i < last; i++) socket.write(parts[i] as Uint8Array);
		socket.write(rest, () => this.#pool.giveBack(blocks));
		if (last > 0) socket.uncork();
	}

	/** `room`: for the head and what follows it in the block. The offset behind the head. */
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
