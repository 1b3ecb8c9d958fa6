/** The long form of `fuzz.test.ts`; `FUZZ_SECONDS=600` makes it as long as one likes. */
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { Corpus } from '../fuzz/corpus.ts';
import { doors } from '../fuzz/front-door/doors.ts';
import { fuzzDoor, Tried } from '../fuzz/front-door/run.ts';
import { fuzzMs, fuzzSeed } from '../fuzz/run.ts';

let tried: Tried;
beforeAll(() => {
	tried = new Tried(inject('built').orch);
});
afterAll(() => tried.close());

const forMs = fuzzMs(20_000) / doors.length;

it.each(doors)(`$name leave the server alive and without a 500, in the long run (FUZZ_SEED=${fuzzSeed})`, async (door) => {
	expect(await fuzzDoor(door, tried, { seed: fuzzSeed, forMs, corpus: new Corpus() })).toBeGreaterThan(0);
});
