/**
 * Regular expressions that come from specs, custom kinds and requests, matched in time linear in the text: the engine of the
 * language goes back and tries anew, which takes exponential time for `^(a+)+$`. What no automaton can match (back
 * references, lookaround) is refused, as RE2 refuses it in Kubernetes.
 */
import { Automaton } from './automaton.ts';
import { parsePattern } from './parse.ts';
import { type Program, programOf } from './program.ts';

export interface Pattern {
	/** Whether the pattern matches somewhere in the text. */
	test(text: string): boolean;
	/** Steps per character, at most. */
	readonly size: number;
}

/** Throws PatternError. */
export function compilePattern(source: string): Pattern {
	const program = programOf(parsePattern(source));
	return isLinearAnyway(source) ? new NativePattern(source, program) : new Automaton(program);
}

class NativePattern implements Pattern {
	readonly size: number;
	private readonly expression: RegExp;

	constructor(source: string, { instructions }: Program) {
		this.expression = new RegExp(source, 'u');
		this.size = instructions.length;
	}

	test(text: string): boolean {
		return this.expression.test(text);
	}
}

/** Anchored, without groups and with one repetition at most, nothing can be tried twice: the engine of the language is linear too. */
function isLinearAnyway(source: string): boolean {
	return source.startsWith('^') && !/[\\(|)]|\[:/.test(source) && (source.match(/[*+?{]/g) ?? []).length <= 1;
}
