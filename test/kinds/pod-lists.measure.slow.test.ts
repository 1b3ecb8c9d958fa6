/** Measures that validating lists of pods as long as a request can hold takes time in proportion to their length. */
import { expect } from 'vitest';
import { slowness } from '../setup/slowness.ts';
import { validatesLongLists } from './pod-lists.ts';

validatesLongLists(20_000, (run) => {
	const started = performance.now();
	const causes = run();
	// Time enough for ten times as many items, unless each is compared with every other.
	expect(performance.now() - started).toBeLessThan(1_000 * slowness());
	return causes;
});
