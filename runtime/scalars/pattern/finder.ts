/**
 * What a pattern finds in a text: the first place where it matches, and there what somebody who goes back and tries anew would find
 * first, as RE2 and the engine of the language do. All ways are followed at once, in the order of preference (Pike).
 */
import { parsePattern } from './parse.ts';
import { holds, isWordCharacter } from './positions.ts';
import { type Program, programOf } from './program.ts';

/** Positions of the program may be looked at so often; what is left after a search is left for the next. */
export interface Steps {
	left: number;
	/** Thrown when none are left. */
	readonly error: () => Error;
}

interface Found {
	readonly start: number;
	readonly end: number;
}

/** Ways through the program, the preferred first: where each is, and where in the text it began. Kept from character to character. */
interface Ways {
	readonly positions: Int32Array;
	readonly starts: Int32Array;
	count: number;
}

export class Finder {
	/** Steps per character, at most. */
	readonly size: number;
	readonly #program: Program;
	/** By instruction, the round in which it was reached last. */
	readonly #seen: Uint32Array;
	#round = 0;
	/** Those that go on, and those of them that wait for a character. */
	readonly #ways: Ways;
	readonly #reached: Ways;
	readonly #pending: number[] = [];

	/** Throws PatternError. */
	constructor(source: string) {
		this.#program = programOf(parsePattern(source));
		this.size = this.#program.instructions.length;
		this.#seen = new Uint32Array(this.size);
		// One more: each character may be the first.
		this.#ways = waysFor(this.size + 1);
		this.#reached = waysFor(this.size);
	}

	/** The texts found one behind the other, `most` at most. An empty one does not stand at the end of another. */
	findAll(text: string, most: number, steps: Steps): string[] {
		const found: string[] = [];
		let endBefore = -1;
		for (let from = 0; from <= text.length && found.length < most; ) {
			const one = this.#find(text, from, steps);
			if (one === undefined) break;
			const isEmpty = one.end === one.start;
			if (!isEmpty || one.start !== endBefore) found.push(text.slice(one.start, one.end));
			endBefore = one.end;
			from = isEmpty ? one.end + ((text.codePointAt(one.end) ?? 0) > 0xffff ? 2 : 1) : one.end;
		}
		return found;
	}

	#find(text: string, from: number, steps: Steps): Found | undefined {
		let found: Found | undefined;
		const ways = this.#ways;
		ways.count = 0;
		for (let at = from; ; ) {
			if (found === undefined) add(ways, this.#program.start, at);
			const start = this.#reach(text, at, steps);
			if (start !== undefined) found = { start, end: at };
			if (at >= text.length || (found !== undefined && this.#reached.count === 0)) return found;
			const code = text.codePointAt(at) ?? 0;
			this.#goOn(code);
			at += code > 0xffff ? 2 : 1;
		}
	}

	/** Follows what costs no character. Returns where a match began: ways that are less preferred end there. */
	#reach(text: string, at: number, steps: Steps): number | undefined {
		const { instructions } = this.#program;
		const [seen, pending, ways, reached] = [this.#seen, this.#pending, this.#ways, this.#reached];
		const between = { atStart: at === 0, atEnd: at === text.length, wordEdge: isWordAt(text, at - 1) !== isWordAt(text, at) };
		this.#nextRound();
		reached.count = 0;
		for (let way = 0; way < ways.count; way++) {
			const start = ways.starts[way] as number;
			pending.length = 0;
			pending.push(ways.positions[way] as number);
			for (let position = pending.pop(); position !== undefined; position = pending.pop()) {
				if (seen[position] === this.#round) continue;
				seen[position] = this.#round;
				if (--steps.left < 0) throw steps.error();
				const instruction = instructions[position];
				switch (instruction?.kind) {
					case 'match':
						return start;
					case 'split':
						for (let i = instruction.next.length - 1; i >= 0; i--) pending.push(instruction.next[i] as number);
						break;
					case 'assertion':
						if (holds(instruction.holds, between)) pending.push(instruction.next);
						break;
					case 'character':
						add(reached, position, start);
				}
			}
		}
		return undefined;
	}

	#goOn(code: number): void {
		const [ways, reached] = [this.#ways, this.#reached];
		ways.count = 0;
		for (let way = 0; way < reached.count; way++) {
			const instruction = this.#program.instructions[reached.positions[way] as number];
			if (instruction?.kind === 'character' && instruction.matches(code)) add(ways, instruction.next, reached.starts[way] as number);
		}
	}

	#nextRound(): void {
		this.#round = (this.#round + 1) >>> 0;
		if (this.#round !== 0) return;
		this.#seen.fill(0);
		this.#round = 1;
	}
}

function waysFor(most: number): Ways {
	return { positions: new Int32Array(most), starts: new Int32Array(most), count: 0 };
}

function add(ways: Ways, position: number, start: number): void {
	ways.positions[ways.count] = position;
	ways.starts[ways.count++] = start;
}

function isWordAt(text: string, at: number): boolean {
	return at >= 0 && at < text.length && isWordCharacter(text.charCodeAt(at));
}
