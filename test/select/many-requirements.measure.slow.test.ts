/** Measures selectors as long as a query may be: the memory they hold, and the time to match an object. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { type Predicate, parseFieldSelector, parseLabelSelector } from '../../runtime/select/index.ts';
import { slowness } from '../setup/slowness.ts';
import { longSelectors, ofLength } from './long-selectors.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

const event = { namespace: 'ns', name: 'n', labels: { app: 'web', tier: 'front', release: 'r1', a: 'b', zone: 'z' }, fields: {} };

function held(make: () => Predicate, count: number): { each: Predicate[]; bytes: number } {
	const used = (): number => {
		collect();
		const { heapUsed, external } = process.memoryUsage();
		return heapUsed + external;
	};
	const before = used();
	const each = Array.from({ length: count }, make);
	return { each, bytes: used() - before };
}

const selectors: readonly (readonly [string, () => Predicate])[] = [
	...longSelectors.map(([name, text]) => [name, () => parseLabelSelector(text).matches] as const),
	[
		'fields',
		() =>
			parseFieldSelector(
				ofLength((i) => `metadata.name!=${i}`),
				[],
			).matches,
	],
];

it.each(selectors)('of %s: 16 of them hold less than 6 MB', (_, make) => {
	const { each, bytes } = held(make, 16);
	expect(bytes).toBeLessThan(6_000_000);
	expect(each).toHaveLength(16);
});

it.each(selectors)('of %s: 1,000 match an object of a few labels in a few ms', (_, make) => {
	const matches = make();
	const match = (): number => {
		const start = performance.now();
		for (let i = 0; i < 1_000; i++) matches(event);
		return performance.now() - start;
	};
	expect(Math.min(...Array.from({ length: 5 }, match))).toBeLessThan(20 * slowness());
});
