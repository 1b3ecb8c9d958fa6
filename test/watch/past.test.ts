/** Tests lists at past revisions after any history. */
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { MemoryData } from '../../runtime/storage/memory/store.ts';
import { CompactedError, type Revision } from '../../runtime/storage/store.ts';
import { type Cache, openCache } from '../../runtime/watch/cache.ts';
import { runs } from '../setup/sample.ts';
import { type TemporaryStore, temporarySqliteStore } from '../suites/sqlite.ts';
import { objectsOf, ordered, resource, type State, write } from './past-fixture.ts';

const steps = fc.array(
	fc.record({
		namespace: fc.constantFrom('', 'a', 'a-b', 'b'),
		name: fc.constantFrom('x', 'y', 'z'),
		deletes: fc.boolean(),
		// Seldom reopens the cache or compacts the oldest part of the log.
		afterwards: fc.constantFrom('', '', '', '', '', '', '', 'reopen', 'compact'),
		compactTo: fc.nat(100),
	}),
	{ minLength: 20, maxLength: 60, size: 'max' },
);

describe('the past of a resource', () => {
	it('equals the state at each retained revision', async () => {
		await fc.assert(
			fc.asyncProperty(steps, async (all) => {
				const data = new MemoryData(8180);
				const store = data.open();
				let cache: Cache = await openCache(store);
				const states: { readonly revision: Revision; readonly state: State }[] = [{ revision: data.revision, state: new Map() }];
				let state: State = new Map();
				for (const [value, { namespace, name, deletes, afterwards, compactTo }] of all.entries()) {
					state = await write(store, state, namespace, name, deletes && state.has(`${namespace}/${name}`) ? undefined : value);
					states.push({ revision: data.revision, state });
					if (afterwards === 'compact') await store.compact(states[compactTo % states.length]?.revision ?? 0);
					if (afterwards === 'reopen') {
						await cache.close();
						cache = await openCache(store);
					}
				}
				for (const { revision, state: was } of states) {
					if (revision < data.oldest) {
						await expect(objectsOf(cache, revision, '')).rejects.toThrow(CompactedError);
						continue;
					}
					for (const namespace of ['', 'a', 'a-b', 'b', 'c']) {
						const wanted = ordered(was, namespace);
						expect(await objectsOf(cache, revision, namespace)).toEqual(wanted);
						expect(await cache.countAt(revision, { resource, namespace: namespace || undefined })).toBe(wanted.length);
						const middle = wanted[wanted.length >> 1];
						if (middle) expect(await objectsOf(cache, revision, namespace, middle)).toEqual(wanted.slice((wanted.length >> 1) + 1));
					}
					if (cache.isUnchanged(resource, revision)) expect(ordered(was, '')).toEqual(ordered(state, ''));
				}
				expect(cache.isUnchanged(resource, cache.revision)).toBe(true);
				expect(cache.isUnchanged(resource, cache.revision - 1)).toBe(false);
				await cache.close();
			}),
			{ numRuns: runs(25), endOnFailure: true },
		);
	});
});

describe('the past in SQLite', () => {
	let under: TemporaryStore;
	afterEach(() => under.destroy());

	it('is right or refused, while it is forgotten and written to all the time', async () => {
		under = await temporarySqliteStore();
		const cache = await openCache(under.store, { historyMs: 60, eventBytes: 2000 });
		const states: { readonly revision: Revision; readonly state: State }[] = [];
		let state: State = new Map();
		let ended = false;
		const names = Array.from({ length: 20 }, (_, i) => `n${i}`);
		const writing = (async () => {
			for (let value = 0; !ended; value++) {
				const name = names[(value * 7) % names.length] ?? '';
				state = await write(under.store, state, 'a', name, value % 5 === 0 && state.has(`a/${name}`) ? undefined : value);
				states.push({ revision: cache.revision, state });
			}
		})();
		let [right, refused] = [0, 0];
		const endMs = performance.now() + 20_000;
		try {
			for (let round = 0; right < 150 || refused < 20; round++) {
				if (performance.now() > endMs) throw new Error(`${right} lists were right, and ${refused} refused`);
				await new Promise((resolve) => setImmediate(resolve));
				const back = states.at(-1 - ((round * 13) % 120));
				if (back === undefined) continue;
				try {
					const wanted = ordered(back.state, '');
					expect(await cache.countAt(back.revision, { resource })).toBe(wanted.length);
					expect(await objectsOf(cache, back.revision, '')).toEqual(wanted);
					right++;
				} catch (error) {
					if (!(error instanceof CompactedError)) throw error;
					refused++;
				}
			}
		} finally {
			ended = true;
			await writing;
			await cache.close();
		}
	});

	it('is read while the thread that commits can do nothing', async () => {
		under = await temporarySqliteStore();
		let state: State = new Map();
		for (const name of ['x', 'y']) state = await write(under.store, state, 'a', name, 1);
		const revision = await under.store.revision();
		state = await write(under.store, state, 'a', 'x', 2);
		await write(under.store, state, 'a', 'y', undefined);
		await under.reopen();
		const cache = await openCache(under.store);
		const before = async () => (await objectsOf(cache, revision, '')).map(({ name, value }) => [name, value]);
		expect(await before()).toEqual([
			['x', 1],
			['y', 1],
		]);
		// A lock on the database delays a commit and its thread for a second. A busy machine may not read within that time.
		using other = new DatabaseSync(under.path);
		let order: string[] = [];
		for (let attempt = 0; attempt < 10 && order[0] !== 'read'; attempt++) {
			order = [];
			other.exec('BEGIN IMMEDIATE');
			const over = () => order.push('committed');
			const commit = write(under.store, new Map(), 'a', `z${attempt}`, 3).then(over, over);
			await before();
			order.push('read');
			other.exec('ROLLBACK');
			await commit;
		}
		expect(order).toEqual(['read', 'committed']);
		await cache.close();
	});
});
