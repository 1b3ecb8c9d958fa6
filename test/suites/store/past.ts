/** Contract of reads at an earlier revision, and of how far back they reach. */

import { beforeEach, describe, expect, it } from 'vitest';
import { type ChangeKey, CompactedError, type Revision, type Store } from '../../../runtime/storage/store.ts';
import { pastOf, replacedRows } from '../past.ts';
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
			}
		});

		it('has an outline: changed keys, their previous revisions and deletions', async () => {
			const start = await store.revision();
			const made = await write(store, put('x', 0, '1'));
			const other = await write(store, put('y', 0, '1', '', 'others'));
			const changed = await write(store, put('x', made, '2'));
			const deleted = await write(store, remove('x', changed));
			const x = { resource: 'things', namespace: 'a', name: 'x' };
			const whole = [
				{ ...x, revision: made, previous: 0, deleted: false },
				{ resource: 'others', namespace: '', name: 'y', revision: other, previous: 0, deleted: false },
				{ ...x, revision: changed, previous: made, deleted: false },
				{ ...x, revision: deleted, previous: changed, deleted: true },
			];
			expect(await store.outline(start, deleted, 10)).toEqual(whole);
			expect(await store.outline(made, changed, 10)).toEqual(whole.slice(1, 3));
			expect(await store.outline(start, deleted, 2)).toEqual(whole.slice(0, 2));
			expect(await store.outline(deleted, deleted, 10)).toEqual([]);
		});

		it('gives what changes replaced in the order in which it was asked for', async () => {
			const names = ['b', 'a', 'c'];
			const replacing: ChangeKey[] = [];
			for (const name of names) {
				const made = await write(store, put(name, 0, `first ${name}`));
				const revision = await write(store, name === 'c' ? remove(name, made) : put(name, made, 'second'));
				replacing.push({ resource: 'things', namespace: 'a', name, revision });
			}
			for (const asked of [replacing, replacing.toReversed()]) {
				const rows = await replacedRows(store, asked);
				expect(rows.map(({ name, bytes }) => [name, text(bytes)])).toEqual(asked.map(({ name }) => [name, `first ${name}`]));
				expect(rows.map(({ revision }) => revision)).toEqual(asked.map(({ revision }) => revision - 1));
			}
			expect(await replacedRows(store, [])).toEqual([]);
		});

		it('comes in several answers where objects are large', async () => {
			const large = 'x'.repeat(1024 * 1024);
			for (let n = 0; n < 6; n++) await write(store, put(`x${n}`, 0, large));
			const revision = await store.revision();
			for (let n = 0; n < 6; n++) await write(store, put(`x${n}`, revision - 5 + n, 'small'));
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
			await expect(store.outline(first, third, 10)).rejects.toMatchObject({ name: 'CompactedError', oldest: second });
			const x = { resource: 'things', namespace: 'a', name: 'x' };
			await expect(replacedRows(store, [{ ...x, revision: second }])).rejects.toThrow(CompactedError);
			await expect(
				replacedRows(store, [
					{ ...x, revision: third },
					{ ...x, revision: second },
				]),
			).rejects.toThrow(CompactedError);
			expect((await replacedRows(store, [{ ...x, revision: third }])).map((row) => text(row.bytes))).toEqual(['2']);
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
			expect(await store.revisionAt(now + 1000)).toBe(first);
		});
	});
}
