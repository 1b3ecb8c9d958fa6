/**
 * Position in a YAML text. It only moves forward, so parsing takes linear time. Skips blanks, comments and line breaks, and counts columns
 * and lines.
 */
import type { YamlError } from './problem.ts';
import { malformedYaml } from './problem.ts';

export const code = {
	tab: 0x09,
	newline: 0x0a,
	space: 0x20,
	quote: 0x22,
	hash: 0x23,
	percent: 0x25,
	ampersand: 0x26,
	apostrophe: 0x27,
	star: 0x2a,
	comma: 0x2c,
	dash: 0x2d,
	dot: 0x2e,
	colon: 0x3a,
	greater: 0x3e,
	question: 0x3f,
	bang: 0x21,
	at: 0x40,
	openList: 0x5b,
	backslash: 0x5c,
	closeList: 0x5d,
	backtick: 0x60,
	openMap: 0x7b,
	bar: 0x7c,
	closeMap: 0x7d,
} as const;

/** Control characters, which YAML text must escape (1.1, section 5.1). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const control = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/;

export class Cursor {
	readonly text: string;
	at = 0;
	/** Line number, from 1. */
	line = 1;
	lineStart = 0;
	/** True when only spaces precede `at` in its line. */
	atLineStart = true;
	/** True when a tab is between the last token, or the start of the line, and `at`. */
	tabbed = false;

	/** Throws YamlError for control characters. Converts line breaks to `\n`. */
	constructor(text: string) {
		const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
		this.text = text.includes('\r') ? text.slice(start).replace(/\r\n?/g, '\n') : text.slice(start);
		if (control.test(text)) throw this.fault('control characters are not allowed');
	}

	get column(): number {
		return this.at - this.lineStart;
	}

	get ended(): boolean {
		return this.at >= this.text.length;
	}

	/** Character code at the position; NaN at the end. */
	get next(): number {
		return this.text.charCodeAt(this.at);
	}

	/** Skips blanks, comments and line breaks. */
	skip(): void {
		const { text } = this;
		let { at } = this;
		for (;;) {
			const here = text.charCodeAt(at);
			if (here === code.space) at++;
			else if (here === code.newline) {
				at++;
				this.line++;
				this.lineStart = at;
				this.atLineStart = true;
				this.tabbed = false;
			} else if (here === code.tab) {
				at++;
				this.tabbed = true;
			} else if (here === code.hash && (at === this.lineStart || isBlank(text.charCodeAt(at - 1)))) {
				const end = text.indexOf('\n', at);
				at = end === -1 ? text.length : end;
			} else break;
		}
		this.at = at;
	}

	/** Skips blanks in the line. */
	skipBlanks(): void {
		const { text } = this;
		let { at } = this;
		while (isBlank(text.charCodeAt(at))) at++;
		this.at = at;
	}

	/** Moves to `end` and returns the text before it. */
	take(end: number): string {
		const taken = this.text.slice(this.at, end);
		this.moveTo(end);
		return taken;
	}

	/** Moves within the line, past a non-blank character. */
	moveTo(at: number): void {
		this.at = at;
		this.atLineStart = false;
		this.tabbed = false;
	}

	/** Moves to the start of a line, past `breaks` line breaks. */
	moveToLine(at: number, breaks: number): void {
		this.at = at;
		this.lineStart = at;
		this.line += breaks;
		this.atLineStart = true;
		this.tabbed = false;
	}

	/** True when `character` is at the position, followed by a blank, a line break or the end. */
	isIndicator(character: number): boolean {
		return this.next === character && isBlankOrEnd(this.text.charCodeAt(this.at + 1));
	}

	/** True at a line that starts or ends a document: `---`, `...`. */
	isMarker(at = this.at): boolean {
		const { text } = this;
		const first = text.charCodeAt(at);
		if (at !== this.lineStart || (first !== code.dash && first !== code.dot)) return false;
		return text.charCodeAt(at + 1) === first && text.charCodeAt(at + 2) === first && isBlankOrEnd(text.charCodeAt(at + 3));
	}

	/** Makes an error that names a line, by default the current one. */
	fault(problem: string, line = this.line): YamlError {
		return malformedYaml(`line ${line}: ${problem}`);
	}
}

export function isBlank(character: number): boolean {
	return character === code.space || character === code.tab;
}

export function isBlankOrEnd(character: number): boolean {
	// Past the end, the character code is NaN.
	return character === code.space || character === code.newline || character === code.tab || Number.isNaN(character);
}

/** Bit sets of characters below 128: those that may end a plain scalar, and those that cannot start one. */
const flowIndicators = bits(',[]{}');
const plainEnds = bits('\n \t:#,[]{}');
const otherStarts = bits('\n \t-?:,[]{}#&*!|>\'"%@`');

function bits(characters: string): Uint8Array {
	const found = new Uint8Array(128);
	for (const character of characters) found[character.charCodeAt(0)] = 1;
	return found;
}

/** True for characters that delimit flow collections. */
export function isFlowIndicator(character: number): boolean {
	return flowIndicators[character] === 1;
}

/** True for characters that end a plain scalar, depending on their neighbours. */
export function mayEndPlain(character: number): boolean {
	return plainEnds[character] === 1;
}

/** True for characters that cannot start a plain scalar, or only depending on the next character. */
export function mayStartOther(character: number): boolean {
	return otherStarts[character] === 1 || Number.isNaN(character);
}
