/** The positions in a program that are reached at a point of a text: the steps of a nondeterministic automaton. */
import { type Assertion, PatternError } from './parse.ts';
import type { Instruction, Program } from './program.ts';

/** What assertions look at, between two characters. */
export interface Between {
	readonly atStart: boolean;
	readonly atEnd: boolean;
	readonly wordEdge: boolean;
}

/** Positions looked at for one text, where no states help: about 50 ms. */
const mostSteps = 3_000_000;

export class Positions {
	private readonly instructions: readonly Instruction[];
	private readonly start: number;
	/** By instruction, the round in which it was reached last. */
	private readonly seen: Uint32Array;
	private round = 0;
	/** Characters that may come next, as they are reached. */
	private found: number[] = [];

	constructor({ instructions, start }: Program) {
		this.instructions = instructions;
		this.start = start;
		this.seen = new Uint32Array(instructions.length);
	}

	/** Follows from these positions what costs no character; whether that matches. */
	reached(positions: readonly number[], between: Between): boolean {
		const { instructions, seen } = this;
		const pending = [...positions];
		this.nextRound();
		this.found = [];
		for (let position = pending.pop(); position !== undefined; position = pending.pop()) {
			if (seen[position] === this.round) continue;
			seen[position] = this.round;
			const instruction = instructions[position];
			switch (instruction?.kind) {
				case 'match':
					return true;
				case 'split':
					for (const next of instruction.next) pending.push(next);
					break;
				case 'assertion':
					if (holds(instruction.holds, between)) pending.push(instruction.next);
					break;
				case 'character':
					this.found.push(position);
			}
		}
		return false;
	}

	/** Those found by `reached`. */
	takeReached(): readonly number[] {
		return this.found;
	}

	/** Where those lead that match the character; and the start again, since a match may begin anywhere. */
	after(reached: readonly number[], code: number): readonly number[] {
		const { instructions, seen } = this;
		this.nextRound();
		seen[this.start] = this.round;
		const positions = [this.start];
		for (const position of reached) {
			const instruction = instructions[position];
			if (instruction?.kind !== 'character' || !instruction.matches(code) || seen[instruction.next] === this.round) continue;
			seen[instruction.next] = this.round;
			positions.push(instruction.next);
		}
		return positions;
	}

	/** Whether the text from `start` on is matched by what goes on with these positions, which are not at its very start. Throws PatternError when that takes too long. */
	follow(text: string, start: number, from: readonly number[]): boolean {
		let positions = from;
		let afterWord = start > 0 && isWordCharacter(text.charCodeAt(start - 1));
		let steps = 0;
		for (let at = start; at < text.length; at++) {
			const code = text.codePointAt(at) ?? 0;
			const isWord = isWordCharacter(code);
			if (this.reached(positions, { atStart: at === 0, atEnd: false, wordEdge: afterWord !== isWord })) return true;
			steps += this.found.length;
			if (steps > mostSteps) throw new PatternError('matching this text takes too long');
			positions = this.after(this.found, code);
			afterWord = isWord;
			if (code > 0xffff) at++;
		}
		return this.reached(positions, { atStart: text.length === 0, atEnd: true, wordEdge: afterWord });
	}

	private nextRound(): void {
		this.round = (this.round + 1) >>> 0;
		if (this.round !== 0) return;
		this.seen.fill(0);
		this.round = 1;
	}
}

export function holds(assertion: Assertion, { atStart, atEnd, wordEdge }: Between): boolean {
	switch (assertion) {
		case 'start':
			return atStart;
		case 'end':
			return atEnd;
		case 'wordEdge':
			return wordEdge;
		case 'noWordEdge':
			return !wordEdge;
	}
}

/** Letters, digits and underscores of ASCII. */
export function isWordCharacter(code: number): boolean {
	return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || code === 0x5f || (code >= 0x61 && code <= 0x7a);
}
