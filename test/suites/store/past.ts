/** The state at an earlier revision, and how far back there is one. */

import { beforeEach, describe, expect, it } from 'vitest';
import { CompactedError, type Revision, type Store } from '../../../runtime/storage/store.ts';
import { pastOf } from '../past.ts';
import { all, followerOf, put, remove, type StoreUnderTest, shortChange, shortRow, text, write } from './fixture.ts';

/** `under`: the store of the test that runs. */
export function past(under: () => StoreUnderTest): void {
	describe('the past', () => {
		let store: Store;
		beforeEach(() => {
			store = under().store;
		});

		it('shows the rows as they were at a revision, in pages', async () => {
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
				const whole = await store.at(revision, { resource: 'things', limit: 100 });
				expect(whole.map((row) => JSON.stringify(shortRow(row)))).toEqual(rows);
				const first = await store.at(revision, { resource: 'things', namespace: 'a', limit: 2 });
				const last = first.at(-1);
				const rest = last ? await store.at(revision, { resource: 'things', namespace: 'a', after: last, limit: 100 }) : [];
				expect([...first, ...rest].map((row) => JSON.stringify(shortRow(row)))).toEqual(rows);
				expect(await store.at(revision, { resource: 'things', namespace: 'b', limit: 100 })).toEqual([]);
			}
		});

		it('comes in several answers where objects are large', async () => {
			const large = 'x'.repeat(1024 * 1024);
			for (let n = 0; n < 6; n++) await write(store, put(`x${n}`, 0, large));
			const revision = await store.revision();
			for (let n = 0; n < 3; n++) await write(store, put(`x${n}`, revision - 5 + n, 'small'));
			expect((await store.at(revision, { resource: 'things', limit: 100 })).length).toBeGreaterThan(0);
			const rows = await pastOf(store, revision, 'things');
			expect(rows.map(({ name }) => name)).toEqual(['x0', 'x1', 'x2', 'x3', 'x4', 'x5']);
			for (const { bytes } of rows) expect(bytes.byteLength).toBeGreaterThanOrEqual(large.length);
		});

		it('pages over namespaces in key order', async () => {
			for (const [namespace, name] of [
				['b', 'a'],
				['a', 'z'],
				['a', 'a'],
				['', 'm'],
			] as const)
				await write(store, put(name, 0, 'v', namespace));
			const revision = await store.revision();
			const keys = async (after?: { namespace: string; name: string }) =>
				(await store.at(revision, { resource: 'things', limit: 3, ...(after && { after }) })).map((row) => `${row.namespace}/${row.name}`);
			expect(await keys()).toEqual(['/m', 'a/a', 'a/z']);
			expect(await keys({ namespace: 'a', name: 'z' })).toEqual(['b/a']);
		});

		it('knows of which resources there are objects', async () => {
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
			await expect(store.at(first, { resource: 'things', limit: 10 })).rejects.toThrow(CompactedError);
			await expect(
				store.follow(
					first,
					followerOf(() => undefined),
				),
			).rejects.toThrow(CompactedError);
			expect((await store.changes(second, third, 10)).map(shortChange)).toEqual([['x', third, '3', second, '2']]);
			expect((await store.at(second, { resource: 'things', limit: 10 })).map((row) => text(row.bytes))).toEqual(['2']);
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
