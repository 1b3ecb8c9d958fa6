import { describe, expect, it } from 'vitest';
import { MemoryData } from '../../runtime/storage/memory/store.ts';
import type { Change } from '../../runtime/storage/store.ts';
import { openCache } from '../../runtime/watch/cache.ts';
import { FaultyStore } from '../suites/faulty-store.ts';
import { describeSharedStore } from '../suites/shared-store.ts';
import { followerOf } from '../suites/store/fixture.ts';
import { describeStore } from '../suites/store.ts';

describeStore('memory', async () => {
	const data = new MemoryData();
	return { store: data.open(), reopen: async () => data.open(), destroy: async () => undefined };
});

/** Returns a random generator with the same numbers for the same seed. */
function seeded(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32;
	};
}

describeStore('memory that is slow and answers in any order', async () => {
	const data = new MemoryData();
	const random = seeded(7);
	const open = () => new FaultyStore(data.open(), { deliveryDelayMs: 2, callDelayMs: 4, random });
	return { store: open(), reopen: async () => open(), destroy: async () => undefined };
});

describeSharedStore('memory', async () => {
	const data = new MemoryData();
	return { stores: [data.open(), data.open()], destroy: async () => undefined };
});

describeSharedStore('memory that delivers late', async () => {
	const data = new MemoryData();
	const open = () => new FaultyStore(data.open(), { deliveryDelayMs: 2 });
	return { stores: [open(), open()], destroy: async () => undefined };
});

const thing = (name: string) => ({ resource: 'things', namespace: 'a', name, expected: 0, bytes: Buffer.from(`{"metadata":{"name":"${name}"}}`), side: '' });

describe('several servers on one store', () => {
	it('each receive all commits, late ones later', async () => {
		const data = new MemoryData();
		const first = await openCache(data.open(), { shared: true });
		const late = new FaultyStore(data.open());
		const second = await openCache(late, { shared: true });
		late.hold();
		await first.store.commit([thing('x')]);
		expect(first.get('things', 'a', 'x')).toBeDefined();
		expect(second.get('things', 'a', 'x')).toBeUndefined();
		const caughtUp = second.consistent();
		late.release();
		await caughtUp;
		expect(second.get('things', 'a', 'x')?.revision).toBe(first.revision);
		await Promise.all([first.close(), second.close()]);
	});

	it('continue after an interruption, with all missed events', async () => {
		const data = new MemoryData();
		const away = new FaultyStore(data.open());
		const told: string[] = [];
		const seen: Change[] = [];
		const onChanges = (changes: readonly Change[]) => {
			seen.push(...changes);
		};
		await away.follow(await away.revision(), {
			...followerOf(onChanges),
			onInterrupted: (error) => told.push(error.message),
			onResumed: () => told.push('back'),
		});
		away.interrupt(new Error('no route'));
		await data.open().commit([thing('x'), thing('y')]);
		await expect(away.revision()).rejects.toThrow('the storage cannot be reached: no route');
		await expect(away.commit([thing('z')])).rejects.toThrow('no route');
		expect(seen).toEqual([]);
		away.resume();
		await away.commit([thing('z')]);
		expect(seen.map(({ name }) => name)).toEqual(['x', 'y', 'z']);
		expect(told).toEqual(['no route', 'back']);
	});
});
