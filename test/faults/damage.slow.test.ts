import { expect, it } from 'vitest';
import { damageRepeatedly, Template } from '../suites/damage.ts';

it('240 damages of a database are refused, reported, or right, never wrong', { timeout: 1_200_000 }, async () => {
	const template = new Template();
	await template.make();
	const { wrong, ...counts } = await damageRepeatedly(template, 1_000, 240);
	console.log(JSON.stringify({ ...counts, wrong: wrong.length }));
	expect(wrong).toEqual([]);
	expect(counts.tried).toBe(240);
	template.remove();
});
