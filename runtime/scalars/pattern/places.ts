/** The places of a program that are reached at a point of a text. */
import { type Assertion, PatternError } from './parse.ts';
import type { Instruction, Program } from './program.ts';

/** What assertions look at, between two characters. */
export interface Between {
	readonly atStart: boolean;
	readonly atEnd: boolean;
	readonly wordEdge: boolean;
}

/** Places looked at for one text, where no states help: about 50 ms. */
const mostSteps = 3_000_000;

export class Places {
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

	/** Follows from these places what costs no character; whether that matches. */
	reached(places: readonly number[], between: Between): boolean {
		const { instructions, seen } = this;
		const pending = [...places];
		this.nextRound();
		this.found = [];
		for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
			if (seen[place] === this.round) continue;
			seen[place] = this.round;
			const instruction = instructions[place];
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
					this.found.push(place);
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
		const places = [this.start];
		for (const place of reached) {
			const instruction = instructions[place];
			if (instruction?.kind !== 'character' || !instruction.matches(code) || seen[instruction.next] === this.round) continue;
			seen[instruction.next] = this.round;
			places.push(instruction.next);
		}
		return places;
	}

	/** Whether the text from `start` on is matched by what goes on with these places, which are not at its very start. Throws PatternError when that takes too long. */
	follow(text: string, start: number, from: readonly number[]): boolean {
		let places = from;
		let afterWord = start > 0 && isWordCharacter(text.charCodeAt(start - 1));
		let steps = 0;
		for (let at = start; at < text.length; at++) {
			const code = text.codePointAt(at) ?? 0;
			const isWord = isWordCharacter(code);
			if (this.reached(places, { atStart: at === 0, atEnd: false, wordEdge: afterWord !== isWord })) return true;
			steps += this.found.length;
			if (steps > mostSteps) throw new PatternError('matching this text takes too long');
			places = this.after(this.found, code);
			afterWord = isWord;
			if (code > 0xffff) at++;
		}
		return this.reached(places, { atStart: text.length === 0, atEnd: true, wordEdge: afterWord });
	}

	private nextRound(): void {
		this.round = (this.round + 1) >>> 0;
		if (this.round !== 0) return;
		this.seen.fill(0);
		this.round = 1;
	}
}

function holds(assertion: Assertion, { atStart, atEnd, wordEdge }: Between): boolean {
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
