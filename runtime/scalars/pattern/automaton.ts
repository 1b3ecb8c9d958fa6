/**
 * Runs a program over a text, in all positions at once, so that no character is looked at twice. The sets of positions that
 * occur are kept as states, with where each character leads: most texts only follow these. Where a pattern and a text
 * have endless states, the positions are followed one by one, and only so far.
 */
import { type Between, isWordCharacter, Positions } from './positions.ts';
import type { Program } from './program.ts';

interface State {
	/** Instructions, before what costs no character is followed; in order. */
	readonly positions: readonly number[];
	readonly atStart: boolean;
	/** Whether the character before is part of a word. */
	readonly afterWord: boolean;
	/** By character: below 128 by code, others in the map. */
	readonly low: (State | 'matched' | undefined)[];
	readonly high: Map<number, State | 'matched'>;
	matchesAtEnd: boolean | undefined;
}

/** States kept for a pattern; each is a few hundred bytes, and making one costs some microseconds. */
const mostStates = 1_000;

export class Automaton {
	/** Steps per character, at most. */
	readonly size: number;
	private readonly positions: Positions;
	private readonly states = new Map<string, State>();
	private readonly first: State;

	constructor(program: Program) {
		this.positions = new Positions(program);
		this.size = program.instructions.length;
		this.first = this.newState([program.start], true, false);
	}

	test(text: string): boolean {
		let state = this.first;
		for (let at = 0; at < text.length; at++) {
			const code = text.codePointAt(at) ?? 0;
			const next = (code < 128 ? state.low[code] : state.high.get(code)) ?? this.step(state, code);
			if (next === 'matched') return true;
			if (next === undefined) return this.positions.follow(text, at, state.positions);
			if (code > 0xffff) at++;
			state = next;
		}
		state.matchesAtEnd ??= this.reached(state, { atStart: state.atStart, atEnd: true, wordEdge: state.afterWord }) === 'matched';
		return state.matchesAtEnd;
	}

	/** Where a character leads; undefined: to a state more than are kept. */
	private step(state: State, code: number): State | 'matched' | undefined {
		const isWord = isWordCharacter(code);
		const reached = this.reached(state, { atStart: state.atStart, atEnd: false, wordEdge: state.afterWord !== isWord });
		const next = reached === 'matched' ? reached : this.state(this.positions.after(reached, code), isWord);
		if (next === undefined) return undefined;
		if (code < 128) state.low[code] = next;
		else if (state.high.size < mostStates) state.high.set(code, next);
		return next;
	}

	private reached({ positions }: State, between: Between): readonly number[] | 'matched' {
		return this.positions.reached(positions, between) ? 'matched' : this.positions.takeReached();
	}

	private state(positions: readonly number[], afterWord: boolean): State | undefined {
		const sorted = [...positions].sort((a, b) => a - b);
		const key = `${afterWord}${sorted.join()}`;
		const known = this.states.get(key);
		if (known !== undefined || this.states.size >= mostStates) return known;
		const made = this.newState(sorted, false, afterWord);
		this.states.set(key, made);
		return made;
	}

	private newState(positions: readonly number[], atStart: boolean, afterWord: boolean): State {
		return { positions, atStart, afterWord, low: [], high: new Map(), matchesAtEnd: undefined };
	}
}
