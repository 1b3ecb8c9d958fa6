/**
 * The bytes of a body as they come. Node gives each portion memory of its own, which for one of a few bytes is ten times as much: the
 * small ones of a body that has many are laid side by side.
 */

/** So many portions lie as they came: most bodies have fewer, and nothing of them is copied. */
const fewPortions = 16;
/** What its memory costs beside it is little. */
const largePortionBytes = 4 * 1024;
const blockBytes = 16 * 1024;

export class BodyBytes {
	#pieces: Buffer[] = [];
	#block: Buffer | undefined;
	/** What of the block is in no piece yet. */
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

	/** All of them; nothing is kept. */
	take(): Buffer {
		this.#endPiece();
		const pieces = this.#pieces;
		this.clear();
		return pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces);
	}

	/** Nobody will take them. */
	clear(): void {
		this.#pieces = [];
		this.#block = undefined;
	}

	/** What the block has left is for the portions behind it. */
	#endPiece(): void {
		if (this.#block === undefined || this.#from === this.#to) return;
		this.#pieces.push(this.#block.subarray(this.#from, this.#to));
		this.#from = this.#to;
	}
}
