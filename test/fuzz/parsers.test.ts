/** Fuzzes every parser of client bytes for its share of two seconds; `parsers.slow.test.ts` takes longer. */
import { expect, it } from 'vitest';
import { Corpus } from './corpus.ts';
import { parsers } from './parsers/index.ts';
import { fuzz, fuzzMs, fuzzSeed } from './run.ts';

const forMs = fuzzMs(2_000) / parsers.length;

it.each(parsers)(`$name answers or refuses in words, soon (FUZZ_SEED=${fuzzSeed})`, (parser) => {
	expect(fuzz(parser, { seed: fuzzSeed, forMs, corpus: new Corpus() })).toBeGreaterThan(0);
});
