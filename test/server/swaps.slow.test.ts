/** As swaps.test.ts, for longer and from several seeds. */
import { expect, it } from 'vitest';
import { runSwaps } from './swaps/run.ts';

const swaps = 300;

it.each([101, 102, 103, 104])('random swaps under load, seed %i', async (seed) => {
	const { failures, counts } = await runSwaps(seed, swaps);
	console.log(`swaps, seed ${seed}: ${JSON.stringify(counts)}, ${failures.length} wrong or lost`);
	expect(failures.slice(0, 8)).toEqual([]);
});
