/** Bytes for another thread: transferred when they fill their buffer, otherwise copied. */

/** Copies bytes into a buffer of their own, which can be transferred. */
export function apart(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
	return new Uint8Array(bytes);
}

/** Returns transferable bytes. The caller must not use the argument again. */
export function givenAway(bytes: Uint8Array | string): Uint8Array<ArrayBuffer> {
	const buffer = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
	return buffer.buffer instanceof ArrayBuffer && buffer.byteLength === buffer.buffer.byteLength ? new Uint8Array(buffer.buffer) : apart(buffer);
}

export function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
	return Buffer.from(buffer, byteOffset, byteLength);
}
