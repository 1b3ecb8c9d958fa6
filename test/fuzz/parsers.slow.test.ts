/** Long form of `parsers.test.ts`; `FUZZ_SECONDS=600` sets its duration. */
import { expect, it } from 'vitest';
import { tries } from '../setup/sample.ts';
import { Corpus } from './corpus.ts';
import { parsers } from './parsers/index.ts';
import { fuzz, fuzzMs, fuzzSeed } from './run.ts';

const forMs = fuzzMs(tries({ sample: 10_000, full: 20_000 })) / parsers.length;

it.each(parsers)(`$name answers or refuses in words, soon, in the long run (FUZZ_SEED=${fuzzSeed})`, (parser) => {
	expect(fuzz(parser, { seed: fuzzSeed, forMs, corpus: new Corpus() })).toBeGreaterThan(0);
});
