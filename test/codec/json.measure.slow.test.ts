/** Measures that parsing hostile JSON takes time in proportion to its length. */
import { describe, expect, it } from 'vitest';
import { inOrderOfText } from '../../runtime/wire/json/duplicates.ts';
import { parseJson } from '../../runtime/wire/json/json.ts';
import { slowness } from '../setup/slowness.ts';

const members = (count: number): string => Array.from({ length: count }, (_, at) => `"k${at}":1`).join(',');

function duplicatesOf(text: string): string[] {
	const duplicates: string[] = [];
	parseJson(text, { duplicates });
	return duplicates;
}

describe('parsing JSON', () => {
	it.each([
		['an object with one duplicate', (key: string) => `{"${key}":{${members(5_000)}},"a":1,"a":2}`],
		['an object with one key repeated', (key: string) => `{"${key}":{${'"a":1,'.repeat(5_000)}"a":2}}`],
	])('takes about as long below a long key as below a short one: %s', (_, textOf) => {
		const leastTime = (key: string): number => {
			const text = textOf(key);
			return Math.min(
				...[1, 2, 3].map(() => {
					const before = performance.now();
					inOrderOfText(text, duplicatesOf(text), ['unknown field "odd"']);
					return performance.now() - before;
				}),
			);
		};
		expect(leastTime('k'.repeat(100_000))).toBeLessThan(20 * Math.max(leastTime('k'), 1));
	});

	it('scans hostile strings in linear time', () => {
		const started = performance.now();
		parseJson(JSON.stringify({ a: '\\"'.repeat(500_000), b: '\\'.repeat(500_000) }));
		expect(performance.now() - started).toBeLessThan(1_000 * slowness());
	});
});
