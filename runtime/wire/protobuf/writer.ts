/** Longest text, in characters, that a loop encodes faster than the engine's encoder. */
const shortText = 40;

/**
 * Protobuf writer that writes backwards. It knows the length of a nested message when it writes its header, so nothing is copied. Callers
 * write fields in reverse order.
 */
export class BackwardWriter {
	private buffer: Buffer;
	/** Offset of the first written byte. */
	private position: number;

	constructor(sizeHint = 1024) {
		this.buffer = Buffer.allocUnsafe(sizeHint);
		this.position = sizeHint;
	}

	/** Number of bytes written so far; the difference between two values is the length of the part in between. */
	get length(): number {
		return this.buffer.length - this.position;
	}

	finish(): Buffer {
		return this.buffer.subarray(this.position);
	}

	tag(number: number, wireType: number): void {
		this.varint(number * 8 + wireType);
	}

	/** Writes an integer of at most 2^53; a negative one takes ten bytes. */
	varint(value: number): void {
		if (value < 0) {
			this.varint64(BigInt(value));
			return;
		}
		if (value < 0x80) {
			this.reserve(1);
			this.buffer[--this.position] = value;
			return;
		}
		this.reserve(8);
		let size = 1;
		for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 128)) size++;
		this.position -= size;
		let at = this.position;
		let rest = value;
		for (; rest >= 0x80; rest = Math.floor(rest / 128)) this.buffer[at++] = (rest % 128) | 0x80;
		this.buffer[at] = rest;
	}

	varint64(value: bigint): void {
		const bytes: number[] = [];
		let rest = BigInt.asUintN(64, value);
		for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
		bytes.push(Number(rest));
		this.raw(bytes);
	}

	double(value: number): void {
		this.reserve(8);
		this.position -= 8;
		this.buffer.writeDoubleLE(value, this.position);
	}

	raw(bytes: ArrayLike<number>): void {
		this.reserve(bytes.length);
		this.position -= bytes.length;
		this.buffer.set(bytes, this.position);
	}

	/** Writes a text, preceded by its length. */
	text(value: string): void {
		if (value.length <= shortText && this.ascii(value)) return;
		const size = Buffer.byteLength(value);
		this.reserve(size);
		this.position -= size;
		this.buffer.write(value, this.position, size, 'utf8');
		this.varint(size);
	}

	/** Writes the decoded bytes of base64 text, preceded by their length. */
	base64(value: string): void {
		const size = Buffer.byteLength(value, 'base64');
		this.reserve(size);
		this.position -= size;
		this.buffer.write(value, this.position, size, 'base64');
		this.varint(size);
	}

	/** Writes a short ASCII text without calling the engine's encoder. Returns false, having written nothing, for other text. */
	private ascii(value: string): boolean {
		const size = value.length;
		this.reserve(size);
		const start = this.position - size;
		for (let index = 0; index < size; index++) {
			const code = value.charCodeAt(index);
			if (code > 0x7f) return false;
			this.buffer[start + index] = code;
		}
		this.position = start;
		this.varint(size);
		return true;
	}

	private reserve(size: number): void {
		if (this.position >= size) return;
		const used = this.length;
		const grown = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, used + size + 64));
		this.buffer.copy(grown, grown.length - used, this.position);
		this.buffer = grown;
		this.position = grown.length - used;
	}
}
