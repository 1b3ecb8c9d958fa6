/**
 * Which bytes take so long to read, check and write that others would wait for it (DESIGN section 11). What an object costs
 * is less its bytes than its values: a value takes microseconds, a byte of text a nanosecond.
 */

/** What so few bytes can hold is read within a few milliseconds; they are not looked at. */
export const smallBytes = 16 * 1024;
/** Whatever they hold. */
const largeBytes = 256 * 1024;
/** Values that take tens of milliseconds where each is an object with defaults, such as a container. */
const mostValues = 4096;
/** A message without fields takes two bytes, and nothing separates it from the next. */
const largeProtobufBytes = 32 * 1024;

const comma = 0x2c;
const lineFeed = 0x0a;

/** `bytes` are JSON or YAML. */
export function isLarge(bytes: Uint8Array): boolean {
	if (bytes.length <= smallBytes) return false;
	if (bytes.length > largeBytes) return true;
	let values = 0;
	for (const byte of bytes) if (byte === comma || byte === lineFeed) values++;
	return values > mostValues;
}

export function isLargeProtobuf(bytes: Uint8Array): boolean {
	return bytes.length > largeProtobufBytes;
}
