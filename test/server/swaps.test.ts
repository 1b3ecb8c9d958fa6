/** Tests random swaps of snapshots under load: a snapshot in force explains every answer and event, and no acknowledged write is lost. */
import { expect, it } from 'vitest';
import { runSwaps } from './swaps/run.ts';

const seed = Number(process.env.SEED ?? 1);

it('random swaps under load: every answer is right by a snapshot in force, nothing is lost', { timeout: 120_000 }, async () => {
	const { failures, counts } = await runSwaps(seed, Number(process.env.SWAPS ?? 40));
	console.log(`swaps, seed ${seed}: ${JSON.stringify(counts)}`);
	expect(failures.slice(0, 8)).toEqual([]);
	expect(counts.watchesEnded).toBeGreaterThan(0);
});
