/**
 * JSON text to values and back: bounded depth, exact integers beyond 2^53, detected duplicate keys, keys that are only ever data. One scan
 * over the structure, which skips strings at native speed, decides all of this before JSON.parse runs.
 */

import type { Json, JsonValue } from '../../model/catalog.ts';
import { MalformedError } from '../../model/malformed.ts';
import { duplicateKeys } from './duplicates.ts';
import type { FloatLiterals } from './float-literals.ts';
import { maxJsonDepth, scanJson } from './scan.ts';
import { parseExactly, stringify } from './text.ts';

export { maxJsonDepth };

export interface ParseOptions {
	/** Receives `duplicate field "spec.x"` for duplicate keys of an object; the last value wins. */
	readonly duplicates?: string[];
	/** Collects the numbers that have a fraction or an exponent. */
	readonly floats?: FloatLiterals | undefined;
}

/** Throws MalformedError on text that is not JSON or is nested too deeply. Bytes are read as UTF-8. */
export function parseJson(bytes: Uint8Array | string, options: ParseOptions = {}): JsonValue {
	const text = typeof bytes === 'string' ? bytes : decode(bytes);
	const { depth, members, longNumbers, floats } = scanJson(text);
	if (depth > maxJsonDepth) throw new MalformedError(`exceeded max depth of ${maxJsonDepth}`);
	const value = parse(text, longNumbers);
	if (floats) options.floats?.collect(text);
	// Equal counts of members in text and value prove that no member replaced another of its name.
	if (options.duplicates !== undefined && members !== countMembers(value)) options.duplicates.push(...duplicateKeys(text));
	return value;
}

/** Returns the JSON text of a value, with integers in full. */
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

/** Describes a syntax error without quoting the body, which may hold secrets. */
function problem(message: string, text: string): string {
	if (text.trim() === '' || /end of JSON input|Unterminated string/.test(message)) return 'unexpected end of JSON input';
	const position = /at position (\d+)/.exec(message)?.[1];
	if (position !== undefined && Number(position) >= text.trimEnd().length) return 'unexpected end of JSON input';
	const token = position === undefined ? /^Unexpected token '(.)'/su.exec(message)?.[1] : text.charAt(Number(position));
	if (token === undefined) return 'invalid JSON';
	const [, where] = places.find(([said]) => message.includes(said)) ?? ['', 'looking for beginning of value'];
	return `invalid character ${quoted(token)} ${where}`;
}

/** Phrases of the engine's errors, and the wording that clients of Kubernetes know. */
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
