/** Parses the metadata of an object without the rest, which may be very large. */
import type { JsonObject } from '../../model/catalog.ts';
import { parseJson } from '../../wire/json/json.ts';

const begins = Buffer.from('"metadata":{');
const [quote, backslash, opens, closes] = [0x22, 0x5c, 0x7b, 0x7d];

/** Parses the metadata of a stored object. Only kind and apiVersion may precede metadata there. */
export function metadataPart(bytes: Buffer): JsonObject {
	const at = bytes.indexOf(begins);
	if (at < 0) throw new Error('a stored object has no metadata: it was not written by this server');
	const begin = at + begins.length - 1;
	return parseJson(bytes.subarray(begin, endOf(bytes, begin))) as JsonObject;
}

/** Returns the position after the closing brace of the object that begins at `begin`. */
function endOf(bytes: Buffer, begin: number): number {
	let depth = 0;
	for (let at = begin; at < bytes.length; at++) {
		const byte = bytes[at];
		if (byte === quote) at = endOfText(bytes, at);
		else if (byte === opens) depth++;
		else if (byte === closes && --depth === 0) return at + 1;
	}
	throw new Error('the metadata of a stored object has no end: it was not written by this server');
}

/** Returns the position of the closing quote of the string that begins at `begin`. */
function endOfText(bytes: Buffer, begin: number): number {
	let at = bytes.indexOf(quote, begin + 1);
	while (at >= 0 && isEscaped(bytes, at)) at = bytes.indexOf(quote, at + 1);
	return at < 0 ? bytes.length : at;
}

function isEscaped(bytes: Buffer, at: number): boolean {
	let before = at;
	while (bytes[before - 1] === backslash) before--;
	return (at - before) % 2 === 1;
}
