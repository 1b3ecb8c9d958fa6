/** Faulty specs: each value in turn is removed or replaced, and each key is misspelt. */
import { parseDocument, type Range, visit } from 'yaml';
import type { SpecSource } from '../../generator/read/source/spec-file.ts';

const values = [
	'""',
	'x',
	'0',
	'-1',
	'1.5',
	'9223372036854775808',
	'99999999999999999999999',
	'1e400',
	'.nan',
	'true',
	'null',
	'[]',
	'{}',
	'[x]',
	'{a: 1}',
	'{__proto__: 1}',
	'"("',
	'"self.x"',
	'self.metadata.name',
	'1Zi',
	'2020-01-01',
	'"\\u0000"',
	'types#/Part',
	'v1',
];
const keys = ['x', '""', 'type', 'rule', '__proto__', 'constructor'];

/** A position in a spec and its replacement. Storing all mutated texts would exhaust memory. */
interface Edit {
	readonly source: SpecSource;
	readonly start: number;
	readonly end: number;
	readonly by: string;
}

export interface Mutation {
	readonly source: SpecSource;
	/** Changed line, from 1. */
	readonly line: number;
	/** Original text at the position. */
	readonly shown: string;
}

/** Returns `count` mutations spread evenly by a seed, or all of them in text order without `count`. */
export function mutationsOf(sources: readonly SpecSource[], { count, seed = 0 }: { readonly count?: number; readonly seed?: number } = {}): Mutation[] {
	const edits = sources.flatMap(editsOf);
	const step = edits.length / (count ?? edits.length);
	return Array.from({ length: count ?? edits.length }, (_, index) => edits[Math.floor(index * step + (seed % Math.ceil(step)))] ?? [])
		.flat()
		.map(mutated);
}

function mutated({ source, start, end, by }: Edit): Mutation {
	const text = source.text.slice(0, start) + by + source.text.slice(end);
	const line = text.slice(0, start).split('\n').length;
	return { source: { ...source, text }, line, shown: text.split('\n')[line - 1]?.trim() ?? '' };
}

function editsOf(source: SpecSource): Edit[] {
	const { text } = source;
	const found: Edit[] = [];
	const replace = (start: number, end: number, by: string): void => {
		if (text.slice(start, end) !== by) found.push({ source, start, end, by });
	};
	const within = (range: Range | null | undefined, by: readonly string[]): void => {
		if (range) for (const each of by) replace(range[0], range[1], each);
	};
	visit(parseDocument(text), {
		Scalar: (key, { range }) => within(range, key === 'key' ? keys : values),
		Pair(_, { key, value }) {
			const [start, end] = rangeOf(key, value);
			const comma = /^\s*,/.exec(text.slice(end))?.[0].length ?? 0;
			replace(start, end + comma, '');
		},
		Collection(_, { range }) {
			if (range && '{['.includes(text.charAt(range[0]))) within(range, values);
		},
	});
	return found;
}

function rangeOf(key: unknown, value: unknown): [number, number] {
	const [own, other] = [key, value].map((node) => (node as { readonly range?: Range } | null)?.range);
	return [own?.[0] ?? 0, other?.[1] ?? own?.[1] ?? 0];
}
