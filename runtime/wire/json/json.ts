/**
 * Parses and writes JSON with limited depth, exact integers beyond 2^53, detection of duplicate keys, and keys that are only data. A single
 * scan, which skips strings at native speed, finds what JSON.parse cannot report.
 */

import type { Json, JsonValue } from '../../model/catalog.ts';
import { MalformedError } from '../../model/malformed.ts';
import { duplicateKeys } from './duplicates.ts';
import type { FloatLiterals } from './float-literals.ts';
import { maxJsonDepth, scanJson } from './scan.ts';
import { parseExactly, stringify } from './text.ts';

export { maxJsonDepth };

export interface ParseOptions {
	/** Receives `duplicate field "spec.x"` per duplicate key; the last value wins. */
	readonly duplicates?: string[];
	/** Collects numbers with a fraction or exponent. */
	readonly floats?: FloatLiterals | undefined;
}

/** Throws MalformedError for invalid JSON or too deep nesting. Bytes are UTF-8. */
export function parseJson(bytes: Uint8Array | string, options: ParseOptions = {}): JsonValue {
	const text = typeof bytes === 'string' ? bytes : decode(bytes);
	const { depth, members, longNumbers, floats } = scanJson(text);
	if (depth > maxJsonDepth) throw new MalformedError(`exceeded max depth of ${maxJsonDepth}`);
	const value = parse(text, longNumbers);
	if (floats) options.floats?.collect(text);
	// Equal numbers of members in text and value mean that there are no duplicate keys.
	if (options.duplicates !== undefined && members !== countMembers(value)) options.duplicates.push(...duplicateKeys(text));
	return value;
}

/** Returns JSON text, with integers in full. */
export function stringifyJson(value: Json): string {
	return stringify(value);
}

function decode(bytes: Uint8Array): string {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

function parse(text: string, longNumbers: boolean): JsonValue {
	try {
		return longNumbers ? parseExactly(text) : (JSON.parse(text) as JsonValue);
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw error;
		throw new MalformedError(problem(error.message, text));
	}
}

/** Describes a syntax error without quoting the body, which may have secrets. */
function problem(message: string, text: string): string {
	if (text.trim() === '' || /end of JSON input|Unterminated string/.test(message)) return 'unexpected end of JSON input';
	const position = /at position (\d+)/.exec(message)?.[1];
	if (position !== undefined && Number(position) >= text.trimEnd().length) return 'unexpected end of JSON input';
	const token = position === undefined ? /^Unexpected token '(.)'/su.exec(message)?.[1] : text.charAt(Number(position));
	if (token === undefined) return 'invalid JSON';
	const [, where] = places.find(([said]) => message.includes(said)) ?? ['', 'looking for beginning of value'];
	return `invalid character ${quoted(token)} ${where}`;
}

/** Error texts of V8, and the wording of Go's decoder. */
const places: readonly (readonly [said: string, where: string])[] = [
	['after JSON', 'after top-level value'],
	['after property value', 'after object key:value pair'],
	['after array element', 'after array element'],
	['after property name', 'after object key'],
	['property name', 'looking for beginning of object key string'],
	['escaped character', 'in string escape code'],
	['control character', 'in string literal'],
];

function quoted(character: string): string {
	return character === "'" ? "'\\''" : `'${JSON.stringify(character).slice(1, -1).replace('\\"', '"')}'`;
}

function countMembers(value: JsonValue): number {
	if (value === null || typeof value !== 'object') return 0;
	let count = 0;
	if (Array.isArray(value)) {
		for (const item of value) if (typeof item === 'object') count += countMembers(item);
		return count;
	}
	for (const key in value) {
		count++;
		const item = value[key];
		if (typeof item === 'object') count += countMembers(item);
	}
	return count;
}
