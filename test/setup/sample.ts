/**
 * How much is tried. What every change waits for takes a sample, chosen anew by each commit; `npm run test:full` takes the full count.
 * Which of the two it is, is the mode that vitest was started in, as `vitest.config.ts` puts it into the environment.
 */
import { spawnSync } from 'node:child_process';

const isFull = process.env.TRIES === 'full';

/** `sample` of what every change waits for, `full` in `npm run test:full`. */
export function tries({ sample, full }: { readonly sample: number; readonly full: number }): number {
	return isFull ? full : sample;
}

/** All of them in `npm run test:full`, else the first `count`. */
export function sampleOf<T>(all: readonly T[], count: number): readonly T[] {
	return isFull ? all : all.slice(0, count);
}

/** All of them in `npm run test:full`, else one in `every`, others with the next commit: so many commits try them all, more or less. */
export function shareOf<T>(all: readonly T[], every: number): readonly T[] {
	const seed = seedOfCommit();
	return isFull ? all : all.filter((_, index) => (index + seed) % every === 0);
}

/** The same for the same commit, so that what lands has been tried with it. Where there is no commit: 1. */
export function seedOfCommit(): number {
	const { status, stdout } = spawnSync('git', ['rev-parse', '--short=7', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' });
	return status === 0 ? Number.parseInt(stdout, 16) : 1;
}
