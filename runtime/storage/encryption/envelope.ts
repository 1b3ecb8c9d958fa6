/** Plaintext of an encrypted row as one byte string. It includes version and side, because labels and fields reveal parts of the object. */
import type { Key } from '../store.ts';
import type { WrittenState } from '../versions.ts';

/** Lengths of the version (2 bytes) and of the side (4 bytes). */
const headBytes = 2 + 4;

/** Returns the context that binds the bytes to their row. The name comes last, because only names may contain any character. */
export function contextOf({ resource, namespace, name }: Key): string {
	return `${resource}\n${namespace}\n${name}`;
}

export function packed({ version, side, bytes }: WrittenState): Buffer {
	const [versionBytes, sideBytes] = [Buffer.byteLength(version), Buffer.byteLength(side)];
	const whole = Buffer.allocUnsafe(headBytes + versionBytes + sideBytes + bytes.byteLength);
	whole.writeUInt16BE(versionBytes, 0);
	whole.writeUInt32BE(sideBytes, 2);
	whole.write(version, headBytes);
	whole.write(side, headBytes + versionBytes);
	whole.set(bytes, headBytes + versionBytes + sideBytes);
	return whole;
}

/** Splits the plaintext. The returned bytes are a view. */
export function unpacked(whole: Uint8Array): WrittenState {
	const buffer = Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength);
	const atSide = headBytes + buffer.readUInt16BE(0);
	const atBytes = atSide + buffer.readUInt32BE(2);
	return { version: buffer.toString('utf8', headBytes, atSide), side: buffer.toString('utf8', atSide, atBytes), bytes: buffer.subarray(atBytes) };
}
