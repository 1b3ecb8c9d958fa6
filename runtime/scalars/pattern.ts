/**
 * Regular expressions of specs, definitions and CEL, in Go's dialect and matched by re2js in linear time. JavaScript's own engine
 * backtracks, which takes exponential time for `^(a+)+$`. Bounds keep one pattern and one text to some 100 ms.
 */
import { RE2JS, RE2JSException, RE2Set } from 're2js';

/** An invalid pattern, or one whose match exceeds a bound. The message ends a sentence. */
export class PatternError extends Error {
	override readonly name = 'PatternError';
}

/** The work that a search may do; each search takes from it. */
export interface Steps {
	left: number;
	/** Thrown when none are left. */
	readonly error: () => Error;
}

/** Characters of a pattern; people write shorter ones. Compiling takes up to 10 µs each. */
const longest = 10_000;
/** Instructions of a pattern, counted repetitions written out. Compiling takes about 5 µs each. */
const mostInstructions = 5_000;
/** Instructions times characters where the states of a match are too many to keep: about 100 ms. */
const mostSteps = 10_000_000;
/** Bytes of the states that a pattern keeps. */
const mostStateBytes = 1_000_000;
/** Steps that starting a search takes. */
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

	/** Returns the first `limit` matches, or all of them (-1), as Go's FindAllString does. */
	findAll(text: string, limit: number, steps: Steps): string[] {
		this.#steps = steps;
		try {
			return this.#engine.findAll(text, limit) ?? [];
		} finally {
			this.#steps = undefined;
		}
	}

	#boundStates(): void {
		// A one-pass pattern keeps no states; asking for them would create them.
		if (this.#engine.onepass !== null) return;
		const { dfa } = this.#engine;
		dfa.stateBudget = mostStateBytes;
		dfa.memBudget = mostStateBytes;
	}

	/** Wraps the engine's methods that start a search, because the engine takes no bound. Each read of a character counts. */
	#boundSteps(): void {
		const engine = this.#engine;
		const execute = engine.executeEngine.bind(engine);
		const follow = engine.doExecuteNFA.bind(engine);
		engine.executeEngine = (input, ...rest) => {
			if (this.#steps !== undefined) countSteps(input, this.#steps, 1);
			return execute(input, ...rest);
		};
		// The last resort: a character may cost as many steps as there are instructions.
		engine.doExecuteNFA = (input, ...rest) => {
			if (this.#steps !== undefined) countSteps(input, this.#steps, this.size);
			else if (input.endPos() * this.size > mostSteps) throw new PatternError('matching this text takes too long');
			return follow(input, ...rest);
		};
	}
}

/** The engine's text: `step` reads a character, `context` looks at the ones on both sides of a position. */
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
			// Go's error comes first, if there is one.
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

/** Returns an upper bound of the instructions, before they are compiled: a few characters may produce millions. */
function mostSize(source: string): number {
	// The sizes of the open groups.
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
