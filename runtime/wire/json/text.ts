/** JSON text of values whose integers beyond 2^53 are `bigint` in memory. */
import type { Json, JsonValue } from '../../model/catalog.ts';

/** Missing in the library's types: https://github.com/tc39/proposal-json-parse-with-source */
interface JsonWithSource {
	rawJSON(text: string): unknown;
	parse(text: string, reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown): unknown;
}
const withSource = JSON as unknown as JsonWithSource;

/** Returns JSON text, with integers in full. Without a bigint it is as fast as JSON.stringify. */
export function stringify(value: Json | object, indent?: string): string {
	try {
		return JSON.stringify(value, undefined, indent);
	} catch (error) {
		// For plain data, JSON.stringify throws only because of a bigint.
		if (!(error instanceof TypeError)) throw error;
		return JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? withSource.rawJSON(item.toString()) : item), indent);
	}
}

/** Maximum characters of a 64-bit integer, sign included. Longer ones become inexact numbers. */
const longestInteger = 20;

/**
 * Parses integers beyond 2^53 as bigint. `float`: replaces numbers with a fraction or exponent. Several times slower than JSON.parse, so
 * callers use it only for text that may have such numbers.
 */
export function parseExactly(text: string, float: (value: number, literal: string) => number = same): JsonValue {
	return withSource.parse(text, (_key, value, { source }) => {
		if (typeof value !== 'number' || source === undefined) return value;
		if (!/^-?\d+$/.test(source)) return float(value, source);
		return Number.isSafeInteger(value) || source.length > longestInteger ? value : BigInt(source);
	}) as JsonValue;
}

function same(value: number): number {
	return value;
}
