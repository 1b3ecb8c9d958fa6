/** Multi-line scalars that start with `|` (literal) or `>` (folded). YAML 1.1, section 9.2. */
import { type Cursor, code, isBlank } from './cursor.ts';

interface Header {
	readonly isFolded: boolean;
	/** Which final line breaks stay: none, one, or all. */
	readonly chomping: 'strip' | 'clip' | 'keep';
	/** Columns of indentation beyond the parent's. Undefined: the first line decides. */
	readonly increment: number | undefined;
}

/** Parses the scalar at its indicator, in a node at column `indent` (-1: the document itself). Leaves the cursor at the start of a line. */
export function readBlockScalar(cursor: Cursor, indent: number): string {
	const header = readHeader(cursor);
	const parent = Math.max(indent, 0);
	const column = header.increment === undefined ? findColumn(cursor, indent) : parent + header.increment;
	return header.isFolded ? readFolded(cursor, column, header) : readLiteral(cursor, column, header);
}

function readHeader(cursor: Cursor): Header {
	const { text } = cursor;
	const isFolded = cursor.next === code.greater;
	const found = /[|>](?:([-+])([1-9])?|([1-9])([-+])?)?/y;
	found.lastIndex = cursor.at;
	const [whole = '|', signBefore, digitBehind, digitBefore, signBehind] = found.exec(text) ?? [];
	cursor.moveTo(cursor.at + whole.length);
	const sign = signBefore ?? signBehind;
	const digit = digitBefore ?? digitBehind;
	if (cursor.next === 0x30) throw cursor.fault('found an indentation indicator equal to 0');
	const behind = cursor.at;
	cursor.skipBlanks();
	if (cursor.next === code.hash && cursor.at > behind) moveToBreak(cursor);
	if (cursor.next === code.newline) cursor.moveToLine(cursor.at + 1, 1);
	else if (!cursor.ended) throw cursor.fault('did not find expected comment or line break');
	return { isFolded, chomping: sign === '-' ? 'strip' : sign === '+' ? 'keep' : 'clip', increment: digit === undefined ? undefined : Number(digit) };
}

function moveToBreak(cursor: Cursor): void {
	const end = cursor.text.indexOf('\n', cursor.at);
	cursor.moveTo(end === -1 ? cursor.text.length : end);
}

/** Returns the column of the first non-empty line. Empty lines before it must not have more spaces. */
function findColumn(cursor: Cursor, indent: number): number {
	const { text } = cursor;
	let longest = 0;
	let at = cursor.at;
	for (;;) {
		const start = at;
		while (text.charCodeAt(at) === code.space) at++;
		const column = at - start;
		if (text.charCodeAt(at) === code.newline) {
			longest = Math.max(longest, column);
			at++;
			continue;
		}
		if (text.charCodeAt(at) === code.tab && column <= indent) throw cursor.fault('found a tab character where an indentation space is expected');
		return Math.max(longest, at < text.length ? column : 0, indent + 1);
	}
}

/** Reads one line without indentation and line break; undefined at the end of the scalar. The cursor moves past the break. */
function readLine(cursor: Cursor, column: number): string | undefined {
	const { text, at: start } = cursor;
	if (start >= text.length) return undefined;
	let at = start;
	while (at - start < column && text.charCodeAt(at) === code.space) at++;
	const found = text.indexOf('\n', at);
	const end = found === -1 ? text.length : found;
	if (at < end && (at - start < column || cursor.isMarker())) return undefined;
	const line = text.slice(at, end);
	if (found === -1) cursor.moveTo(end);
	else cursor.moveToLine(end + 1, 1);
	return line;
}

/** Applies the header's chomping. A text that ends without a line break has none to keep. */
function chomped(content: string, breaks: number, chomping: Header['chomping']): string {
	if (chomping === 'strip' || breaks === 0) return content;
	if (chomping === 'keep') return content + '\n'.repeat(breaks);
	return content === '' ? '' : `${content}\n`;
}

function readLiteral(cursor: Cursor, column: number, { chomping }: Header): string {
	const lines: string[] = [];
	let filled = 0;
	let total = 0;
	for (;;) {
		const before = cursor.line;
		const line = readLine(cursor, column);
		if (line === undefined) break;
		lines.push(line);
		total += cursor.line - before;
		if (line !== '') filled = lines.length;
		if (cursor.line === before) break;
	}
	const content = lines.slice(0, filled).join('\n');
	return chomped(content, total - Math.max(filled - 1, 0), chomping);
}

function readFolded(cursor: Cursor, column: number, { chomping }: Header): string {
	const parts: string[] = [];
	let breaks = 0;
	// Lines that start with a blank are not folded, nor are the breaks around them.
	let wasIndented = false;
	for (;;) {
		const before = cursor.line;
		const line = readLine(cursor, column);
		if (line === undefined) break;
		if (line !== '') {
			const isIndented = isBlank(line.charCodeAt(0));
			if (parts.length === 0 || wasIndented || isIndented) parts.push('\n'.repeat(breaks));
			else parts.push(breaks === 1 ? ' ' : '\n'.repeat(breaks - 1));
			parts.push(line);
			wasIndented = isIndented;
			breaks = 0;
		}
		breaks += cursor.line - before;
		if (cursor.line === before) break;
	}
	return chomped(parts.join(''), breaks, chomping);
}
