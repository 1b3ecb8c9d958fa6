/**
 * Collects the bytes of a body. Node allocates memory for each portion, which for a few bytes is ten times their size. Therefore the small
 * portions of a body that has many are copied together.
 */

/** Maximum number of portions that are kept without a copy. Most bodies have fewer. */
const fewPortions = 16;
/** Size above which the memory overhead of a portion is small. */
const largePortionBytes = 4 * 1024;
const blockBytes = 16 * 1024;

export class BodyBytes {
	#pieces: Buffer[] = [];
	#block: Buffer | undefined;
	/** Start of the part of the block that is not yet a piece. */
	#from = 0;
	#to = 0;

	add(portion: Buffer): void {
		if (portion.length >= largePortionBytes || (this.#block === undefined && this.#pieces.length < fewPortions)) {
			this.#endPiece();
			this.#pieces.push(portion);
			return;
		}
		if (this.#block === undefined || this.#to + portion.length > blockBytes) {
			this.#endPiece();
			this.#block = Buffer.allocUnsafeSlow(blockBytes);
			this.#from = 0;
			this.#to = 0;
		}
		this.#to += portion.copy(this.#block, this.#to);
	}

	/** Returns all bytes, and holds none afterwards. */
	take(): Buffer {
		this.#endPiece();
		const pieces = this.#pieces;
		this.clear();
		return pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces);
	}

	/** Drops all bytes. */
	clear(): void {
		this.#pieces = [];
		this.#block = undefined;
	}

	/** Turns the filled part of the block into a piece. The rest of the block is kept for further portions. */
	#endPiece(): void {
		if (this.#block === undefined || this.#from === this.#to) return;
		this.#pieces.push(this.#block.subarray(this.#from, this.#to));
		this.#from = this.#to;
	}
}

/**
 * Size from which a slice is copied. Without the copy, the whole buffer of the slice stays in memory until the client has read the slice.
 */
const largeSliceBytes = 16 * 1024;

/** Returns bytes that an unread stream may hold: the bytes themselves, or a copy of a slice of a much larger event. */
export function ofItsOwn(bytes: Buffer): Buffer {
	return bytes.length < largeSliceBytes || bytes.buffer.byteLength < 2 * bytes.length ? bytes : Buffer.from(bytes);
}
