/** Settings of fast-check for all tests: cases differ between commits, and a failure names the seed and path that repeat it. */
import fc from 'fast-check';
import { runs, seedOfCommit } from './sample.ts';

/** Number of cases that fast-check tries by default. */
const usualRuns = 100;

fc.configureGlobal({ seed: seedOfCommit(), numRuns: runs(usualRuns) });
