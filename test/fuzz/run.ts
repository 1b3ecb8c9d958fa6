/** Fuzz runner: gives every parser its corpus, then nearly valid inputs for a bounded time. */
import { runInThisContext } from 'node:vm';
import fc from 'fast-check';
import { seedOfCommit } from '../setup/sample.ts';
import type { Corpus } from './corpus.ts';
import { problemWith } from './judge.ts';
import { inputs } from './mutate.ts';
import type { FuzzedParser } from './parser.ts';

/** Seed of the commit: the same seed finds the same faults, so a landed commit was tested with its seed. */
export const fuzzSeed = Number(process.env.FUZZ_SEED ?? seedOfCommit());

/** Returns the duration; `FUZZ_SECONDS` overrides the usual time for all parsers together. */
export function fuzzMs(usual: number): number {
	return process.env.FUZZ_SECONDS === undefined ? usual : Number(process.env.FUZZ_SECONDS) * 1000;
}

export interface FuzzOptions {
	readonly seed: number;
	readonly forMs: number;
	readonly corpus: Corpus;
	/** Wall-clock limit for one input, after which it counts as endless; 10 s when absent. */
	readonly stallMs?: number;
}

/** Returns the number of inputs. Throws an Error that names the file of an input that found a fault. */
export function fuzz(parser: FuzzedParser, { seed, forMs, corpus, stallMs = 10_000 }: FuzzOptions): number {
	const fail = (problem: string, file: string): never => {
		throw new Error(`${parser.name} ${problem}\nThe input is kept in ${file}; FUZZ_SEED=${seed} finds it again.`);
	};
	const endless = ({ length }: Buffer): string => `was not done with ${length} bytes after ${stallMs} ms`;
	let last: Buffer = Buffer.alloc(0);
	const judged = (input: Buffer): string | undefined => {
		last = input;
		return problemWith(parser, input);
	};
	const kept = corpus.of(parser.name);
	for (const { file, input } of kept) {
		const problem = interruptible(stallMs, () => judged(input));
		if (problem !== undefined) fail(problem === stalled ? endless(input) : problem, file);
	}
	let count = 0;
	const found = interruptible(forMs + stallMs, (): Found | undefined => {
		let first: Found | undefined;
		const all = inputs(
			parser,
			kept.map(({ input }) => input),
		);
		const property = fc.property(all, (input) => {
			count++;
			const problem = judged(input);
			if (problem !== undefined) first = { problem, input };
			return problem === undefined;
		});
		// Runs until the time is over; a byte-level shrinker reduces the input found.
		fc.check(property, { seed, numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: forMs, endOnFailure: true });
		return first;
	});
	if (found === undefined) return count;
	if (found === stalled) return fail(endless(last), corpus.keep(parser.name, last));
	const small = interruptible(shrinkMs + stallMs, () => smallest(found, judged));
	const { problem, input } = small === stalled ? found : small;
	return fail(problem, corpus.keep(parser.name, input));
}

interface Found {
	readonly problem: string;
	readonly input: Buffer;
}

/** Time limit for shrinking. */
const shrinkMs = 2_000;

const stalled = Symbol('stalled');

/** Runs the work with the engine's timeout, the only way to end an endless loop on this thread. */
function interruptible<T>(timeout: number, work: () => T): T | typeof stalled {
	const place = globalThis as { fuzzed?: () => T };
	place.fuzzed = work;
	try {
		return runInThisContext('globalThis.fuzzed()', { timeout: Math.ceil(timeout) }) as T;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return stalled;
		throw error;
	} finally {
		delete place.fuzzed;
	}
}

/** Removes parts of the input while the same problem persists. */
function smallest(found: Found, judged: (input: Buffer) => string | undefined): Found {
	const kindOf = (problem: string | undefined): string | undefined => problem?.replaceAll(/\d+/g, '').slice(0, 40);
	const endMs = performance.now() + shrinkMs;
	let smaller = found;
	for (let part = Math.ceil(found.input.length / 2); part >= 1; part = part === 1 ? 0 : Math.ceil(part / 2)) {
		for (let start = 0; start < smaller.input.length && performance.now() < endMs; ) {
			const input = Buffer.concat([smaller.input.subarray(0, start), smaller.input.subarray(start + part)]);
			const problem = judged(input);
			if (problem !== undefined && kindOf(problem) === kindOf(found.problem)) smaller = { problem, input };
			else start += part;
		}
	}
	return smaller;
}
