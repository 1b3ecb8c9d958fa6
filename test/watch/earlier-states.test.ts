/** Tests replaced states kept in memory longer than their events, once lists have read many of them from the store. */
import { describe, expect, it } from 'vitest';
import { everything } from '../../runtime/select/index.ts';
import type { Revision, Store } from '../../runtime/storage/store.ts';
import { wrapStore } from '../../runtime/storage/wrap-store.ts';
import { openCache } from '../../runtime/watch/cache.ts';
import type { PastObjects } from '../../runtime/watch/contract.ts';
import { ReplacedObject } from '../../runtime/watch/past/replaced-object.ts';
import { MemoryData } from '../suites/memory-store.ts';
import { mutationOf, objectsOf, ordered, resource, type State, write } from './past-fixture.ts';

describe('the past of a resource, in memory beyond events,', () => {
	it('is made of differences where events have left memory, and read where what it is made of is gone', async () => {
		const data = new MemoryData();
		const store = data.open();
		// Some seventy events, and the states that two hundred changes before them replaced.
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
		// States on the way to one that is stored whole are still computed.
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

	it('from before the start is loaded once lists read much of it, and stays correct during writes', async () => {
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
		// Some objects have been deleted, some created again, and some completely changed.
		await writeAll((i) => (i % 10 === 3 ? undefined : i), padding);
		await writeAll((i) => i, padding);
		await writeAll((i) => i, 'y'.repeat(700));
		store = data.open();
		let read = 0;
		const cache = await openCache(
			wrapStore(store, {
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
		// Values derived from current objects are now derived from the earlier ones.
		for (let round = 0; round < 3; round++) await writeAll((i) => round + i, padding);
		for (let at = 0; at < states.length; at += 5) await shown(at);
		await cache.close();
	});

	it('is read from the store while it cannot be loaded, with a report; later it is loaded', async () => {
		const store = new MemoryData().open();
		let state: State = new Map();
		for (const [value, name] of ['x', 'y', 'z'].entries()) state = await write(store, state, 'a', name, value);
		const [before, revision] = [state, await store.revision()];
		for (const name of ['x', 'y', 'z']) state = await write(store, state, 'a', name, 9);
		let fails = true;
		const told: string[] = [];
		const unheard = () => undefined;
		const cache = await openCache(
			wrapStore(store, {
				// Lists ask for room; the preload does not.
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
});
