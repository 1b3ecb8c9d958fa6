/** The tests of `any-mistake.test.ts` on more faulty specs: generated ones and the built-in ones. ORCH_SEED selects others. */
import { expect, it } from 'vitest';
import { readSources, specRoots } from '../../generator/command/spec-roots.ts';
import { gadgetSources } from '../setup/gadgets.ts';
import { seedOfCommit, tries } from '../setup/sample.ts';
import { shop } from './fixture.ts';
import { tryAll } from './mistakes.ts';
import { mutationsOf } from './mutations.ts';

const seed = Number(process.env.ORCH_SEED ?? seedOfCommit());

it.each([
	['made-up specs', async () => [...shop, ...gadgetSources()], { sample: 60, full: 600 }],
	['the built-in specs', async () => readSources(await specRoots([])), { sample: 4, full: 40 }],
] as const)('%s', async (what, specs, counts) => {
	const count = tries(counts);
	const all = await specs();
	const mutations = mutationsOf(
		all.filter(({ path }) => !path.startsWith('meta/')),
		{ count, seed },
	);
	const { refused, accepted } = await tryAll(all, mutations);
	console.log(JSON.stringify({ what, seed, tried: mutations.length, refused, accepted }));
	expect(refused + accepted).toBe(count);
});
