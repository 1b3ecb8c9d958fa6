/** Contract of reads at an earlier revision, and of how far back they reach. */

import { beforeEach, describe, expect, it } from 'vitest';
import { CompactedError, type KeyRange, type Revision, type Store } from '../../../runtime/storage/store.ts';
import { pastOf } from '../past.ts';
import { all, followerOf, put, remove, type StoreUnderTest, shortChange, shortRow, text, write } from './fixture.ts';

/** `under` returns the store of the running test. */
export function past(under: () => StoreUnderTest): void {
	describe('the past', () => {
		let store: Store;
		beforeEach(() => {
			store = under().store;
		});

		it('has the rows as they were at a revision', async () => {
			const history: { revision: Revision; rows: string[] }[] = [];
			const current = new Map<string, Revision>();
			for (let i = 0; i < 60; i++) {
				const name = `n${(i * 7) % 11}`;
				const known = current.get(name) ?? 0;
				if (known > 0 && i % 3 === 0) {
					await write(store, remove(name, known));
					current.delete(name);
				} else current.set(name, await write(store, put(name, known, `${i}`)));
				const { rows, revision } = await all(store);
				history.push({ revision, rows: rows.map((row) => JSON.stringify(shortRow(row))) });
			}
			for (const { revision, rows } of history) {
				expect((await pastOf(store, revision, 'things', 3)).map((row) => JSON.stringify(shortRow(row)))).toEqual(rows);
				expect(await pastOf(store, revision, 'others')).toEqual([]);
				expect(await store.countAt(revision, { resource: 'things' })).toBe(rows.length);
			}
		});

		it('is read in key order, by namespace, from a key on and up to a limit', async () => {
			const places = ['b/y', 'a/x', 'a-b/z', 'b/x', 'a/y', '/x'].map((place) => place.split('/'));
			const first = new Map<string, Revision>();
			for (const [namespace = '', name = ''] of places) first.set(`${namespace}/${name}`, await write(store, put(name, 0, 'was', namespace)));
			const revision = await store.revision();
			await write(store, put('y', first.get('a/y') ?? 0, 'is', 'a'));
			await write(store, put('new', 0, 'is', 'a'));
			await write(store, remove('x', first.get('b/x') ?? 0, 'b'));
			await write(store, put('x', 0, 'is', 'b'));
			const read = async (range: Omit<KeyRange, 'resource'>, limit = 10) =>
				(await store.at(revision, { resource: 'things', ...range }, limit)).map(({ namespace, name, bytes }) => `${namespace}/${name} ${text(bytes)}`);
			expect(await read({})).toEqual(['/x was', 'a/x was', 'a/y was', 'a-b/z was', 'b/x was', 'b/y was']);
			expect(await read({ namespace: 'a' })).toEqual(['a/x was', 'a/y was']);
			expect(await read({ namespace: 'b', after: { namespace: 'b', name: 'x' } })).toEqual(['b/y was']);
			expect(await read({ after: { namespace: 'a', name: 'x' } }, 2)).toEqual(['a/y was', 'a-b/z was']);
			expect(await read({ namespace: 'c' })).toEqual([]);
			for (const [namespace, count] of [
				[undefined, 6],
				['a', 2],
				['b', 2],
				['c', 0],
			] as const)
				expect(await store.countAt(revision, { resource: 'things', namespace })).toBe(count);
		});

		it('is returned in several answers if objects are large', async () => {
			const large = 'x'.repeat(1024 * 1024);
			const written: Revision[] = [];
			for (let n = 0; n < 6; n++) written.push(await write(store, put(`x${n}`, 0, large)));
			const revision = await store.revision();
			for (const [n, before] of written.entries()) await write(store, put(`x${n}`, before, 'small'));
			const rows = await pastOf(store, revision, 'things');
			expect(rows.map(({ name }) => name)).toEqual(['x0', 'x1', 'x2', 'x3', 'x4', 'x5']);
			for (const { bytes } of rows) expect(bytes.byteLength).toBeGreaterThanOrEqual(large.length);
		});

		it('lists the resources with objects', async () => {
			expect(await store.resources()).toEqual([]);
			const a = await write(store, put('x', 0, '1', 'n', 'a.example.com'));
			for (let i = 0; i < 20; i++) await write(store, put(`x${i}`, 0, '1', 'n', 'b'));
			await write(store, put('x', 0, '1', '', 'c'));
			expect(await store.resources()).toEqual(['a.example.com', 'b', 'c']);
			await write(store, remove('x', a, 'n', 'a.example.com'));
			expect(await store.resources()).toEqual(['b', 'c']);
		});

		it('is forgotten up to a revision and no further', async () => {
			const start = await store.revision();
			const first = await write(store, put('x', 0, '1'));
			const second = await write(store, put('x', first, '2'));
			const third = await write(store, put('x', second, '3'));
			await store.compact(second);
			expect(await store.oldest()).toBe(second);
			await expect(store.changes(first, third, 10)).rejects.toThrow(CompactedError);
			await expect(store.changes(start, third, 10)).rejects.toMatchObject({ oldest: second });
			await expect(store.at(first, { resource: 'things' }, 10)).rejects.toMatchObject({ name: 'CompactedError', oldest: second });
			await expect(store.countAt(first, { resource: 'things' })).rejects.toThrow(CompactedError);
			await expect(
				store.follow(
					first,
					followerOf(() => undefined),
				),
			).rejects.toThrow(CompactedError);
			expect((await store.changes(second, third, 10)).map(shortChange)).toEqual([['x', third, '3', second, '2']]);
			expect((await pastOf(store, second, 'things')).map((row) => text(row.bytes))).toEqual(['2']);
			expect((await all(store)).rows.map((row) => text(row.bytes))).toEqual(['3']);
			await store.compact(first);
			expect(await store.oldest()).toBe(second);
		});

		it('never hands out a revision again, even when all history is forgotten', async () => {
			const created = await write(store, put('x', 0, '1'));
			const deleted = await write(store, remove('x', created));
			await store.compact(deleted);
			store = await under().reopen();
			expect(await store.revision()).toBe(deleted);
			expect(await write(store, put('x', 0, '2'))).toBeGreaterThan(deleted);
		});

		it('marks the log with times that never go back', async () => {
			const start = await store.revision();
			const began = Date.now();
			const first = await write(store, put('x', 0, '1'));
			const second = await write(store, put('x', first, '2'));
			store = await under().reopen();
			const third = await write(store, put('x', second, '3'));
			const times = (await store.changes(start, third, 10)).map(({ timeMs }) => timeMs);
			expect(times).toEqual([...times].sort((a, b) => a - b));
			expect(times[0]).toBeGreaterThanOrEqual(began);
			expect(times[2]).toBeLessThanOrEqual(Date.now());
			expect(await store.revisionAt(times[2] ?? 0)).toBe(third);
		});

		it('finds the revision of a time', async () => {
			const start = await store.revision();
			const before = Date.now() - 1;
			const first = await write(store, put('x', 0, '1'));
			const now = Date.now();
			expect(await store.revisionAt(before)).toBe(start);
			// The caller's clock has fractions of a millisecond.
			expect(await store.revisionAt(now + 1000.5)).toBe(first);
		});
	});
}
