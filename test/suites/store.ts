/** Contract tests of every store, run against each engine: `describeStore('SQLite', openEmptyStore)`. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../runtime/storage/store.ts';
import { pastOf } from './past.ts';
import { calls } from './store/call.ts';
import { changes } from './store/changes.ts';
import { commits } from './store/commit.ts';
import { all, put, type StoreUnderTest, shortChange, shortRow, write } from './store/fixture.ts';
import { past } from './store/past.ts';

export function describeStore(engine: string, open: () => Promise<StoreUnderTest>): void {
	describe(`a store on ${engine}`, () => {
		let under: StoreUnderTest;
		let store: Store;

		beforeEach(async () => {
			under = await open();
			store = under.store;
		});
		afterEach(() => under.destroy());

		commits(() => under);
		changes(() => under);
		past(() => under);
		calls(() => under);

		it('gives figures of its own', () => {
			const names = store.metrics().map(({ name }) => name);
			expect(new Set(names).size).toBe(names.length);
			for (const family of store.metrics()) for (const sample of family.read()) expect(sample).toBeDefined();
		});

		it('keeps everything over a restart, revisions and log included', async () => {
			const start = await store.revision();
			const first = await write(store, put('x', 0, '1'));
			const second = await write(store, put('x', first, '2'));
			const before = (await all(store)).rows.map(shortRow);
			store = await under.reopen();
			expect(await store.revision()).toBe(second);
			expect((await all(store)).rows.map(shortRow)).toEqual(before);
			expect((await store.changes(start, second, 10)).map(shortChange)).toEqual([
				['x', first, '1', undefined, undefined],
				['x', second, '2', first, '1'],
			]);
			const third = await write(store, put('x', second, '3'));
			expect(third).toBeGreaterThan(second);
			// The states replaced since the restart were written before it.
			expect((await store.changes(first, third, 10)).map(shortChange)).toEqual([
				['x', second, '2', first, '1'],
				['x', third, '3', second, '2'],
			]);
			expect((await pastOf(store, second, 'things')).map(shortRow)).toEqual(before);
		});
	});
}
