/** JSON text of objects. Integers beyond 2^53 are `bigint`, so that reading an object and writing it back loses no digits. */
import { scanJson } from '../../../runtime/wire/json/scan.ts';
import { parseExactly, stringify } from '../../../runtime/wire/json/text.ts';

/** Parses JSON. Throws SyntaxError. */
export function parse(text: string): unknown {
	return scanJson(text).longNumbers ? parseExactly(text) : JSON.parse(text);
}

export function text(value: object): string {
	return stringify(value);
}
