/** Contract of changes, read from the log and followed live. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Change, Revision, Store } from '../../../runtime/storage/store.ts';
import { followerOf, put, remove, type StoreUnderTest, shortChange, write } from './fixture.ts';

/** `under` returns the store of the running test. */
export function changes(under: () => StoreUnderTest): void {
	describe('changes and follow', () => {
		let store: Store;
		beforeEach(() => {
			store = under().store;
		});

		it('delivers own commits before they resolve: ordered, gap-free, once, with the old state', async () => {
			const seen: Change[] = [];
			let applied = await store.revision();
			const follower = await store.follow(
				applied,
				followerOf((changes, upTo) => {
					seen.push(...changes);
					applied = upTo;
				}),
			);
			const created = await write(store, put('x', 0, 'one'));
			expect(applied).toBe(created);
			const updated = await write(store, put('x', created, 'two'));
			const deleted = await write(store, remove('x', updated));
			const again = await write(store, put('x', 0, 'three'));
			expect(seen.map(shortChange)).toEqual([
				['x', created, 'one', undefined, undefined],
				['x', updated, 'two', created, 'one'],
				['x', deleted, undefined, updated, 'two'],
				['x', again, 'three', undefined, undefined],
			]);
			expect(seen[1]?.previous?.side).toBe('{"l":{"v":"one"}}');
			expect(seen[1]?.side).toBe('{"l":{"v":"two"}}');
			await follower.close();
			await write(store, put('y', 0, 'late'));
			expect(seen).toHaveLength(4);
		});

		it('reads the same events from the log as delivered', async () => {
			const start = await store.revision();
			const seen: Change[] = [];
			await store.follow(
				start,
				followerOf((changes) => seen.push(...changes.map((change) => structuredClone(change)))),
			);
			const a = await write(store, put('a', 0, '1'));
			await store.commit([put('b', 0, '1'), put('c', 0, '1', 'other'), put('d', 0, '1', 'a', 'others')]);
			const a2 = await write(store, put('a', a, '2'));
			const a3 = await write(store, put('a', a2, '3'));
			await write(store, remove('a', a3));
			await write(store, put('a', 0, '4'));
			const log = await store.changes(start, await store.revision(), 100);
			const plain = (changes: readonly Change[]) =>
				changes.map((change) => [...shortChange(change), change.resource, change.namespace, change.side, change.previous?.side]);
			expect(plain(log)).toEqual(plain(seen));
			expect(plain(await store.changes(a, a3, 100))).toEqual(plain(seen.filter((change) => change.revision > a && change.revision <= a3)));
			expect(plain(await store.changes(start, a3, 2))).toEqual(plain(seen.slice(0, 2)));
			expect(plain(await store.changes(start, a3, 9, { resource: 'others' }))).toEqual(plain(seen.filter((change) => change.resource === 'others')));
			expect(plain(await store.changes(start, a3, 9, { resource: 'things', namespace: 'other' }))).toEqual(
				plain(seen.filter((change) => change.namespace === 'other')),
			);
		});

		it('catches up with the log, however much is written meanwhile', async () => {
			const start = await store.revision();
			await store.commit(Array.from({ length: 2500 }, (_, i) => put(`early${i}`, 0, '1')));
			const revisions: Revision[] = [];
			const following = store.follow(
				start,
				followerOf((changes) => revisions.push(...changes.map((change) => change.revision))),
			);
			const writes = Promise.all(Array.from({ length: 500 }, (_, i) => store.commit([put(`late${i}`, 0, '1')])));
			await following;
			await writes;
			expect(revisions).toHaveLength(3000);
			expect(revisions).toEqual([...new Set(revisions)].sort((a, b) => a - b));
		});
	});
}
