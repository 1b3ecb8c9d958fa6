/**
 * Reports whether a body takes so long to decode, validate and encode that other requests would wait. The time depends less on bytes than
 * on values: a value takes microseconds, a byte of text a nanosecond.
 */

/** Bodies up to this size take a few milliseconds at most, so their values are not counted. */
export const smallBytes = 8 * 1024;
/** Bodies above this size count as large whatever they contain. */
const largeBytes = 256 * 1024;
/**
 * Maximum number of values in a body that is not large. More take 10 ms or longer when each is an object with defaults, such as a
 * container.
 */
const mostValues = 2048;

/** Maximum number of copies in a JSON patch that is not large; each may double the document. */
const mostCopies = 4;

const comma = 0x2c;
const lineFeed = 0x0a;
const space = 0x20;

/** Reports whether a JSON or YAML body is large. Commas and line feeds approximate the number of values. */
export function isLarge(bytes: Uint8Array): boolean {
	if (bytes.length <= smallBytes) return false;
	if (bytes.length > largeBytes) return true;
	let values = 0;
	for (let i = 0; i < bytes.length; i++) if (bytes[i] === comma || bytes[i] === lineFeed) values++;
	return values > mostValues;
}

/**
 * Reports whether a JSON patch may turn a small document into a large one by `copy` operations. Any `\u` escape counts, because it can hide
 * the word `copy`.
 */
export function copiesMuch(patch: Buffer): boolean {
	let copies = 0;
	for (let at = patch.indexOf('"copy"'); at >= 0; at = patch.indexOf('"copy"', at + 1)) if (++copies > mostCopies) return true;
	return patch.includes('\\u');
}

/**
 * Reports whether a protobuf body is large. Counts bytes below 0x20: text has hardly any, but the tag and length of a field mostly are such
 * bytes.
 */
export function isLargeProtobuf(bytes: Uint8Array): boolean {
	if (bytes.length <= smallBytes) return false;
	if (bytes.length > largeBytes) return true;
	let marks = 0;
	for (let i = 0; i < bytes.length; i++) if ((bytes[i] as number) < space) marks++;
	return marks > 2 * mostValues;
}
