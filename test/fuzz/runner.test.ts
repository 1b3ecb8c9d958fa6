/** The runner finds each kind of fault, keeps the input, and reports its file. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Corpus } from './corpus.ts';
import type { FuzzedParser } from './parser.ts';
import { fuzz } from './run.ts';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
});
afterEach(() => {
	vi.restoreAllMocks();
	rmSync(folder, { recursive: true });
});

/** Adds to the processor time of this thread, as its clock tells it from now on. */
const spend = (ms: number): void => {
	const usage = process.threadCpuUsage();
	const user = usage.user + ms * 1000;
	vi.spyOn(process, 'threadCpuUsage').mockImplementation((before) => ({ user: user - (before?.user ?? 0), system: 0 }));
};
const forever = (): never => {
	for (;;);
};
const planted: readonly (readonly [string, (text: string) => unknown, RegExp])[] = [
	['an error that is not its own', () => (undefined as unknown as string).length, /threw TypeError: Cannot read/],
	['too much time', () => spend(300), /took \d+ ms of processor time/],
	['no end', forever, /was not done with \d+ bytes after 300 ms/],
	['what every object inherits', () => Object.assign(Object.prototype, { isAdmin: true }), /added isAdmin to what every object inherits/],
	['an object that became a prototype', () => Object.assign({}, JSON.parse('{"__proto__": {"isAdmin": true}}')), /whose prototype has \["isAdmin"\]/],
];

it.each(planted)('finds %s, and keeps the input', (_, wrong, problem) => {
	const parser: FuzzedParser = {
		name: 'A toy',
		seeds: ['abcdefgh'],
		words: ['trap'],
		run: (input) => (input.includes('trap') ? wrong(input.toString()) : undefined),
	};
	const corpus = new Corpus(folder);
	const run = (seed: number): number => fuzz(parser, { seed, forMs: 500, corpus, stallMs: wrong === forever ? 300 : 60_000 });
	const pollutes = /^added/.test(problem.source);
	expect(() => run(1)).toThrow(problem);
	expect(pollutes && 'isAdmin' in {}).toBe(false);
	const [kept] = corpus.of('A toy');
	expect(kept?.file).toContain(join(folder, 'a-toy'));
	expect(readFileSync(kept?.file ?? '').includes('trap')).toBe(true);
	// The next run starts with it for any seed.
	expect(() => run(2)).toThrow(kept?.file);
});

it('shrinks the input', () => {
	const parser: FuzzedParser = { name: 'toy', seeds: ['x'.repeat(500)], words: ['trap'], run: (input) => input.includes('trap') && planted[0]?.[1]('') };
	const corpus = new Corpus(folder);
	expect(() => fuzz(parser, { seed: 1, forMs: 5_000, corpus })).toThrow('FUZZ_SEED=1');
	expect(corpus.of('toy')[0]?.input.toString()).toBe('trap');
});

it('accepts a parser that refuses with its own error', () => {
	const refuses = (error: unknown): boolean => error instanceof RangeError;
	const parser: FuzzedParser = {
		name: 'toy',
		seeds: ['a'],
		run: () => {
			throw new RangeError('no');
		},
		refuses,
	};
	expect(fuzz(parser, { seed: 1, forMs: 100, corpus: new Corpus(folder) })).toBeGreaterThan(0);
});
