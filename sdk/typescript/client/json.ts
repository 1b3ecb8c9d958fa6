/** JSON text of objects: integers beyond 2^53 are `bigint`, so that an object that is read and written back loses nothing. */
import { scanJson } from '../../../runtime/wire/json/scan.ts';
import { parseExactly, stringify } from '../../../runtime/wire/json/text.ts';

/** Throws SyntaxError. */
export function parse(text: string): unknown {
	return scanJson(text).longNumbers ? parseExactly(text) : JSON.parse(text);
}

export function text(value: object): string {
	return stringify(value);
}
