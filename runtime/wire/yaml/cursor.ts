/**
 * Position in a YAML text. It only moves forward, so reading takes linear time. It skips blanks, comments and line breaks, and tracks
 * columns and line numbers.
 */
import type { MalformedError } from '../../model/malformed.ts';
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

/** Control characters that YAML text must escape (1.1, section 5.1). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const control = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/;

export class Cursor {
	readonly text: string;
	at = 0;
	/** Line number, from 1. */
	line = 1;
	/** Offset of the line's start. */
	lineStart = 0;
	/** True when only spaces precede `at` on its line. */
	atLineStart = true;
	/** True when a tab lies between the last token, or the line's start, and `at`. */
	tabbed = false;

	/** Throws MalformedError on control characters. Line breaks become `\n`. */
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

	/** Character code here, NaN at the end. */
	get next(): number {
		return this.text.charCodeAt(this.at);
	}

	/** Moves past blanks, comments and line breaks. */
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

	/** Moves past blanks within the line. */
	skipBlanks(): void {
		const { text } = this;
		let { at } = this;
		while (isBlank(text.charCodeAt(at))) at++;
		this.at = at;
	}

	/** Moves to `end` and returns the text up to it. */
	take(end: number): string {
		const taken = this.text.slice(this.at, end);
		this.moveTo(end);
		return taken;
	}

	/** Moves within the line, past a character that is not blank. */
	moveTo(at: number): void {
		this.at = at;
		this.atLineStart = false;
		this.tabbed = false;
	}

	/** Moves to the start of a line that follows `breaks` line breaks. */
	moveToLine(at: number, breaks: number): void {
		this.at = at;
		this.lineStart = at;
		this.line += breaks;
		this.atLineStart = true;
		this.tabbed = false;
	}

	/** True when `character` is here and a blank, a line break or the end follows. */
	isIndicator(character: number): boolean {
		return this.next === character && isBlankOrEnd(this.text.charCodeAt(this.at + 1));
	}

	/** True at the start of a line that starts or ends a document: `---`, `...`. */
	isMarker(at = this.at): boolean {
		const { text } = this;
		const first = text.charCodeAt(at);
		if (at !== this.lineStart || (first !== code.dash && first !== code.dot)) return false;
		return text.charCodeAt(at + 1) === first && text.charCodeAt(at + 2) === first && isBlankOrEnd(text.charCodeAt(at + 3));
	}

	/** Creates an error that names a line, by default this one. */
	fault(problem: string, line = this.line): MalformedError {
		return malformedYaml(`line ${line}: ${problem}`);
	}
}

export function isBlank(character: number): boolean {
	return character === code.space || character === code.tab;
}

export function isBlankOrEnd(character: number): boolean {
	// The code of a character past the end is NaN.
	return character === code.space || character === code.newline || character === code.tab || Number.isNaN(character);
}

/** Bit sets of characters below 128: those that end a word somewhere, and those that start no plain scalar. */
const flowIndicators = bits(',[]{}');
const plainEnds = bits('\n \t:#,[]{}');
const otherStarts = bits('\n \t-?:,[]{}#&*!|>\'"%@`');

function bits(characters: string): Uint8Array {
	const found = new Uint8Array(128);
	for (const character of characters) found[character.charCodeAt(0)] = 1;
	return found;
}

/** True for characters that separate the parts of flow collections. */
export function isFlowIndicator(character: number): boolean {
	return flowIndicators[character] === 1;
}

/** True for characters that end a plain scalar, depending on their neighbours. */
export function mayEndPlain(character: number): boolean {
	return plainEnds[character] === 1;
}

/** True for characters that start no plain scalar, or start one only depending on the next character. */
export function mayStartOther(character: number): boolean {
	return otherStarts[character] === 1 || Number.isNaN(character);
}
