/**
 * String functions of CEL with the semantics of Kubernetes. Positions count characters, whereas the CEL library counts UTF-16 code units.
 * Case changes affect ASCII letters only. `strings.ts` has the functions that the library lacks.
 */

/** Function of a string and other arguments. Returns undefined for arguments of the wrong type. */
type OfText = (text: string, args: readonly unknown[]) => unknown;

/** Returns the UTF-16 offset of a character. Throws when the index is out of range. `mayBeEnd`: allows the end of the string. */
function unitAt(text: string, character: bigint, mayBeEnd: boolean): number {
	let unit = 0;
	let at = 0n;
	for (; at < character && unit < text.length; at++) unit += (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1;
	if (at !== character || (unit >= text.length && !mayBeEnd)) throw new Error(`index out of range: ${character}`);
	return unit;
}

function charactersBefore(text: string, unit: number): bigint {
	if (unit < 0) return -1n;
	let count = 0n;
	for (let at = 0; at < unit; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) count++;
	return count;
}

function indexOf(text: string, [search, from]: readonly unknown[]): unknown {
	if (typeof search !== 'string') return undefined;
	if (from === undefined) return charactersBefore(text, text.indexOf(search));
	if (typeof from !== 'bigint') return undefined;
	return search === '' ? from : charactersBefore(text, text.indexOf(search, unitAt(text, from, false)));
}

function lastIndexOf(text: string, [search, from]: readonly unknown[]): unknown {
	if (typeof search !== 'string') return undefined;
	if (from === undefined) return charactersBefore(text, text.lastIndexOf(search));
	if (typeof from !== 'bigint') return undefined;
	return search === '' ? from : charactersBefore(text, text.lastIndexOf(search, unitAt(text, from, false)));
}

function substring(text: string, [start, end]: readonly unknown[]): unknown {
	if (typeof start !== 'bigint' || (end !== undefined && typeof end !== 'bigint')) return undefined;
	if (end !== undefined && start > end) throw new Error(`invalid substring range. start: ${start}, end: ${end}`);
	const first = unitAt(text, start, true);
	return text.slice(first, end === undefined ? undefined : unitAt(text, end, true));
}

/** Splits a string. With a limit, the last part is the whole rest. */
function split(text: string, [separator, most]: readonly unknown[]): unknown {
	if (typeof separator !== 'string' || (most !== undefined && typeof most !== 'bigint')) return undefined;
	if (most === 0n) return [];
	const parts = separator === '' ? [...text] : text.split(separator);
	if (most === undefined || most < 0n || BigInt(parts.length) <= most) return parts;
	const last = Number(most) - 1;
	return [...parts.slice(0, last), parts.slice(last).join(separator)];
}

export const ofCharacters: ReadonlyMap<string, OfText> = new Map<string, OfText>([
	['indexOf', indexOf],
	['lastIndexOf', lastIndexOf],
	['substring', substring],
	['split', split],
	['lowerAscii', (text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())],
	['upperAscii', (text) => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase())],
]);
