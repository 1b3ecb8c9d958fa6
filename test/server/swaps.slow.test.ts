/**
 * Long form of swaps.test.ts, which also swaps snapshots of generated kinds. A seed decides how their fields, defaults, versions and
 * storage version change. A run is a sample: `SEED=1000 SECONDS=600` runs other samples for longer.
 */
import { expect, it } from 'vitest';
import { tries } from '../setup/sample.ts';
import { runKind } from './swaps/kinds/run.ts';
import { runSwaps } from './swaps/run.ts';

const swaps = 100;
const swapsOfKind = 50;
const firstSeed = Number(process.env.SEED ?? 1);
const sampleMs = Number(process.env.SECONDS ?? tries({ sample: 10, full: 20 })) * 1_000;

it.each([103])('random swaps under load, seed %i', async (seed) => {
	const { failures, counts } = await runSwaps(seed, swaps);
	console.log(`swaps, seed ${seed}: ${JSON.stringify(counts)}, ${failures.length} wrong or lost`);
	expect(failures.slice(0, 8)).toEqual([]);
});

it('random kinds: reads, lists and watches return the written state, as far as the served snapshots have it', {
	timeout: sampleMs + 600_000,
}, async () => {
	const sums = { swaps: 0, writes: 0, reads: 0, events: 0, observations: 0 };
	const wrong: string[] = [];
	const endMs = Date.now() + sampleMs;
	let seed = firstSeed;
	do {
		const { failures, counts } = await runKind(seed, swapsOfKind);
		for (const [name, count] of Object.entries(counts)) sums[name as keyof typeof sums] += count;
		wrong.push(...failures.slice(0, 4).map((failure) => `seed ${seed}: ${failure}`));
		seed++;
	} while (Date.now() < endMs);
	console.log(`kinds, seeds ${firstSeed} to ${seed - 1}: ${JSON.stringify(sums)}, ${wrong.length} wrong or lost`);
	expect(wrong.slice(0, 8)).toEqual([]);
	for (const count of Object.values(sums)) expect(count).toBeGreaterThan(0);
});
