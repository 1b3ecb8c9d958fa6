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
	const { status, stdout } = spawnSync('git', ['rev-parse', '--short=7', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' });
	return status === 0 ? Number.parseInt(stdout, 16) : 1;
}
