/** Protobuf reader for bytes that may be malformed. Every read is checked; errors are WireErrors. */

export class WireError extends Error {
	override readonly name = 'WireError';
}

export const wireTypes = { varint: 0, fixed64: 1, bytes: 2, startGroup: 3, endGroup: 4, fixed32: 5 } as const;

export class WireReader {
	private readonly buffer: Buffer;
	private position: number;
	readonly end: number;

	constructor(buffer: Buffer, start = 0, end = buffer.length) {
		this.buffer = buffer;
		this.position = start;
		this.end = end;
	}

	get done(): boolean {
		return this.position >= this.end;
	}

	/** Reads a tag: field number times 8 plus wire type. */
	tag(): number {
		const tag = this.varint();
		if (tag < 8 || tag > 0xffffffff) throw new WireError(`proto: illegal tag ${tag}`);
		return tag;
	}

	/** Reads a varint as a number: exact up to 2^53; negative ones as signed 64-bit. */
	varint(): number {
		let value = 0;
		let scale = 1;
		for (let at = this.position, size = 0; size < 7; size++) {
			const byte = at < this.end ? (this.buffer[at++] ?? 0) : this.truncated();
			value += (byte & 0x7f) * scale;
			if (byte < 0x80) {
				this.position = at;
				return value;
			}
			scale *= 128;
		}
		return Number(this.varint64());
	}

	/** Reads a varint as a signed 64-bit value. */
	varint64(): bigint {
		let value = 0n;
		for (let shift = 0n; shift < 70n; shift += 7n) {
			const byte = this.byte();
			value |= BigInt(byte & 0x7f) << shift;
			if (byte < 0x80) return BigInt.asIntN(64, value);
		}
		throw new WireError('proto: integer overflow');
	}

	double(): number {
		const at = this.advance(8);
		return this.buffer.readDoubleLE(at);
	}

	text(): string {
		const size = this.size();
		const at = this.advance(size);
		return this.buffer.toString('utf8', at, at + size);
	}

	base64(): string {
		const size = this.size();
		const at = this.advance(size);
		return this.buffer.toString('base64', at, at + size);
	}

	bytes(): Buffer {
		const size = this.size();
		const at = this.advance(size);
		return this.buffer.subarray(at, at + size);
	}

	/** Returns a reader for a nested message, and skips it here. */
	message(): WireReader {
		const size = this.size();
		const at = this.advance(size);
		return new WireReader(this.buffer, at, at + size);
	}

	skip(wireType: number): void {
		switch (wireType) {
			case wireTypes.varint:
				this.varint64();
				return;
			case wireTypes.fixed64:
				this.advance(8);
				return;
			case wireTypes.bytes:
				this.advance(this.size());
				return;
			case wireTypes.fixed32:
				this.advance(4);
				return;
			default:
				throw new WireError(`proto: illegal wireType ${wireType}`);
		}
	}

	private byte(): number {
		const byte = this.position < this.end ? this.buffer[this.position] : undefined;
		this.position++;
		return byte ?? this.truncated();
	}

	private size(): number {
		const size = this.varint();
		if (size < 0) throw new WireError('proto: negative length found during unmarshaling');
		return size;
	}

	private advance(size: number): number {
		const at = this.position;
		if (size > this.end - at) this.truncated();
		this.position = at + size;
		return at;
	}

	private truncated(): never {
		throw new WireError('unexpected EOF');
	}
}
