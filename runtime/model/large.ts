/**
 * Bytes that take so long to read, check and write that other requests would wait (DESIGN section 11). The cost of an object depends less
 * on its bytes than on its values: a value takes microseconds, a byte of text a nanosecond.
 */

/** Bodies up to this size are read within a few milliseconds, so their values are not counted. */
export const smallBytes = 8 * 1024;
/** Bodies above this size are large, whatever they hold. */
const largeBytes = 256 * 1024;
/**
 * Bound on the values of a body that is not large. More take ten milliseconds or longer when each is an object with defaults, such as a
 * container.
 */
const mostValues = 2048;

/** Bound on the copies in a JSON patch that is not large; each may double the document. */
const mostCopies = 4;

const comma = 0x2c;
const lineFeed = 0x0a;
const space = 0x20;

/** True for a large body of JSON or YAML. Commas and line feeds count its values. */
export function isLarge(bytes: Uint8Array): boolean {
	if (bytes.length <= smallBytes) return false;
	if (bytes.length > largeBytes) return true;
	let values = 0;
	for (let i = 0; i < bytes.length; i++) if (bytes[i] === comma || bytes[i] === lineFeed) values++;
	return values > mostValues;
}

/** True when a JSON patch may make a large document from a small one by copies, including copies whose operation name is escaped. */
export function copiesMuch(patch: Buffer): boolean {
	let copies = 0;
	for (let at = patch.indexOf('"copy"'); at >= 0; at = patch.indexOf('"copy"', at + 1)) if (++copies > mostCopies) return true;
	return patch.includes('\\u');
}

/** True for a large protobuf body. Text has no bytes below the space; the number and length before a field mostly are such bytes. */
export function isLargeProtobuf(bytes: Uint8Array): boolean {
	if (bytes.length <= smallBytes) return false;
	if (bytes.length > largeBytes) return true;
	let marks = 0;
	for (let i = 0; i < bytes.length; i++) if ((bytes[i] as number) < space) marks++;
	return marks > 2 * mostValues;
}
