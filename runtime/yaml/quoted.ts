/** Parses quoted text: escapes, and folding of lines. */
import { type Cursor, isBlank } from './cursor.ts';
import { folded } from './fold.ts';

/** Parses `'...'`, in which two quotes are one. */
export function readSingleQuoted(cursor: Cursor): string {
	const { text, at } = cursor;
	let end = text.indexOf("'", at + 1);
	while (end !== -1 && text[end + 1] === "'") end = text.indexOf("'", end + 2);
	const content = contentTo(cursor, end);
	const single = content.includes("'") ? (line: string) => line.replaceAll("''", "'") : same;
	if (!content.includes('\n')) return finish(cursor, end, single(content));
	const lines = content.split('\n');
	return finish(cursor, end, foldLines(cursor, lines, single));
}

/** Parses `"..."` with its escapes. */
export function readDoubleQuoted(cursor: Cursor): string {
	const end = endOfString(cursor.text, cursor.at);
	const content = contentTo(cursor, end);
	const plain = content.includes('\\') ? (line: string) => unescaped(cursor, line) : same;
	if (!content.includes('\n')) return finish(cursor, end, plain(content));
	return finish(cursor, end, foldLines(cursor, content.split('\n'), plain));
}

function contentTo(cursor: Cursor, end: number): string {
	if (end === -1) throw cursor.fault('found unexpected end of stream');
	return cursor.text.slice(cursor.at + 1, end);
}

function finish(cursor: Cursor, end: number, text: string): string {
	cursor.moveTo(end + 1);
	return text;
}

function same(line: string): string {
	return line;
}

/** Folds lines, without the blanks around line breaks. `plain`: unescapes a line. Leaves the cursor on the last line. */
function foldLines(cursor: Cursor, lines: readonly string[], plain: (line: string) => string): string {
	const parts: string[] = [];
	const last = lines.length - 1;
	let breaks = 0;
	let start = cursor.at + 1;
	let isJoined = false;
	for (const [index, line] of lines.entries()) {
		if (index > 0) {
			cursor.moveToLine(start, 1);
			if (cursor.isMarker()) throw cursor.fault('found unexpected document indicator');
		}
		start += line.length + 1;
		const content = trimmed(line, index > 0, index < last);
		if (content !== '' || index === 0 || index === last) {
			if (index > 0) parts.push(isJoined ? '\n'.repeat(breaks - 1) : folded(breaks));
			// A backslash at the end of a line removes the line break.
			isJoined = index < last && plain !== same && endsInBackslash(content);
			parts.push(plain(isJoined ? content.slice(0, -1) : content));
			breaks = 0;
		}
		breaks++;
	}
	return parts.join('');
}

/** Removes blanks, except an escaped one. */
function trimmed(line: string, atStart: boolean, atEnd: boolean): string {
	let from = 0;
	let to = line.length;
	if (atStart) while (isBlank(line.charCodeAt(from))) from++;
	if (atEnd) while (to > from && isBlank(line.charCodeAt(to - 1))) to--;
	if (to < line.length && endsInBackslash(line.slice(from, to))) to++;
	return from === 0 && to === line.length ? line : line.slice(from, to);
}

/** True when the last backslash is not escaped itself. */
function endsInBackslash(line: string): boolean {
	let at = line.length;
	while (line[at - 1] === '\\') at--;
	return (line.length - at) % 2 === 1;
}

const escapes: ReadonlyMap<string, string> = new Map([
	['0', '\0'],
	['a', '\x07'],
	['b', '\b'],
	['t', '\t'],
	['\t', '\t'],
	['n', '\n'],
	['v', '\v'],
	['f', '\f'],
	['r', '\r'],
	['e', '\x1b'],
	[' ', ' '],
	['"', '"'],
	["'", "'"],
	['/', '/'],
	['\\', '\\'],
	['N', '\x85'],
	['_', '\xa0'],
	['L', '\u2028'],
	['P', '\u2029'],
]);

const hexDigits: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

function unescaped(cursor: Cursor, line: string): string {
	let result = '';
	let from = 0;
	for (let at = line.indexOf('\\'); at !== -1; at = line.indexOf('\\', from)) {
		const name = line.charAt(at + 1);
		const plain = escapes.get(name);
		const digits = plain === undefined && Object.hasOwn(hexDigits, name) ? (hexDigits[name] ?? 0) : 0;
		if (plain === undefined && digits === 0) throw cursor.fault('found unknown escape character');
		result += line.slice(from, at) + (plain ?? character(cursor, line.slice(at + 2, at + 2 + digits), digits));
		from = at + 2 + digits;
	}
	return result + line.slice(from);
}

function character(cursor: Cursor, hex: string, digits: number): string {
	if (hex.length < digits || !/^[0-9a-fA-F]+$/.test(hex)) throw cursor.fault('did not find expected hexdecimal number');
	const value = Number.parseInt(hex, 16);
	if (value > 0x10ffff) throw cursor.fault('found invalid Unicode character escape code');
	// The result may be half of a surrogate pair: JSON escapes both halves separately, and adjacent halves form the character again.
	return String.fromCodePoint(value);
}

/** Returns the index of the closing quote of the double-quoted text that starts at `start`, or -1. */
function endOfString(text: string, start: number): number {
	let at = start;
	for (;;) {
		at = text.indexOf('"', at + 1);
		if (at < 0 || text.charCodeAt(at - 1) !== 0x5c) return at;
		let before = at - 1;
		while (text.charCodeAt(before) === 0x5c) before--;
		// After an even number of backslashes the quote is not escaped.
		if ((at - before) % 2 === 1) return at;
	}
}
