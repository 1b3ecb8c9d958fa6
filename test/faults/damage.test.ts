import { expect, it } from 'vitest';
import { damageRepeatedly, Template } from '../suites/damage.ts';

it('a damaged database is refused, reported, or right, never wrong', { timeout: 120_000 }, async () => {
	const template = new Template();
	await template.make();
	const report = await damageRepeatedly(template, 1, 24);
	expect(report.wrong).toEqual([]);
	expect(report.refused + report.reported + report.right).toBe(24);
	expect(report.refused + report.reported).toBeGreaterThan(0);
	template.remove();
});
