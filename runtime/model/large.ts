/**
 * Which bytes take so long to read, check and write that others would wait for it (DESIGN section 11). What an object costs
 * is less its bytes than its values: a value takes microseconds, a byte of text a nanosecond.
 */

/** What so few bytes can hold is read within a few milliseconds; they are not looked at. */
export const smallBytes = 8 * 1024;
/** Whatever they hold. */
const largeBytes = 256 * 1024;
/** Values that take ten milliseconds or more where each is an object with defaults, such as a container. */
const mostValues = 2048;

/** Copies in a JSON patch, each of which may double what is there. */
const mostCopies = 4;

const comma = 0x2c;
const lineFeed = 0x0a;
const space = 0x20;

/** `bytes` are JSON or YAML: values are told apart by commas or by lines. */
export function isLarge(bytes: Uint8Array): boolean {
	if (bytes.length <= smallBytes) return false;
	if (bytes.length > largeBytes) return true;
	let values = 0;
	for (let i = 0; i < bytes.length; i++) if (bytes[i] === comma || bytes[i] === lineFeed) values++;
	return values > mostValues;
}

/** Whether a JSON patch may make much of little: by copies, also by such as are not spelt out. */
export function copiesMuch(patch: Buffer): boolean {
	let copies = 0;
	for (let at = patch.indexOf('"copy"'); at >= 0; at = patch.indexOf('"copy"', at + 1)) if (++copies > mostCopies) return true;
	return patch.includes('\\u');
}

/** Text has no bytes below the space; of a field in front of it, its number and its length mostly are. */
export function isLargeProtobuf(bytes: Uint8Array): boolean {
	if (bytes.length <= smallBytes) return false;
	if (bytes.length > largeBytes) return true;
	let marks = 0;
	for (let i = 0; i < bytes.length; i++) if ((bytes[i] as number) < space) marks++;
	return marks > 2 * mostValues;
}
