/**
 * Regular expressions of specs, custom resources and CEL: Go's syntax, matched by re2js in linear time. JavaScript's engine backtracks,
 * which takes exponential time for `^(a+)+$`. Limits keep one match to about 100 ms.
 */
import { RE2JS, RE2JSException, RE2Set } from 're2js';

/** An invalid pattern, or a match beyond a limit. The message is the end of a sentence. */
export class PatternError extends Error {
	override readonly name = 'PatternError';
}

/** Number of steps left for searches; each search subtracts its own. */
export interface Steps {
	left: number;
	/** Makes the error thrown at 0. */
	readonly error: () => Error;
}

/** Maximum length of a pattern. Compiling takes up to 10 µs per character. */
const longest = 10_000;
/** Maximum number of instructions, with counted repetitions written out. Compiling takes about 5 µs each. */
const mostInstructions = 5_000;
/** Maximum of instructions times characters, when a match has too many states to cache: about 100 ms. */
const mostSteps = 10_000_000;
/** Maximum bytes of a pattern's cached states. */
const mostStateBytes = 1_000_000;
/** Steps charged for starting a search. */
const stepsPerSearch = 30;

type Engine = ReturnType<RE2JS['re2']>;

export class Pattern {
	/** Number of instructions, with counted repetitions written out. */
	readonly size: number;
	readonly #engine: Engine;
	#steps: Steps | undefined;

	/** Throws PatternError. */
	constructor(source: string) {
		this.#engine = compile(source);
		this.size = this.#engine.numberOfInstructions();
		this.#boundStates();
		this.#boundSteps();
	}

	/** Returns true when the pattern matches anywhere in the text. Throws PatternError when matching takes too long. */
	test(text: string): boolean {
		return this.#engine.match(text);
	}

	/** Returns the first `limit` matches, or all for -1, like Go's FindAllString. */
	findAll(text: string, limit: number, steps: Steps): string[] {
		this.#steps = steps;
		try {
			return this.#engine.findAll(text, limit) ?? [];
		} finally {
			this.#steps = undefined;
		}
	}

	#boundStates(): void {
		// A one-pass pattern caches no states; reading the property would create them.
		if (this.#engine.onepass !== null) return;
		const { dfa } = this.#engine;
		dfa.stateBudget = mostStateBytes;
		dfa.memBudget = mostStateBytes;
	}

	/** Wraps the engine's methods that start a search, since the engine has no limit of its own. Each read character counts as a step. */
	#boundSteps(): void {
		const engine = this.#engine;
		const execute = engine.executeEngine.bind(engine);
		const follow = engine.doExecuteNFA.bind(engine);
		engine.executeEngine = (input, ...rest) => {
			if (this.#steps !== undefined) countSteps(input, this.#steps, 1);
			return execute(input, ...rest);
		};
		// The slowest matcher: each character may cost as many steps as the pattern has instructions.
		engine.doExecuteNFA = (input, ...rest) => {
			if (this.#steps !== undefined) countSteps(input, this.#steps, this.size);
			else if (input.endPos() * this.size > mostSteps) throw new PatternError('matching this text takes too long');
			return follow(input, ...rest);
		};
	}
}

/** Text as the engine reads it: `step` reads a character, `context` the ones around a position. */
interface Input {
	step(position: number): number;
	context(position: number): number;
}

function countSteps(input: Input, steps: Steps, perCharacter: number): void {
	spend(steps, stepsPerSearch);
	const { step, context } = Object.getPrototypeOf(input) as Input;
	input.step = (position) => {
		spend(steps, perCharacter);
		return step.call(input, position);
	};
	input.context = (position) => {
		spend(steps, perCharacter);
		return context.call(input, position);
	};
}

function spend(steps: Steps, count: number): void {
	steps.left -= count;
	if (steps.left < 0) throw steps.error();
}

function compile(source: string): Engine {
	if (source.length > longest) throw new PatternError(`longer than ${longest} characters`);
	try {
		if (mostSize(source) > mostInstructions) {
			// Throws Go's error first, if there is one.
			new RE2Set().add(source);
			throw new PatternError(`too large: its repetitions written out have more than ${mostInstructions} parts`);
		}
		return RE2JS.compile(source).re2();
	} catch (error) {
		if (error instanceof RE2JSException) throw new PatternError(error.message);
		throw error;
	}
}

const token = /\\Q[\s\S]*?(?:\\E|$)|\\[pPx]\{[^}]*\}|\\[\s\S]|\[\^?\]?(?:\\[\s\S]|\[:\^?\w+:\]|[^\]\\])*\]|\(\?[imsU-]*\)|\{(\d+)(?:,(\d*))?\}|[\s\S]/gu;

/** Returns an upper bound on the instructions without compiling: a few characters can make millions. */
function mostSize(source: string): number {
	// Sizes of the open groups.
	const groups = [2];
	let last = 0;
	const add = (size: number): void => {
		groups.push((groups.pop() ?? 0) + size);
		last = size;
	};
	for (const [text, min, max] of source.matchAll(token)) {
		if (text === '(') groups.push(0);
		else if (text === ')' && groups.length > 1) add((groups.pop() ?? 0) + 2);
		else if (min === undefined) add(text.startsWith('\\Q') ? text.length : 1);
		else {
			const before = last;
			add(Math.max(Number(min) + 1, Number(max ?? 0)) * (before + 1) - before);
			last += before;
		}
	}
	return groups.reduce((sum, size) => sum + size);
}
