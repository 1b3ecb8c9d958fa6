/** String functions that the CEL library lacks. Positions count characters, as in Go. */
import { CostError } from '../error.ts';
import type { CelLibrary } from './library.ts';
import { mostMade } from './values.ts';

function charAt(text: string, index: bigint): string {
	let at = 0n;
	for (const character of text) {
		if (at === index) return character;
		at++;
	}
	if (at === index) return '';
	throw new Error(`index out of range: ${index}`);
}

/** Replaces the first `most` occurrences, or all if `most` is negative. An empty string occurs before each character and at the end. */
function replace(text: string, old: string, by: string, most = -1n): string {
	if (old !== '' && most < 0n) {
		const parts = text.split(old);
		if (parts.length * by.length > mostMade) throw new CostError();
		return parts.join(by);
	}
	let left = most < 0n || most > BigInt(text.length) ? text.length + 1 : Number(most);
	let result = '';
	let at = 0;
	for (; left > 0; left--) {
		const found = text.indexOf(old, at);
		// Without this test, an empty string would be found at the end again and again.
		if (found < 0 || (old === '' && at > text.length)) break;
		// The search continues after the next character when the match is empty.
		const next = old === '' ? found + String.fromCodePoint(text.codePointAt(found) ?? 0).length : found + old.length;
		result += old === '' ? by + text.slice(found, next) : text.slice(at, found) + by;
		if (result.length > mostMade) throw new CostError();
		at = next;
	}
	return result + text.slice(at);
}

export const strings: CelLibrary = {
	functions: [
		{ signature: 'string.charAt(int): string', handler: charAt },
		{ signature: 'string.replace(string, string): string', handler: (text, old, by) => replace(text, old, by) },
		{ signature: 'string.replace(string, string, int): string', handler: replace },
	],
};
