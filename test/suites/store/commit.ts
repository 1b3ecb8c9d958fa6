/** Contract of commits and of the snapshots that show them. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Change, Row, Store } from '../../../runtime/storage/store.ts';
import { all, followerOf, put, remove, revisionOf, type StoreUnderTest, text, write } from './fixture.ts';

/** `under` returns the store of the running test. */
export function commits(under: () => StoreUnderTest): void {
	describe('commit', () => {
		let store: Store;
		beforeEach(() => {
			store = under().store;
		});

		it('creates, updates and deletes, each with a greater revision', async () => {
			const before = await store.revision();
			expect(before).toBeGreaterThan(0);
			const created = await write(store, put('x', 0, 'one'));
			const updated = await write(store, put('x', created, 'two'));
			const deleted = await write(store, remove('x', updated));
			expect(created).toBeGreaterThan(before);
			expect(updated).toBeGreaterThan(created);
			expect(deleted).toBeGreaterThan(updated);
			expect(await store.revision()).toBe(deleted);
			expect((await all(store)).rows).toEqual([]);
		});

		it('refuses an unexpected revision and reports the current one', async () => {
			const created = await write(store, put('x', 0, 'one'));
			const outcomes = await store.commit([
				put('x', 0, 'again'),
				put('x', created + 100, 'newer'),
				put('missing', created, 'lost'),
				remove('missing', created),
				remove('x', created + 100),
			]);
			expect(outcomes).toEqual([
				{ ok: false, current: created },
				{ ok: false, current: created },
				{ ok: false, current: 0 },
				{ ok: false, current: 0 },
				{ ok: false, current: created },
			]);
			expect(await store.revision()).toBe(created);
		});

		it('isolates the conflict of one mutation from others of a batch', async () => {
			const outcomes = await store.commit([put('a', 0, '1'), put('a', 0, '2'), put('b', 0, '3')]);
			const first = revisionOf(outcomes[0]);
			expect(outcomes[1]).toEqual({ ok: false, current: first });
			expect(revisionOf(outcomes[2])).toBeGreaterThan(first);
			expect((await all(store)).rows.map((row) => [row.name, text(row.bytes)])).toEqual([
				['a', '1'],
				['b', '3'],
			]);
		});

		it('lets exactly one of many concurrent writers of a revision win', async () => {
			const created = await write(store, put('x', 0, 'one'));
			const outcomes = await Promise.all(Array.from({ length: 50 }, (_, i) => store.commit([put('x', created, `writer ${i}`)])));
			expect(outcomes.flat().filter((outcome) => outcome.ok)).toHaveLength(1);
		});

		it('applies an atomic commit wholly or not at all, next to others', async () => {
			const created = await write(store, put('x', 0, 'one'));
			const seen: Change[] = [];
			await store.follow(
				created,
				followerOf((changes) => seen.push(...changes)),
			);
			const [refused, , done] = await Promise.all([
				store.commit([put('a', 0, '1'), put('x', created, 'two'), put('x', created, 'stale'), remove('missing', 5)], { atomic: true }),
				store.commit([put('b', 0, '1')]),
				store.commit([put('c', 0, '1'), put('d', 0, '1')], { atomic: true }),
			]);
			expect(refused).toEqual([
				{ ok: false, current: 0 },
				{ ok: false, current: created },
				{ ok: false, current: created },
				{ ok: false, current: 0 },
			]);
			expect(done?.every(({ ok }) => ok)).toBe(true);
			expect((await all(store)).rows.map((row) => [row.name, text(row.bytes)])).toEqual([
				['b', '1'],
				['c', '1'],
				['d', '1'],
				['x', 'one'],
			]);
			expect(seen.map(({ name }) => name)).toEqual(['b', 'c', 'd']);
			const [b = 0, c = 0, d = 0] = seen.map(({ revision }) => revision);
			expect(b).toBeGreaterThan(created);
			expect(c).toBeGreaterThan(b);
			// Mutations of one atomic commit may share a revision.
			expect(d).toBeGreaterThanOrEqual(c);
		});

		it('keeps a large atomic commit together, next to concurrent commits', async () => {
			const many = Array.from({ length: 3000 }, (_, i) => put(`n${i}`, 0, `${i}`));
			const others = Array.from({ length: 50 }, (_, i) => store.commit([put(`o${i}`, 0, '1')]));
			const [refused] = await Promise.all([store.commit([...many, put('o3', 0, 'late')], { atomic: true }), ...others]);
			expect(refused?.some(({ ok }) => ok)).toBe(false);
			expect((await all(store)).rows).toHaveLength(50);
			const done = await store.commit(many, { atomic: true });
			expect(done.map(revisionOf)).toHaveLength(3000);
		});

		it('accepts thousands of mutations in one call', async () => {
			const outcomes = await store.commit(Array.from({ length: 3000 }, (_, i) => put(`n${i}`, 0, `${i}`)));
			const revisions = outcomes.map(revisionOf);
			expect(new Set(revisions).size).toBe(3000);
			expect(revisions).toEqual([...revisions].sort((a, b) => a - b));
			expect(await store.commit([])).toEqual([]);
		});

		it('distinguishes keys by resource and namespace, and stores any name and bytes', async () => {
			const binary = Uint8Array.from({ length: 70_000 }, (_, i) => i % 256);
			await write(store, { resource: 'things', namespace: '', name: "o'brien:ä/😀", expected: 0, bytes: binary, side: '' });
			await write(store, put('x', 0, 'a'));
			await write(store, put('x', 0, 'b', 'b'));
			await write(store, put('x', 0, 'c', 'a', 'others'));
			const { rows } = await all(store);
			expect(rows.map((row) => `${row.resource}|${row.namespace}|${row.name}`)).toEqual(['others|a|x', "things||o'brien:ä/😀", 'things|a|x', 'things|b|x']);
			expect(Buffer.from(rows[1]?.bytes ?? []).equals(binary)).toBe(true);
			expect(rows[1]?.side).toBe('');
		});
	});

	describe('snapshot', () => {
		let store: Store;
		beforeEach(() => {
			store = under().store;
		});

		it('gives rows in the order of UTF-8 with the revision at which they were read', async () => {
			for (const name of ['b', 'a', '\uffee', '😀', 'a-b', 'aB', 'a.b']) await write(store, put(name, 0, name));
			const { rows, revision } = await all(store);
			expect(rows.map((row) => row.name)).toEqual(['a', 'a-b', 'a.b', 'aB', 'b', '\uffee', '😀']);
			expect(revision).toBe(await store.revision());
		});

		it('is not disturbed by writes meanwhile', async () => {
			await store.commit(Array.from({ length: 9000 }, (_, i) => put(`n${String(i).padStart(5, '0')}`, 0, 'old')));
			let writes: Promise<unknown> | undefined;
			const rows: Row[] = [];
			const revision = await store.snapshot((chunk) => {
				writes ??= store.commit([put('n99999', 0, 'new'), put('n05000x', 0, 'new')]);
				rows.push(...chunk);
			});
			await writes;
			expect(rows).toHaveLength(9000);
			expect(revision).toBeLessThan(await store.revision());
		});
	});
}
