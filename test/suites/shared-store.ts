/**
 * Contract tests of a store that several servers share, run against each such engine:
 * `describeSharedStore('etcd', openServersOnEmptyStorage)`. Each store of the fixture stands for one server.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Change, Revision, Store } from '../../runtime/storage/store.ts';
import { all, followerOf, put, remove, revisionOf, shortChange, write } from './store/fixture.ts';

export interface SharedStoreUnderTest {
	readonly stores: readonly [Store, Store];
	/** Closes both stores and removes their data. */
	destroy(): Promise<void>;
}

export function describeSharedStore(engine: string, open: () => Promise<SharedStoreUnderTest>): void {
	describe(`a store that servers share, on ${engine}`, () => {
		let under: SharedStoreUnderTest;
		let one: Store;
		let other: Store;

		beforeEach(async () => {
			under = await open();
			[one, other] = under.stores;
		});
		afterEach(() => under.destroy());

		it('knows the newest revision of every server', async () => {
			const created = await write(one, put('x', 0, '1'));
			expect(await other.revision()).toBeGreaterThanOrEqual(created);
			const updated = await write(other, put('x', created, '2'));
			expect(await one.revision()).toBeGreaterThanOrEqual(updated);
			expect((await all(one)).rows.map(({ revision }) => revision)).toEqual([updated]);
		});

		it('delivers the same changes in the same order to the followers of every server', async () => {
			const start = await one.revision();
			const seen = await Promise.all([followed(one, start), followed(other, start)]);
			const a = await write(one, put('a', 0, '1'));
			const b = await write(other, put('b', 0, '1'));
			const a2 = await write(other, put('a', a, '2'));
			const deleted = await write(one, remove('b', b));
			const expected = [
				['a', a, '1', undefined, undefined],
				['b', b, '1', undefined, undefined],
				['a', a2, '2', a, '1'],
				['b', deleted, undefined, b, '1'],
			];
			for (const { until, changes } of seen) {
				await until(deleted);
				expect(changes.map(shortChange)).toEqual(expected);
			}
		});

		it('lets exactly one server win a race', async () => {
			const created = await write(one, put('x', 0, '1'));
			const outcomes = await Promise.all([one, other].flatMap((store) => Array.from({ length: 20 }, (_, i) => store.commit([put('x', created, `${i}`)]))));
			expect(outcomes.flat().filter(({ ok }) => ok)).toHaveLength(1);
			const atomic = [one, other].map((store, i) => store.commit([put(`own${i}`, 0, '1'), put('claim', 0, `${i}`)], { atomic: true }));
			const winners = (await Promise.all(atomic)).map((mutations) => mutations.every(({ ok }) => ok));
			expect(winners.filter(Boolean)).toHaveLength(1);
			const rest = (await all(one)).rows.map(({ name }) => name);
			expect(rest).toEqual(['claim', `own${winners.indexOf(true)}`, 'x']);
		});

		it('reads the history that another server wrote', async () => {
			const start = await other.revision();
			const created = revisionOf((await one.commit([put('x', 0, '1')]))[0]);
			const updated = await write(one, put('x', created, '2'));
			expect((await other.changes(start, updated, 10)).map(shortChange)).toEqual([
				['x', created, '1', undefined, undefined],
				['x', updated, '2', created, '1'],
			]);
			expect((await other.at(created, { resource: 'things' }, 10)).map(({ revision }) => revision)).toEqual([created]);
		});

		it('keeps the rest when one server closes its store', async () => {
			const created = await write(one, put('x', 0, '1'));
			await one.close();
			expect(await write(other, put('x', created, '2'))).toBeGreaterThan(created);
		});
	});
}

/** Follows a store. `until` resolves when the changes up to a revision have arrived. */
async function followed(store: Store, after: Revision): Promise<{ readonly changes: Change[]; until(revision: Revision): Promise<void> }> {
	const changes: Change[] = [];
	let applied = after;
	let arrived = Promise.withResolvers<void>();
	await store.follow(
		after,
		followerOf((batch, upTo) => {
			changes.push(...batch);
			applied = upTo;
			arrived.resolve();
			arrived = Promise.withResolvers();
		}),
	);
	return {
		changes,
		until: async (revision) => {
			while (applied < revision) await arrived.promise;
		},
	};
}
