/** Tests lists at past revisions after any history, whether the states are in the cache, in its events or in the store. */
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { everything } from '../../runtime/select/index.ts';
import { CompactedError, type Revision } from '../../runtime/storage/store.ts';
import { type Cache, openCache } from '../../runtime/watch/cache.ts';
import type { Selectable } from '../../runtime/watch/contract.ts';
import { ReplacedObject } from '../../runtime/watch/past/replaced-object.ts';
import { runs } from '../setup/sample.ts';
import { MemoryData } from '../suites/memory-store.ts';
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
	it.each([
		['in memory', 1_000_000, 1000, ''],
		['in the store', 1, 1000, ''],
		['in both', 800, 1000, ''],
		['in events and as differences', 60_000, 0, 'x'.repeat(2000)],
		['as differences once lists have read it', 60_000, 3, 'x'.repeat(2000)],
	])('equals the state at each retained revision, with replaced states %s', async (_, eventBytes, keepReplacedAfter, padding) => {
		const options = { eventBytes, keepReplacedAfter };
		let unread = 0;
		await fc.assert(
			fc.asyncProperty(steps, async (all) => {
				const data = new MemoryData(8180);
				const store = data.open();
				let cache: Cache = await openCache(store, options);
				const states: { readonly revision: Revision; readonly state: State }[] = [{ revision: data.revision, state: new Map() }];
				let state: State = new Map();
				for (const [value, { namespace, name, deletes, afterwards, compactTo }] of all.entries()) {
					state = await write(store, state, namespace, name, deletes && state.has(`${namespace}/${name}`) ? undefined : value, padding);
					states.push({ revision: data.revision, state });
					if (afterwards === 'compact') await store.compact(states[compactTo % states.length]?.revision ?? 0);
					if (afterwards === 'reopen') {
						await cache.close();
						cache = await openCache(store, options);
					}
				}
				const odd = ({ labels }: Selectable) => labels.odd === '1';
				for (const { revision, state: was } of states) {
					if (revision < data.oldest) {
						await expect(cache.past(resource, revision)).rejects.toThrow(CompactedError);
						continue;
					}
					const past = await cache.past(resource, revision);
					for (const namespace of ['', 'a', 'a-b', 'b', 'c']) {
						const wanted = ordered(was, namespace);
						expect(await objectsOf(past, namespace)).toEqual(wanted);
						expect(past.count(namespace)).toBe(wanted.length);
						const maybe = [...past.list(namespace, undefined, odd)].filter((object) => object !== undefined);
						const matching = wanted.filter(({ value }) => value % 2 === 1);
						expect(maybe.every((object) => object instanceof ReplacedObject || odd(object))).toBe(true);
						expect(maybe.map(({ name }) => name)).toEqual(expect.arrayContaining(matching.map(({ name }) => name)));
						unread += wanted.length - maybe.length;
						const middle = wanted[wanted.length >> 1];
						if (middle) expect(await objectsOf(past, namespace, middle)).toEqual(wanted.slice((wanted.length >> 1) + 1));
					}
				}
				await cache.close();
			}),
			{ numRuns: runs(25), endOnFailure: true },
		);
		// Some objects that do not match are excluded without reading them.
		if (eventBytes === 1) expect(unread).toBeGreaterThan(20);
	});

	it('is read in any order of wishes, and leaves out what does not match', async () => {
		const data = new MemoryData();
		const store = data.open();
		let state: State = new Map();
		for (const [value, name] of ['x', 'y', 'z'].entries()) state = await write(store, state, 'a', name, value);
		const { revision } = data;
		for (const name of ['x', 'y', 'z']) await write(store, state, 'a', name, 9);
		const cache = await openCache(store);
		const past = await cache.past(resource, revision);
		const [x, y, z] = [...past.list('a', undefined, everything)] as ReplacedObject[];
		if (!x || !y || !z) throw new Error('there were three');
		const read = await past.read([z, x, y], ({ labels }) => labels.odd === '0', {});
		expect(read.map((object) => object?.name)).toEqual(['z', 'x', undefined]);
		await cache.close();
	});

	it('is compacted during a read: the read fails with an error', async () => {
		const data = new MemoryData();
		const store = data.open();
		let state: State = new Map();
		for (const [value, name] of ['x', 'y', 'z'].entries()) state = await write(store, state, 'a', name, value);
		const cache = await openCache(store, { historyMs: 300 });
		const past = await cache.past(resource, data.revision);
		const listed = past.list('', undefined, everything)[Symbol.iterator]();
		expect(listed.next().value?.name).toBe('x');
		state = await write(store, state, 'a', 'y', 7);
		await expect.poll(() => data.oldest, { timeout: 10_000 }).toBe(data.revision);
		expect(() => listed.next()).toThrow(CompactedError);
		expect(() => past.count('')).toThrow(CompactedError);
		await cache.close();
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
					const past = await cache.past(resource, back.revision);
					const wanted = ordered(back.state, '');
					expect(past.count('')).toBe(wanted.length);
					expect(await objectsOf(past, '')).toEqual(wanted);
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
		const past = await cache.past(resource, revision);
		const before = async () => (await objectsOf(past, '')).map(({ name, value }) => [name, value]);
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
