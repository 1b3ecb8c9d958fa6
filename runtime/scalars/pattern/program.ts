/** The tree of a pattern to instructions of a machine that is in several positions at once. */
import { type Assertion, type CharacterTest, PatternError, type PatternNode } from './parse.ts';

/** An instruction goes on with the ones whose indices it names. */
export type Instruction =
	| { readonly kind: 'character'; readonly matches: CharacterTest; readonly next: number }
	| { readonly kind: 'assertion'; readonly holds: Assertion; readonly next: number }
	/** The first is preferred. */
	| { readonly kind: 'split'; readonly next: readonly number[] }
	| { readonly kind: 'match' };

export interface Program {
	readonly instructions: readonly Instruction[];
	readonly start: number;
}

/** Counted repetitions are written out: a character of the text may cost as many steps as there are instructions. */
const most = 2_000;

/** Throws PatternError when the program would be too long. */
export function programOf(pattern: PatternNode): Program {
	const instructions: Instruction[] = [];
	const add = (instruction: Instruction): number => {
		if (instructions.length >= most) throw new PatternError(`too large: its repetitions written out have more than ${most} parts`);
		return instructions.push(instruction) - 1;
	};
	const start = emit(pattern, add({ kind: 'match' }), add, instructions);
	return { instructions, start };
}

type Add = (instruction: Instruction) => number;

/** Writes what matches the node and goes on with `next`; where it starts. */
function emit(node: PatternNode, next: number, add: Add, instructions: Instruction[]): number {
	switch (node.kind) {
		case 'character':
		case 'assertion':
			return add({ ...node, next });
		case 'sequence':
			return node.parts.reduceRight((after, part) => emit(part, after, add, instructions), next);
		case 'choice':
			return add({ kind: 'split', next: node.parts.map((part) => emit(part, next, add, instructions)) });
		case 'repeat':
			return emitRepeat(node, next, add, instructions);
	}
}

/** What goes on with the part stands first, where as much as can be is taken. */
function emitRepeat({ part, min, max, isLazy }: PatternNode & { kind: 'repeat' }, next: number, add: Add, instructions: Instruction[]): number {
	let start = next;
	if (max === Number.POSITIVE_INFINITY) {
		const ways: number[] = [];
		start = add({ kind: 'split', next: ways });
		ways.push(...inOrder(emit(part, start, add, instructions), next, isLazy));
	} else
		for (let optional = max - min; optional > 0; optional--) start = add({ kind: 'split', next: inOrder(emit(part, start, add, instructions), next, isLazy) });
	for (let needed = min; needed > 0; needed--) start = emit(part, start, add, instructions);
	return start;
}

function inOrder(more: number, next: number, isLazy: boolean): readonly number[] {
	return isLazy ? [next, more] : [more, next];
}
