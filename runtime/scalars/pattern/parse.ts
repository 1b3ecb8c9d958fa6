/** The text of a regular expression (as the language has them with the flag `u`, or as Go has them) to a tree. */

import { whatToWrite } from './dialect.ts';
import { fromGo } from './go-dialect.ts';

/** What a pattern is no pattern for, or none that can be matched in linear time. The message ends a sentence. */
export class PatternError extends Error {
	override readonly name = 'PatternError';
}

export type PatternNode =
	/** One character, by a test of its code point. */
	| { readonly kind: 'character'; readonly matches: CharacterTest }
	| { readonly kind: 'assertion'; readonly holds: Assertion }
	| { readonly kind: 'sequence' | 'choice'; readonly parts: readonly PatternNode[] }
	| { readonly kind: 'repeat'; readonly part: PatternNode; readonly min: number; readonly max: number; readonly isLazy: boolean };

export type CharacterTest = (code: number) => boolean;

export type Assertion = 'start' | 'end' | 'wordEdge' | 'noWordEdge';

/** A longer pattern is none that a person wrote. */
const longest = 10_000;
/** Groups within groups: reading them calls itself. */
const deepest = 200;

/** Throws PatternError. */
export function parsePattern(source: string): PatternNode {
	if (source.length > longest) throw new PatternError(`longer than ${longest} characters`);
	const written = fromGo(source);
	try {
		// Flags for what follows in a group, which the language has for a group alone, change nothing of its form.
		new RegExp(written.replace(flagsFromHere, '(?:)'), 'u');
	} catch (error) {
		const advice = whatToWrite(source);
		throw new PatternError(`not a regular expression: ${error instanceof Error ? error.message : error}${advice === undefined ? '' : `; ${advice}`}`);
	}
	return new Parser(written).choice();
}

const group = /\((?:\?(?:([is]*)(?:-([is]+))?:|<[A-Za-z_$][\w$]*>))?/y;
/** `(?i)`: up to the end of the group in which it stands. */
const flagsFromHere = /\(\?([is]*)(?:-([is]+))?\)/g;
const flagsHere = new RegExp(flagsFromHere, 'y');
const quantifier = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})(\?)?/y;
const characterClass = /\[(?:\\[\s\S]|[^\]\\])*\]/y;
const escapeSequence =
	/\\(?:[pP]\{[^}]*\}|u\{[0-9a-fA-F]+\}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|[\s\S])/y;

/** Of a text that the engine of the language takes: only what that would not match in linear time is left to refuse. */
class Parser {
	readonly #source: string;
	#at = 0;
	#depth = 0;
	/** Of the language's flags, those in force: `i` where case does not matter, `s` where a dot is any character. */
	#flags = '';

	constructor(source: string) {
		this.#source = source;
	}

	choice(): PatternNode {
		if (++this.#depth > deepest) throw new PatternError(`more than ${deepest} groups within each other`);
		const parts = [this.#sequence()];
		while (this.#source[this.#at] === '|') {
			this.#at++;
			parts.push(this.#sequence());
		}
		this.#depth--;
		return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'choice', parts };
	}

	#sequence(): PatternNode {
		const parts: PatternNode[] = [];
		while (this.#at < this.#source.length && this.#source[this.#at] !== '|' && this.#source[this.#at] !== ')') parts.push(this.#repeated());
		return { kind: 'sequence', parts };
	}

	#repeated(): PatternNode {
		const part = this.#part();
		const found = this.#take(quantifier);
		if (found === undefined) return part;
		const [, sign, min, comma, max, lazy] = found;
		const isLazy = lazy !== undefined;
		if (sign !== undefined) return { kind: 'repeat', part, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Number.POSITIVE_INFINITY, isLazy };
		const least = Number(min);
		return { kind: 'repeat', part, min: least, max: comma === undefined ? least : max === '' ? Number.POSITIVE_INFINITY : Number(max), isLazy };
	}

	#part(): PatternNode {
		switch (this.#source[this.#at]) {
			case '(':
				return this.#group();
			case '^':
				return this.#assertion('start');
			case '$':
				return this.#assertion('end');
			case '[':
				return this.#character(this.#take(characterClass)?.[0]);
			case '\\':
				return this.#escape();
			default:
				return this.#character(this.#take(/[\s\S]/uy)?.[0]);
		}
	}

	#group(): PatternNode {
		const start = this.#at;
		const outer = this.#flags;
		const here = this.#take(flagsHere);
		if (here !== undefined) {
			this.#flags = changed(outer, here);
			return { kind: 'sequence', parts: [] };
		}
		const found = this.#take(group);
		if (found !== undefined) this.#flags = changed(outer, found);
		const flags = /^\(\?[ims-]*m[ims-]*:/.test(this.#source.slice(start, start + 9)) ? whatToWrite(this.#source.slice(start)) : undefined;
		if (flags !== undefined) throw new PatternError(flags);
		if (this.#source[this.#at] === '?') throw new PatternError(`${this.#source.slice(start, start + 4)}...) cannot be matched in linear time`);
		const inner = this.choice();
		this.#at++;
		this.#flags = outer;
		return inner;
	}

	#assertion(holds: Assertion, length = 1): PatternNode {
		this.#at += length;
		return { kind: 'assertion', holds };
	}

	#escape(): PatternNode {
		const next = this.#source[this.#at + 1] ?? '';
		if (next === 'b') return this.#assertion('wordEdge', 2);
		if (next === 'B') return this.#assertion('noWordEdge', 2);
		if (/[1-9k]/.test(next)) throw new PatternError(`\\${next} refers back, which cannot be matched in linear time`);
		return this.#character(this.#take(escapeSequence)?.[0]);
	}

	/** A character, an escape or a class: what it matches is left to the engine of the language. */
	#character(source = ''): PatternNode {
		const flags = this.#flags;
		if (!flags.includes('i') && source !== '.' && !source.startsWith('\\') && !source.startsWith('[')) {
			const plain = source.codePointAt(0);
			return { kind: 'character', matches: (code) => code === plain };
		}
		const expression = new RegExp(`^${source}$`, `u${flags}`);
		const low = Uint8Array.from({ length: 128 }, (_, code) => (expression.test(String.fromCharCode(code)) ? 1 : 0));
		return { kind: 'character', matches: (code) => (code < 128 ? low[code] === 1 : expression.test(String.fromCodePoint(code))) };
	}

	#take(expression: RegExp): RegExpExecArray | undefined {
		expression.lastIndex = this.#at;
		const found = expression.exec(this.#source) ?? undefined;
		this.#at += found?.[0].length ?? 0;
		return found;
	}
}

/** `[whole, on, off]` */
function changed(flags: string, [, on = '', off = '']: readonly string[]): string {
	const all = new Set([...flags, ...on]);
	for (const flag of off) all.delete(flag);
	return [...all].join('');
}
