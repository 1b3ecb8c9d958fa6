/** Specs with one mistake at any position are either refused with file and line, or valid input for every emitter. */
import { expect, it } from 'vitest';
import { gadgetSources } from '../setup/gadgets.ts';
import { seedOfCommit, tries } from '../setup/sample.ts';
import { shop } from './fixture.ts';
import { tryAll } from './mistakes.ts';
import { mutationsOf } from './mutations.ts';

const count = tries({ sample: 30, full: 150 });

it('a spec with a mistake is refused with a place, or works', { timeout: 240_000 }, async () => {
	const all = [...shop, ...gadgetSources()];
	const mutations = mutationsOf(
		all.filter(({ path }) => !path.startsWith('meta/')),
		{ count, seed: seedOfCommit() },
	);
	const { refused, accepted } = await tryAll(all, mutations);
	expect(refused + accepted).toBe(count);
});
