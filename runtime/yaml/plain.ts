/** Parses plain scalars: text without quotes, on one or more lines, up to an indicator. */
import { type Cursor, code, isBlank, isBlankOrEnd, isFlowIndicator, mayEndPlain, mayStartOther } from './cursor.ts';
import { folded } from './fold.ts';

/** True when a plain scalar may start here. */
export function startsPlain({ text, at }: Cursor, flow: boolean): boolean {
	const first = text.charCodeAt(at);
	if (!mayStartOther(first)) return true;
	if (first !== code.dash && first !== code.question && first !== code.colon) return false;
	const second = text.charCodeAt(at + 1);
	return !isBlankOrEnd(second) && !(flow && isFlowIndicator(second));
}

/**
 * Parses a plain scalar; leaves the cursor after its last character. Continuation lines are to the right of column `indent`. In a flow
 * collection (`flow`), commas and brackets end it.
 */
export function readPlain(cursor: Cursor, indent: number, flow: boolean): string {
	let text = readLine(cursor, flow);
	while (mayGoOn(cursor)) {
		const breaks = continuation(cursor, indent, flow);
		if (breaks === 0) break;
		text += folded(breaks) + readLine(cursor, flow);
	}
	return text;
}

function mayGoOn({ text, at }: Cursor): boolean {
	const here = text.charCodeAt(at);
	return here === code.newline || isBlank(here);
}

/** Reads to the end of the line or of the scalar, without trailing blanks. */
function readLine(cursor: Cursor, flow: boolean): string {
	const { text } = cursor;
	let at = cursor.at;
	let end = at;
	for (; at < text.length; at++) {
		const here = text.charCodeAt(at);
		if (mayEndPlain(here)) {
			if (isBlank(here)) continue;
			if (endsPlain(text, at, cursor.at, flow)) break;
		}
		end = at + 1;
	}
	return cursor.take(end);
}

/**
 * Moves to the next line of the scalar and returns the number of line breaks before it. At the end of the scalar it returns 0 and does not
 * move.
 */
function continuation(cursor: Cursor, indent: number, flow: boolean): number {
	const { text } = cursor;
	let at = cursor.at;
	while (isBlank(text.charCodeAt(at))) at++;
	if (text.charCodeAt(at) !== code.newline) return 0;
	let breaks = 0;
	let lineStart = at;
	while (text.charCodeAt(at) === code.newline) {
		breaks++;
		at++;
		lineStart = at;
		while (text.charCodeAt(at) === code.space) at++;
		// Tabs may precede the text but are no indentation.
		if (flow || at - lineStart > indent) while (isBlank(text.charCodeAt(at))) at++;
	}
	if (at >= text.length || (!flow && at - lineStart <= indent)) return 0;
	const here = text.charCodeAt(at);
	if (here === code.hash || (mayEndPlain(here) && endsPlain(text, at, at, flow)) || isMarkerAt(text, lineStart)) return 0;
	cursor.moveToLine(lineStart, breaks);
	cursor.moveTo(at);
	return breaks;
}

/** True when the character at `at` ends the scalar. Its line starts at `start`. */
function endsPlain(text: string, at: number, start: number, flow: boolean): boolean {
	const here = text.charCodeAt(at);
	if (here === code.newline) return true;
	if (here === code.hash) return at > start && isBlank(text.charCodeAt(at - 1));
	if (here !== code.colon) return flow;
	const next = text.charCodeAt(at + 1);
	return isBlankOrEnd(next) || (flow && isFlowIndicator(next));
}

function isMarkerAt(text: string, at: number): boolean {
	const three = text.slice(at, at + 3);
	return (three === '---' || three === '...') && isBlankOrEnd(text.charCodeAt(at + 3));
}
