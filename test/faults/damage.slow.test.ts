import { expect, it } from 'vitest';
import { seedOfCommit, tries } from '../setup/sample.ts';
import { damageRepeatedly, Template } from '../suites/damage.ts';

const seed = seedOfCommit();
const damages = tries({ sample: 40, full: 240 });

it(`${damages} damages of a database are refused, reported, or right, never wrong`, { timeout: 1_200_000 }, async () => {
	const template = new Template();
	await template.make();
	const { wrong, ...counts } = await damageRepeatedly(template, seed, damages);
	console.log(JSON.stringify({ seed, ...counts, wrong: wrong.length }));
	expect(wrong).toEqual([]);
	expect(counts.tried).toBe(damages);
	template.remove();
});
