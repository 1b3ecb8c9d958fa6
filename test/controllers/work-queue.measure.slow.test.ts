/** Measures that a work queue of very many keys takes constant time for each. */
import { expect, it } from 'vitest';
import { WorkQueue } from '../../runtime/controllers/work-queue.ts';

it('returns each of 300,000 keys without scanning earlier ones', async () => {
	const count = 300_000;
	const done = Promise.withResolvers<void>();
	let taken = 0;
	const queue = new WorkQueue({
		name: 'keys',
		atOnce: 4,
		onFailure: () => undefined,
		async work() {
			if (++taken === count) done.resolve();
		},
	});
	const before = process.cpuUsage();
	for (let i = 0; i < count; i++) queue.add(`key-${i}`);
	await done.promise;
	const { user } = process.cpuUsage(before);
	await queue.stop();
	// Takes a second at most, but more than ten when each step rescans earlier work.
	expect(user / 1e6).toBeLessThan(5);
});
