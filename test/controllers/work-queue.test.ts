/** The work queue of controllers: each key once at a time, with retries and delays. */
import { describe, expect, test } from 'vitest';
import { WorkQueue } from '../../runtime/controllers/work-queue.ts';
import { StorageDamagedError } from '../../runtime/storage/errors.ts';

describe('the work queue', () => {
	test('retries a failed key after a pause, and works on a key once at a time', async () => {
		const done = Promise.withResolvers<void>();
		let tries = 0;
		let active = 0;
		const failures: string[] = [];
		const queue = new WorkQueue({
			name: 'keys',
			atOnce: 4,
			firstPauseMs: 1,
			onFailure: (key) => failures.push(key),
			async work() {
				expect(++active).toBe(1);
				await Promise.resolve();
				active--;
				if (++tries < 3) throw new Error('not yet');
				done.resolve();
			},
		});
		queue.add('a');
		queue.add('a');
		await done.promise;
		await queue.stop();
		expect(tries).toBe(3);
		expect(failures).toEqual(['a', 'a']);
	});

	test('reports damage that postpones a key once, counts the key, and continues after repair', async () => {
		const damage = [
			'configmaps a/b differs from the written state',
			'configmaps a/b differs from the written state',
			'configmaps a/c differs from the written state',
		];
		const failures: string[] = [];
		const postponed: number[] = [];
		const done = Promise.withResolvers<void>();
		const queue = new WorkQueue({
			name: 'keys',
			atOnce: 1,
			firstPauseMs: 1,
			onFailure: (_, error) => failures.push((error as Error).message),
			async work() {
				postponed.push(queue.metrics.postponed());
				const next = damage.shift();
				if (next === undefined) return done.resolve();
				throw new AggregateError([new StorageDamagedError(next)], `corrupt object: ${next}`);
			},
		});
		queue.add('a');
		await done.promise;
		await queue.stop();
		expect([...postponed, queue.metrics.postponed()]).toEqual([0, 1, 1, 1, 0]);
		expect(failures).toEqual([
			'corrupt object: configmaps a/b differs from the written state',
			'corrupt object: configmaps a/c differs from the written state',
		]);
	});

	test('adds a key after the shortest of its delays', async () => {
		const taken: string[] = [];
		const done = Promise.withResolvers<void>();
		const queue = new WorkQueue({
			name: 'keys',
			atOnce: 1,
			onFailure: () => undefined,
			async work(key) {
				if (taken.push(key) === 3) done.resolve();
			},
		});
		queue.addAfter('second', 20);
		queue.addAfter('second', 60_000);
		queue.addAfter('first', 60_000);
		queue.addAfter('first', 1);
		queue.addAfter('never', Number.MAX_SAFE_INTEGER);
		queue.addAfter('at once', 0);
		await done.promise;
		await queue.stop();
		expect(taken).toEqual(['at once', 'first', 'second']);
	});

	test('takes keys in order', async () => {
		const count = 1_000;
		const done = Promise.withResolvers<void>();
		const taken: string[] = [];
		const queue = new WorkQueue({
			name: 'keys',
			atOnce: 4,
			onFailure: () => undefined,
			async work(key) {
				if (taken.push(key) === count) done.resolve();
			},
		});
		const keys = Array.from({ length: count }, (_, i) => `key-${i}`);
		for (const key of keys) queue.add(key);
		await done.promise;
		await queue.stop();
		expect(taken).toEqual(keys);
	});
});
