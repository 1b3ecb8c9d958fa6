/** Splits the bytes of a connection into whole frames. */
import { ConnectionError, codes, frameBytes, headBytes, preface } from './protocol.ts';

export interface FrameTaker {
	/** Receives a frame. The receiver owns `payload` and may keep it. Throws ConnectionError. */
	frame(type: number, flags: number, stream: number, payload: Buffer): void;
}

const empty = Buffer.alloc(0);

export class FrameReader {
	readonly #taker: FrameTaker;
	/** Start of an incomplete frame. Its memory grows with the received bytes, not with the announced length. */
	#held = empty;
	#heldBytes = 0;
	#isBehindPreface = false;

	/** `preface`: true when the input begins with the connection preface, as that of a client does. */
	constructor(taker: FrameTaker, { preface: isFirst = true }: { readonly preface?: boolean } = {}) {
		this.#taker = taker;
		this.#isBehindPreface = !isFirst;
	}

	/**
	 * Passes the frames of `chunk` from offset `at` to the taker while `goesOn` returns true. Returns the offset at which it stopped, the
	 * end of the chunk unless frames remain. Throws ConnectionError.
	 */
	take(chunk: Buffer, at: number, goesOn: () => boolean): number {
		let from = at;
		if (!this.#isBehindPreface) {
			from = this.#takePreface(chunk, from);
			if (!this.#isBehindPreface) return from;
		}
		if (!goesOn()) return from;
		if (this.#heldBytes > 0) {
			from = this.#complete(chunk, from);
			if (this.#heldBytes > 0) return from;
		}
		while (chunk.length - from >= headBytes) {
			const end = from + headBytes + payloadBytes(chunk, from);
			if (end > chunk.length) break;
			if (!goesOn()) return from;
			this.#tell(chunk, from, end);
			from = end;
		}
		if (from === chunk.length) return from;
		this.#hold(chunk, from, chunk.length, chunk.length - from);
		return chunk.length;
	}

	#takePreface(chunk: Buffer, at: number): number {
		const end = Math.min(chunk.length, at + preface.length - this.#heldBytes);
		if (chunk.compare(preface, this.#heldBytes, this.#heldBytes + end - at, at, end) !== 0) {
			throw new ConnectionError(codes.protocolError, 'the client does not begin with the preface of HTTP/2');
		}
		this.#heldBytes += end - at;
		if (this.#heldBytes === preface.length) {
			this.#isBehindPreface = true;
			this.#heldBytes = 0;
		}
		return end;
	}

	/** Adds to the incomplete frame, and passes it on when it is whole. */
	#complete(chunk: Buffer, at: number): number {
		let from = at;
		if (this.#heldBytes < headBytes) {
			from = this.#fill(chunk, from, headBytes);
			if (this.#heldBytes < headBytes) return from;
		}
		const bytes = headBytes + payloadBytes(this.#held, 0);
		from = this.#fill(chunk, from, bytes);
		if (this.#heldBytes < bytes) return from;
		const held = this.#held;
		this.#held = empty;
		this.#heldBytes = 0;
		this.#tell(held, 0, bytes);
		return from;
	}

	#fill(chunk: Buffer, at: number, bytes: number): number {
		const end = Math.min(chunk.length, at + bytes - this.#heldBytes);
		this.#hold(chunk, at, end, bytes);
		return end;
	}

	/** Keeps bytes of an incomplete frame. `bytes`: total size of the frame, as far as it is known. */
	#hold(chunk: Buffer, at: number, end: number, bytes: number): void {
		const needed = this.#heldBytes + end - at;
		if (needed > this.#held.length) {
			const larger = Buffer.allocUnsafeSlow(Math.max(needed, Math.min(bytes, 2 * this.#held.length)));
			this.#held.copy(larger, 0, 0, this.#heldBytes);
			this.#held = larger;
		}
		chunk.copy(this.#held, this.#heldBytes, at, end);
		this.#heldBytes = needed;
	}

	#tell(bytes: Buffer, at: number, end: number): void {
		// The first bit of the stream identifier is reserved.
		const stream =
			(((bytes[at + 5] as number) & 0x7f) << 24) | ((bytes[at + 6] as number) << 16) | ((bytes[at + 7] as number) << 8) | (bytes[at + 8] as number);
		this.#taker.frame(bytes[at + 3] as number, bytes[at + 4] as number, stream, bytes.subarray(at + headBytes, end));
	}
}

function payloadBytes(bytes: Buffer, at: number): number {
	const length = ((bytes[at] as number) << 16) | ((bytes[at + 1] as number) << 8) | (bytes[at + 2] as number);
	if (length > frameBytes) throw new ConnectionError(codes.frameSizeError, `a frame of ${length} bytes, and ${frameBytes} are allowed`);
	return length;
}
