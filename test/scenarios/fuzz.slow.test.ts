/** Tests the built server with mutated bytes and requests; `FUZZ_SECONDS=600` sets the duration. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { Corpus } from '../fuzz/corpus.ts';
import { type Door, doors } from '../fuzz/front-door/doors.ts';
import { fuzzDoor, Tried } from '../fuzz/front-door/run.ts';
import { fuzzMs, fuzzSeed } from '../fuzz/run.ts';
import { tries } from '../setup/sample.ts';

let tried: Tried;
beforeAll(() => {
	tried = new Tried(inject('built').orch);
});
afterAll(() => tried.close());

const forMs = fuzzMs(tries({ sample: 10_000, full: 20_000 })) / doors.length;

it.each(doors)(`$name leave the server alive and without a 500 (FUZZ_SEED=${fuzzSeed})`, async (door) => {
	expect(await fuzzDoor(door, tried, { seed: fuzzSeed, forMs, corpus: new Corpus() })).toBeGreaterThan(0);
});

it('an input that ends the server is found, and kept', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
	const deadly: Door = {
		name: 'deadly',
		seeds: ['abc'],
		words: ['trap'],
		send: async (server, input) => {
			if (input.includes('trap')) await server.kill();
		},
	};
	const corpus = new Corpus(folder);
	await expect(fuzzDoor(deadly, tried, { seed: 1, forMs: 20_000, corpus })).rejects.toThrow(/an input ended it with SIGKILL.*\n*.*FUZZ_SEED=1 finds it again/s);
	expect(corpus.of('deadly').map(({ input }) => input.includes('trap'))).toEqual([true]);
	rmSync(folder, { recursive: true });
});
