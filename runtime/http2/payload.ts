/** Parts of frame payloads that several frame types have (RFC 9113, 6). */
import { ConnectionError, codes, type ErrorCode, flags } from './protocol.ts';

/** Returns the payload without padding. Throws ConnectionError. */
export function unpadded(flag: number, payload: Buffer): Buffer {
	if ((flag & flags.padded) === 0) return payload;
	if (payload.length === 0) throw new ConnectionError(codes.frameSizeError, 'a padded frame without the length of its padding');
	const padding = payload[0] as number;
	if (padding >= payload.length) throw wrong('more padding than payload');
	return payload.subarray(1, payload.length - padding);
}

/** Checks the length of a payload. Throws ConnectionError. */
export function expectBytes(name: string, payload: Buffer, bytes: number): void {
	if (payload.length !== bytes) throw new ConnectionError(codes.frameSizeError, `${name} of ${payload.length} bytes, and it has ${bytes}`);
}

export function wrong(message: string): ConnectionError {
	return new ConnectionError(codes.protocolError, message);
}

/** Returns the payload of GOAWAY. `newest`: highest stream number that was handled; `why`: text for people. */
export function goAway(newest: number, code: ErrorCode, why: string): Buffer {
	const payload = Buffer.alloc(8 + Buffer.byteLength(why));
	payload.writeUInt32BE(newest, 0);
	payload.writeUInt32BE(code, 4);
	payload.write(why, 8);
	return payload;
}
