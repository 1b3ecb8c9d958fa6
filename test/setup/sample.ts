/**
 * Amount of testing. The tests that gate every change take a sample chosen by the commit; `npm run test:full` takes the full count.
 * `vitest.config.ts` passes the mode of vitest through the environment.
 */
import { spawnSync } from 'node:child_process';

const isFull = process.env.TRIES === 'full';

/** Returns `full` in `npm run test:full`, else `sample`. */
export function tries({ sample, full }: { readonly sample: number; readonly full: number }): number {
	return isFull ? full : sample;
}

/** Fewest random cases of a sample. */
const fewestRuns = 25;

/**
 * Returns the number of random cases for a test that would take `full` of them: in a sample a tenth, but not fewer than 25. Each commit
 * takes different cases. All of `npm test` together should take about 15 s of processor time.
 */
export function runs(full: number): number {
	return isFull ? full : Math.min(full, Math.max(fewestRuns, Math.ceil(full / 10)));
}

/** Returns all items in `npm run test:full`, else the first `count`. */
export function sampleOf<T>(all: readonly T[], count: number): readonly T[] {
	return isFull ? all : all.slice(0, count);
}

/**
 * Returns all items in `npm run test:full`, else one in `every`. The next commit takes different items, so that a series of commits covers
 * roughly all of them.
 */
export function shareOf<T>(all: readonly T[], every: number): readonly T[] {
	const seed = seedOfCommit();
	return isFull ? all : all.filter((_, index) => (index + seed) % every === 0);
}

/** Returns a seed that is constant for a commit, so that a landed commit was tested with it. Returns 1 outside a Git repository. */
export function seedOfCommit(): number {
	if (process.env.COMMIT_SEED !== undefined) return Number(process.env.COMMIT_SEED);
	const { status, stdout } = spawnSync('git', ['rev-parse', '--short=7', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' });
	return status === 0 ? Number.parseInt(stdout, 16) : 1;
}
