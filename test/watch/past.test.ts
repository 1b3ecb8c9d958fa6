/** The past of a resource, whatever has happened since, wherever what was is kept: in the cache, in its events, in the store. */
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { compareText } from '../../runtime/model/text-order.ts';
import { everything } from '../../runtime/select/index.ts';
import { inFrontOf } from '../../runtime/storage/in-front.ts';
import { CompactedError, type Mutation, type Revision, type Store } from '../../runtime/storage/store.ts';
import { type Cache, openCache } from '../../runtime/watch/cache.ts';
import type { CachedObject, PastObjects, Selectable } from '../../runtime/watch/contract.ts';
import { ReplacedObject } from '../../runtime/watch/past/replaced-object.ts';
import { MemoryData } from '../suites/memory-store.ts';
import { type TemporaryStore, temporarySqliteStore } from '../suites/sqlite.ts';

const resource = 'things';

interface Known {
	readonly namespace: string;
	readonly name: string;
	readonly revision: Revision;
	readonly value: number;
}

/** `namespace/name` → object. */
type State = ReadonlyMap<string, Known>;

function mutationOf(state: State, namespace: string, name: string, value: number | undefined, padding?: string): Mutation {
	const expected = state.get(`${namespace}/${name}`)?.revision ?? 0;
	const key = { resource, namespace, name, expected };
	return value === undefined
		? key
		: { ...key, bytes: Buffer.from(JSON.stringify({ metadata: { name }, value, padding })), side: `{"l":{"odd":"${value % 2}"}}` };
}

/** Writes, or deletes without a value; the state after it. */
async function write(store: Store, state: State, namespace: string, name: string, value: number | undefined, padding?: string): Promise<State> {
	const [outcome] = await store.commit([mutationOf(state, namespace, name, value, padding)]);
	if (outcome?.ok !== true) throw new Error(`${namespace}/${name} was not written`);
	const next = new Map(state);
	if (value === undefined) next.delete(`${namespace}/${name}`);
	else next.set(`${namespace}/${name}`, { namespace, name, revision: outcome.revision, value });
	return next;
}

/** As they come from a list of the past, with what is to be read of it. */
async function objectsOf(past: PastObjects, namespace: string, after?: { readonly namespace: string; readonly name: string }): Promise<Known[]> {
	const found: Known[] = [];
	for (const object of past.list(namespace, after, everything)) {
		if (object === undefined) continue;
		const was = object instanceof ReplacedObject ? (await past.read([object], () => true, {}))[0] : object;
		if (was === undefined) throw new Error(`${object.namespace}/${object.name} was not read`);
		found.push(knownOf(was));
	}
	return found;
}

function knownOf({ namespace, name, revision, bytes, labels }: CachedObject): Known {
	const { metadata, value } = JSON.parse(bytes.toString()) as { metadata: { name: string; resourceVersion: string }; value: number };
	expect(metadata).toEqual({ name, resourceVersion: String(revision) });
	expect(labels).toEqual({ odd: String(value % 2) });
	return { namespace, name, revision, value };
}

function ordered(state: State, namespace: string): Known[] {
	return [...state.values()]
		.filter((one) => namespace === '' || one.namespace === namespace)
		.sort((a, b) => compareText(a.namespace, b.namespace) || compareText(a.name, b.name));
}

const steps = fc.array(
	fc.record({
		namespace: fc.constantFrom('', 'a', 'a-b', 'b'),
		name: fc.constantFrom('x', 'y', 'z'),
		deletes: fc.boolean(),
		// Seldom: the cache is opened anew, or the oldest part of the log is forgotten.
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
	])('is what was, at each revision of which there is a history, with what was replaced %s', async (_, eventBytes, keepReplacedAfter, padding) => {
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
			{ numRuns: 25, endOnFailure: true },
		);
		// Some of what does not match was not read to find that out.
		if (eventBytes === 1) expect(unread).toBeGreaterThan(20);
	});

	it('is made of differences where events have left memory, and read where what it is made of is gone', async () => {
		const data = new MemoryData();
		const store = data.open();
		// Some seventy events, and what two hundred changes before them replaced.
		const cache = await openCache(store, { eventBytes: 400_000, keepReplacedAfter: 0 });
		const names = Array.from({ length: 10 }, (_, i) => `n${i}`);
		const rounds = 30;
		const states: { readonly revision: Revision; readonly state: State }[] = [];
		let state: State = new Map();
		for (let round = 0; round < rounds; round++) {
			for (const [i, name] of names.entries()) state = await write(store, state, 'a', name, round * names.length + i, 'x'.repeat(4000));
			states.push({ revision: data.revision, state });
		}
		const unmade = (past: PastObjects) =>
			[...past.list('', undefined, everything)].filter((object) => object instanceof ReplacedObject).map((object) => object.name);
		for (const { revision, state: was } of states) {
			const past = await cache.past(resource, revision);
			expect(unmade(past)).toEqual([]);
			expect(await objectsOf(past, '')).toEqual(ordered(was, ''));
		}
		// What leads to a state that is kept whole is made as before.
		state = await write(store, state, 'a', 'n4', undefined);
		for (let value = 0; value < 100; value++) state = await write(store, state, 'b', 'later', value, 'y'.repeat(4000));
		let [made, unmadeOnes] = [0, 0];
		for (const { revision, state: was } of states) {
			const past = await cache.past(resource, revision);
			const missing = unmade(past);
			expect(missing.every((name) => name === 'n4')).toBe(true);
			if (missing.length > 0) unmadeOnes++;
			else made++;
			expect(await objectsOf(past, '')).toEqual(ordered(was, ''));
		}
		expect(Math.min(made, unmadeOnes)).toBeGreaterThan(2);
		const long = states[3];
		if (!long) throw new Error('there were thirty');
		const odd = [...(await cache.past(resource, long.revision)).list('', undefined, ({ labels }) => labels.odd === '1')];
		expect(odd.filter((object) => object !== undefined && !(object instanceof ReplacedObject)).map((object) => object?.name)).toEqual([
			'n1',
			'n3',
			'n5',
			'n7',
			'n9',
		]);
		await cache.close();
	});

	it('is brought into memory when lists have read much of it, and kept from then on', async () => {
		const data = new MemoryData();
		const store = data.open();
		const cache = await openCache(store, { eventBytes: 400_000, keepReplacedAfter: 40 });
		const names = Array.from({ length: 10 }, (_, i) => `n${i}`);
		const states: { readonly revision: Revision; readonly state: State }[] = [];
		let state: State = new Map();
		const writeAll = async (rounds: number): Promise<void> => {
			for (let round = 0; round < rounds; round++) {
				for (const [i, name] of names.entries()) state = await write(store, state, 'a', name, round * names.length + i, 'x'.repeat(4000));
				states.push({ revision: data.revision, state });
			}
		};
		const unmade = async (at: number): Promise<number> =>
			[...(await cache.past(resource, states[at]?.revision ?? 0)).list('', undefined, everything)].filter((object) => object instanceof ReplacedObject).length;
		await writeAll(30);
		expect([await unmade(0), await unmade(10), await unmade(29)]).toEqual([10, 10, 0]);
		for (const { revision, state: was } of states.slice(0, 5)) expect(await objectsOf(await cache.past(resource, revision), '')).toEqual(ordered(was, ''));
		await expect.poll(() => unmade(0), { timeout: 60_000 }).toBe(0);
		await writeAll(10);
		for (const [at, { revision, state: was }] of states.entries()) {
			expect(await unmade(at)).toBe(0);
			expect(await objectsOf(await cache.past(resource, revision), '')).toEqual(ordered(was, ''));
		}
		await cache.close();
	});

	it('of before the start is brought into memory once lists read much of it, and stays right while more is written', async () => {
		const data = new MemoryData();
		let store = data.open();
		const objects = 1200;
		const names = Array.from({ length: objects }, (_, i) => `n${String(i).padStart(4, '0')}`);
		const states: { readonly revision: Revision; readonly state: State }[] = [];
		let state: State = new Map();
		const writeAll = async (value: (i: number) => number | undefined, padding: string): Promise<void> => {
			const mutations = names.map((name, i) => ({ name, mutation: mutationOf(state, 'a', name, value(i), padding) }));
			const wanted = mutations.filter(({ mutation }) => mutation.bytes !== undefined || mutation.expected > 0);
			const outcomes = await store.commit(wanted.map(({ mutation }) => mutation));
			const next = new Map(state);
			for (const [k, { name }] of wanted.entries()) {
				const outcome = outcomes[k];
				if (outcome?.ok !== true) throw new Error(`${name} was not written`);
				const written = value(names.indexOf(name));
				if (written === undefined) next.delete(`a/${name}`);
				else next.set(`a/${name}`, { namespace: 'a', name, revision: outcome.revision, value: written });
			}
			state = next;
			states.push({ revision: data.revision, state });
		};
		const padding = 'x'.repeat(600);
		for (let round = 0; round < 8; round++) await writeAll((i) => round * objects + i, padding);
		// Some are gone since, and some made anew; some are something else altogether.
		await writeAll((i) => (i % 10 === 3 ? undefined : i), padding);
		await writeAll((i) => i, padding);
		await writeAll((i) => i, 'y'.repeat(700));
		store = data.open();
		let read = 0;
		const cache = await openCache(
			inFrontOf(store, {
				replaced: (...[changes, roomEach, options]: Parameters<Store['replaced']>) => {
					read += changes.length;
					return store.replaced(changes, roomEach, options);
				},
			}),
		);
		const shown = async (at: number): Promise<void> => {
			const { revision, state: was } = states[at] as (typeof states)[number];
			expect(await objectsOf(await cache.past(resource, revision), '')).toEqual(ordered(was, ''));
		};
		const unmade = async (at: number): Promise<number> => {
			const past = await cache.past(resource, states[at]?.revision ?? 0);
			return [...past.list('', undefined, everything)].filter((object) => object instanceof ReplacedObject).length;
		};
		await shown(8);
		await writeAll((i) => i + 1, padding);
		const ofGone = objects / 10;
		await expect.poll(() => unmade(0), { timeout: 60_000 }).toBe(ofGone);
		read = 0;
		for (let at = 0; at < 8; at++) expect(await unmade(at)).toBe(ofGone);
		for (let at = 8; at < states.length; at++) expect(await unmade(at)).toBe(0);
		for (let at = 0; at < states.length; at += 3) await shown(at);
		expect(read).toBe(ofGone * 3);
		// What was made of objects of now is made of what those were.
		for (let round = 0; round < 3; round++) await writeAll((i) => round + i, padding);
		for (let at = 0; at < states.length; at += 5) await shown(at);
		await cache.close();
	});

	it('is read in the store as before while it cannot be brought into memory, and that is told; later it is', async () => {
		const store = new MemoryData().open();
		let state: State = new Map();
		for (const [value, name] of ['x', 'y', 'z'].entries()) state = await write(store, state, 'a', name, value);
		const [before, revision] = [state, await store.revision()];
		for (const name of ['x', 'y', 'z']) state = await write(store, state, 'a', name, 9);
		let fails = true;
		const told: string[] = [];
		const unheard = () => undefined;
		const cache = await openCache(
			inFrontOf(store, {
				// Lists ask for room, and what takes in does not.
				replaced: async (...[changes, roomEach, options]: Parameters<Store['replaced']>) => {
					if (fails && roomEach === 0) throw new Error('no thread');
					return await store.replaced(changes, roomEach, options);
				},
			}),
			{
				keepReplacedAfter: 3,
				events: { retentionFailed: unheard, interrupted: unheard, resumed: unheard, lost: unheard, pastNotKept: (error) => told.push(String(error)) },
			},
		);
		const past = await cache.past(resource, revision);
		const isMade = () => [...past.list('', undefined, everything)].every((object) => !(object instanceof ReplacedObject));
		expect(await objectsOf(past, '')).toEqual(ordered(before, ''));
		await expect.poll(() => told, { timeout: 20_000 }).toEqual(['Error: no thread']);
		expect(isMade()).toBe(false);
		fails = false;
		expect(await objectsOf(past, '')).toEqual(ordered(before, ''));
		await expect.poll(isMade, { timeout: 20_000 }).toBe(true);
		expect([await objectsOf(past, ''), told.length]).toEqual([ordered(before, ''), 1]);
		await cache.close();
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

	it('is forgotten while it is gone through: that is told, whatever comes of it', async () => {
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
		// Who holds the database locked keeps a commit waiting, and with it the thread that does it: for a second, in which a machine that
		// is busy may not come to read.
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
