/** Bytes on their way from one thread to the other: handed over where they lie alone in their memory, copied otherwise. */

/** Bytes that nobody else holds, and the memory to be handed over with them. */
export function apart(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
	return new Uint8Array(bytes);
}

/** Of bytes that whoever gives them does not use again. */
export function givenAway(bytes: Uint8Array | string): Uint8Array<ArrayBuffer> {
	const buffer = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
	return buffer.buffer instanceof ArrayBuffer && buffer.byteLength === buffer.buffer.byteLength ? new Uint8Array(buffer.buffer) : apart(buffer);
}

export function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
	return Buffer.from(buffer, byteOffset, byteLength);
}
