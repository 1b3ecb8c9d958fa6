/** Nearly valid inputs: seeds with a few mutations. */
import fc from 'fast-check';
import type { FuzzedParser } from './parser.ts';

const usualMostBytes = 64 * 1024;

/** Words that cause trouble in many languages. */
const usualWords = [
	'__proto__',
	'constructor',
	'null',
	'-',
	'-0',
	'1e400',
	'9007199254740993',
	'%2e%2e',
	'\0',
	'\\',
	'"',
	'\u2028',
	'\ud800',
	'🦊',
	'\r\n',
	'\t',
	'/',
];

type Mutation = (bytes: Buffer) => Buffer;

/** Position in an input of any length. */
const place = fc.double({ min: 0, max: 1, noNaN: true });
const at = (bytes: Buffer, where: number): number => Math.floor(where * (bytes.length + 1));

function mutations(seeds: readonly Buffer[], words: readonly string[]): fc.Arbitrary<Mutation> {
	const piece = fc.tuple(place, place).map(([from, to]) => [Math.min(from, to), Math.max(from, to)] as const);
	return fc.oneof(
		fc.tuple(place, fc.nat(7)).map(
			([where, bit]): Mutation =>
				(bytes) => {
					const changed = Buffer.from(bytes);
					const index = Math.min(at(bytes, where), bytes.length - 1);
					if (index >= 0) changed[index] = (changed[index] ?? 0) ^ (1 << bit);
					return changed;
				},
		),
		fc.tuple(place, fc.nat(255)).map(
			([where, byte]): Mutation =>
				(bytes) =>
					inserted(bytes, at(bytes, where), Buffer.of(byte)),
		),
		{
			weight: 3,
			arbitrary: fc.tuple(place, fc.constantFrom(...words)).map(
				([where, word]): Mutation =>
					(bytes) =>
						inserted(bytes, at(bytes, where), Buffer.from(word)),
			),
		},
		piece.map(
			([from, to]): Mutation =>
				(bytes) =>
					Buffer.concat([bytes.subarray(0, at(bytes, from)), bytes.subarray(at(bytes, to))]),
		),
		fc.tuple(piece, place).map(
			([[from, to], where]): Mutation =>
				(bytes) =>
					inserted(bytes, at(bytes, where), bytes.subarray(at(bytes, from), at(bytes, to))),
		),
		// Repeats a piece many times, because slow processing shows on large inputs.
		fc.tuple(piece, fc.nat(12)).map(
			([[from, to], doublings]): Mutation =>
				(bytes) =>
					repeated(bytes, at(bytes, from), at(bytes, to), 2 ** doublings),
		),
		fc.tuple(fc.constantFrom(...seeds), place, place).map(
			([other, mine, its]): Mutation =>
				(bytes) =>
					Buffer.concat([bytes.subarray(0, at(bytes, mine)), other.subarray(at(other, its))]),
		),
	);
}

function inserted(bytes: Buffer, index: number, more: Buffer): Buffer {
	return Buffer.concat([bytes.subarray(0, index), more, bytes.subarray(index)]);
}

/** Size limit above that of every input. */
const enoughBytes = 1024 * 1024;

function repeated(bytes: Buffer, from: number, to: number, times: number): Buffer {
	const piece = bytes.subarray(from, Math.min(to, from + 1024));
	const fitting = Math.min(times, Math.floor(enoughBytes / Math.max(1, piece.length)));
	return inserted(bytes, to, Buffer.alloc(piece.length * fitting, piece));
}

export function inputs({ seeds, words = [], whole, mostBytes = usualMostBytes }: FuzzedParser, kept: readonly Buffer[]): fc.Arbitrary<Buffer> {
	const all = [...kept, ...seeds.map((seed) => Buffer.from(seed as string))];
	const mutated = fc
		.tuple(fc.constantFrom(...all), fc.array(mutations(all, [...usualWords, ...words]), { maxLength: 6 }))
		.map(([seed, some]) => some.reduce((bytes, mutate) => mutate(bytes).subarray(0, mostBytes), seed));
	return whole === undefined
		? mutated
		: fc.oneof(
				{ weight: 2, arbitrary: mutated },
				whole.map((input) => Buffer.from(input as string).subarray(0, mostBytes)),
			);
}
