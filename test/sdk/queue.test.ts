/** Tests the work queue of controllers: each key once, one at a time, and retried with growing backoff. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WorkQueue } from '../../sdk/typescript/controller/queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pauses = { firstMs: 100, longestMs: 1_000 };

describe('a queue', () => {
	it('returns each key once, in order, to the first waiting caller', async () => {
		const queue = new WorkQueue(pauses);
		for (const key of ['a', 'b', 'a']) queue.add(key);
		expect([await queue.take(), await queue.take()]).toEqual(['a', 'b']);
		const waiting = [queue.take(), queue.take()];
		queue.add('c');
		queue.add('d');
		expect(await Promise.all(waiting)).toEqual(['c', 'd']);
	});

	it('returns a key that was added during its work again, only afterwards', async () => {
		const queue = new WorkQueue(pauses);
		queue.add('a');
		await queue.take();
		queue.add('a');
		queue.add('a');
		queue.add('b');
		expect(await queue.take()).toBe('b');
		queue.done('a');
		expect(await queue.take()).toBe('a');
		queue.done('a');
		const next = queue.take();
		queue.close();
		expect(await next).toBeUndefined();
		expect(await queue.take()).toBeUndefined();
	});

	it('doubles the pause up to the longest, and forgets failures when it went well', async () => {
		const queue = new WorkQueue(pauses);
		queue.add('a');
		const wait = async (): Promise<number> => {
			const start = Date.now();
			const taken = queue.take();
			await vi.advanceTimersToNextTimerAsync();
			await taken;
			return Date.now() - start;
		};
		await queue.take();
		const waits: number[] = [];
		for (let failure = 0; failure < 6; failure++) {
			queue.failed('a');
			waits.push(await wait());
		}
		expect(waits).toEqual([100, 200, 400, 800, 1_000, 1_000]);
		queue.done('a');
		queue.add('a');
		await queue.take();
		queue.failed('a');
		expect(await wait()).toBe(100);
	});

	it('keeps the earlier of two times', async () => {
		const queue = new WorkQueue(pauses);
		queue.addAfter('a', 500);
		queue.addAfter('a', 100);
		queue.addAfter('a', 900);
		const start = Date.now();
		const taken = queue.take();
		await vi.advanceTimersToNextTimerAsync();
		expect([await taken, Date.now() - start, vi.getTimerCount()]).toEqual(['a', 100, 0]);
	});
});
