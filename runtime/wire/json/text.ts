/** JSON text of values with integers beyond 2^53, which are `bigint` in memory. */
import type { Json, JsonValue } from '../../model/catalog.ts';

/** Newer than the library's types: https://github.com/tc39/proposal-json-parse-with-source */
interface JsonWithSource {
	rawJSON(text: string): unknown;
	parse(text: string, reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown): unknown;
}
const withSource = JSON as unknown as JsonWithSource;

/** The text of a value; integers in full. Free of extra cost where there is no bigint. */
export function stringify(value: Json | object): string {
	try {
		return JSON.stringify(value);
	} catch (error) {
		// A bigint somewhere: the one thing of a JSON value that the fast way does not take.
		if (!(error instanceof TypeError)) throw error;
		return JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? withSource.rawJSON(item.toString()) : item));
	}
}

/** No integer of 64 bits is longer; what is goes on as an inexact number. */
const longestInteger = 20;

/** Parses text, integers beyond 2^53 as bigint. Several times slower than JSON.parse: for text in which there may be some. */
export function parseExactly(text: string): JsonValue {
	return withSource.parse(text, (_key, value, { source }) => {
		if (typeof value !== 'number' || Number.isSafeInteger(value) || source === undefined) return value;
		return source.length <= longestInteger && /^-?\d+$/.test(source) ? BigInt(source) : value;
	}) as JsonValue;
}
