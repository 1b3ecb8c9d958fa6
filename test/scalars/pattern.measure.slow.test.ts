/** Measures that matching a pattern takes time in proportion to the text. */
import { expect, it } from 'vitest';
import { Pattern } from '../../runtime/scalars/pattern.ts';

it.each([
	['^(a+)+$', `${'a'.repeat(3_000_000)}b`],
	['(.*)(.*)(.*)x', 'a'.repeat(3_000_000)],
	['^([a-z]+)*x', 'a'.repeat(3_000_000)],
	['(a|b|ab)*c', 'ab'.repeat(1_500_000)],
	['(.{0,30}){30}x', 'a'.repeat(3_000_000)],
])('matches %s against 3 MB in 2 s', (source, text) => {
	const before = process.cpuUsage();
	expect(new Pattern(source).test(text)).toBe(false);
	const { user } = process.cpuUsage(before);
	expect(user / 1000).toBeLessThan(2_000);
});
