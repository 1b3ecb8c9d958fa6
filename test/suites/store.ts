/** What every store must do, run against each engine: `describeStore('SQLite', openEmptyStore)`. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StorageTimeoutError } from '../../runtime/storage/errors.ts';
import {
	type CallOptions,
	type Change,
	CompactedError,
	type Follower,
	type Mutation,
	type Outcome,
	type Revision,
	type Row,
	type Store,
} from '../../runtime/storage/store.ts';

export interface StoreUnderTest {
	readonly store: Store;
	/** Closes the store and opens the same data again. */
	reopen(): Promise<Store>;
	/** Closes what is open and removes the data. */
	destroy(): Promise<void>;
}

/** A follower that only takes changes: the store under test is not interrupted. */
export function followerOf(onChanges: Follower['onChanges']): Follower {
	const unexpected = (error?: Error): never => {
		throw error ?? new Error('the store was never interrupted');
	};
	return { onChanges, onInterrupted: unexpected, onResumed: unexpected, onLost: unexpected };
}

const text = (bytes: Uint8Array | undefined) => (bytes === undefined ? undefined : Buffer.from(bytes).toString());
const bytes = (value: string) => Buffer.from(value);

function put(name: string, expected: Revision, value: string, namespace = 'a', resource = 'things'): Mutation {
	return { resource, namespace, name, expected, bytes: bytes(value), side: `{"l":{"v":"${value}"}}` };
}

function remove(name: string, expected: Revision, namespace = 'a', resource = 'things'): Mutation {
	return { resource, namespace, name, expected };
}

function revisionOf(outcome: Outcome | undefined): Revision {
	if (!outcome?.ok) throw new Error(`expected success, got ${JSON.stringify(outcome)}`);
	return outcome.revision;
}

async function write(store: Store, mutation: Mutation): Promise<Revision> {
	return revisionOf((await store.commit([mutation]))[0]);
}

async function all(store: Store): Promise<{ rows: Row[]; revision: Revision }> {
	const rows: Row[] = [];
	const revision = await store.snapshot((chunk) => rows.push(...chunk.map((row) => ({ ...row, bytes: Uint8Array.from(row.bytes) }))));
	return { rows, revision };
}

const shortRow = (row: Row) => [row.resource, row.namespace, row.name, row.revision, text(row.bytes), row.side];
const shortChange = (change: Change) => [change.name, change.revision, text(change.bytes), change.previous?.revision, text(change.previous?.bytes)];

export function describeStore(engine: string, open: () => Promise<StoreUnderTest>): void {
	describe(`a store on ${engine}`, () => {
		let under: StoreUnderTest;
		let store: Store;

		beforeEach(async () => {
			under = await open();
			store = under.store;
		});
		afterEach(() => under.destroy());

		describe('commit', () => {
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

			it('refuses what does not meet the expected revision and says which one is there', async () => {
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

			it('lets the conflict of one not disturb the others of a batch', async () => {
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

			it('does all of an atomic commit or nothing, beside others', async () => {
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
				expect(seen.map(({ revision }) => revision - created)).toEqual([1, 2, 3]);
			});

			it('keeps a large atomic commit together, whatever else is under way', async () => {
				const many = Array.from({ length: 3000 }, (_, i) => put(`n${i}`, 0, `${i}`));
				const others = Array.from({ length: 50 }, (_, i) => store.commit([put(`o${i}`, 0, '1')]));
				const [refused] = await Promise.all([store.commit([...many, put('o3', 0, 'late')], { atomic: true }), ...others]);
				expect(refused?.some(({ ok }) => ok)).toBe(false);
				expect((await all(store)).rows).toHaveLength(50);
				const done = await store.commit(many, { atomic: true });
				expect(done.map(revisionOf)).toHaveLength(3000);
			});

			it('takes thousands of mutations in one call', async () => {
				const outcomes = await store.commit(Array.from({ length: 3000 }, (_, i) => put(`n${i}`, 0, `${i}`)));
				const revisions = outcomes.map(revisionOf);
				expect(new Set(revisions).size).toBe(3000);
				expect(revisions).toEqual([...revisions].sort((a, b) => a - b));
				expect(await store.commit([])).toEqual([]);
			});

			it('tells keys apart by resource and namespace, and keeps any name and any bytes', async () => {
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

		describe('changes and follow', () => {
			it('delivers own commits before they resolve: ordered, gap-free, once, with what was before', async () => {
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

			it('reads from the log exactly what was delivered', async () => {
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

		describe('the past', () => {
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
				store = await under.reopen();
				expect(await store.revision()).toBe(deleted);
				expect(await write(store, put('x', 0, '2'))).toBeGreaterThan(deleted);
			});

			it('marks the log with times that never go back', async () => {
				const start = await store.revision();
				const began = Date.now();
				const first = await write(store, put('x', 0, '1'));
				const second = await write(store, put('x', first, '2'));
				store = await under.reopen();
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

		describe('a call', () => {
			const calls: readonly [name: string, call: (store: Store, options: CallOptions) => Promise<unknown>][] = [
				['revision', (of, options) => of.revision(options)],
				['commit', (of, options) => of.commit([put('late', 0, '1')], options)],
				['atomic commit', (of, options) => of.commit([put('late', 0, '1')], { ...options, atomic: true })],
				[
					'follow',
					(of, options) =>
						of.follow(
							0,
							followerOf(() => undefined),
							options,
						),
				],
				['changes', (of, options) => of.changes(0, 1, 1, undefined, options)],
				['snapshot', (of, options) => of.snapshot(() => undefined, options)],
				['at', (of, options) => of.at(1, { resource: 'things', limit: 1 }, options)],
				['resources', (of, options) => of.resources(options)],
				['oldest', (of, options) => of.oldest(options)],
				['compact', (of, options) => of.compact(1, options)],
				['revisionAt', (of, options) => of.revisionAt(0, options)],
			];

			it.each(calls)('%s ends with the reason of its signal', async (_, call) => {
				const reason = new Error('nobody waits any more');
				await expect(call(store, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
			});

			it.each(calls)('%s ends at its deadline', async (_, call) => {
				await expect(call(store, { deadlineMs: performance.now() - 1 })).rejects.toBeInstanceOf(StorageTimeoutError);
			});

			it('that nobody waits for any more writes nothing, if it was not sent', async () => {
				const end = new AbortController();
				const late = store.commit([put('late', 0, '1')], { signal: end.signal });
				end.abort();
				await expect(late).rejects.toBe(end.signal.reason);
				await write(store, put('x', 0, '1'));
				expect((await all(store)).rows.map(({ name }) => name)).toEqual(['x']);
			});

			it('within its bounds is as one without', async () => {
				const bounds = { signal: new AbortController().signal, deadlineMs: performance.now() + 60_000 };
				const [outcome] = await store.commit([put('x', 0, '1')], bounds);
				expect(await store.revision(bounds)).toBe(revisionOf(outcome));
				expect(await store.resources(bounds)).toEqual(['things']);
			});

			it('to follow delivers nothing once its signal is aborted', async () => {
				const end = new AbortController();
				const seen: Change[] = [];
				await store.follow(
					await store.revision(),
					followerOf((changes) => seen.push(...changes)),
					{ signal: end.signal },
				);
				await write(store, put('x', 0, '1'));
				end.abort();
				await write(store, put('y', 0, '1'));
				expect(seen.map(({ name }) => name)).toEqual(['x']);
			});
		});

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
			// What was replaced since the restart was made before it.
			expect((await store.changes(first, third, 10)).map(shortChange)).toEqual([
				['x', second, '2', first, '1'],
				['x', third, '3', second, '2'],
			]);
			expect((await store.at(second, { resource: 'things', limit: 10 })).map(shortRow)).toEqual(before);
		});
	});
}
