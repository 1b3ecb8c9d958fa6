/** Tests the cache during swaps of snapshots: the forms that readers get before and after, and the release of derived data. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wholeForm } from '../../runtime/codec/item-form.ts';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { type Cache, openCache } from '../../runtime/watch/cache.ts';
import type { CachedObject, ShownVersions, WatchCache } from '../../runtime/watch/contract.ts';
import { parseJson, stringifyJson } from '../../runtime/wire/json/json.ts';
import { type TemporaryStore, temporarySqliteStore } from '../suites/sqlite.ts';

const resource = 'things';

/** Versions of test objects, which carry their version. Only `full` has `extra`, and `unknown` cannot be converted. */
function shownIn(version: string | undefined): ShownVersions {
	return {
		current: () => version,
		form: () => wholeForm,
		convert(_, state) {
			if (state.version === 'unknown') throw new Error('nobody knows this version');
			const { metadata, extra, ...rest } = parseJson(Buffer.from(state.bytes)) as JsonObject;
			const { resourceVersion: _version, ...kept } = metadata as JsonObject;
			const object = { ...rest, version: version ?? '', ...(version === 'full' && extra !== undefined && { extra }) };
			return { version: version ?? '', side: state.side, bytes: Buffer.from(stringifyJson({ metadata: kept, ...object })) };
		},
	};
}

function seen(object: CachedObject | undefined): unknown {
	if (object === undefined) return undefined;
	const { version, extra } = parseJson(object.bytes) as JsonObject;
	return extra === undefined ? version : `${String(version)} with ${String(extra)}`;
}

describe('the cache while what is served is replaced', () => {
	let under: TemporaryStore;
	let cache: Cache;
	beforeEach(async () => {
		under = await temporarySqliteStore();
		cache = await openCache(under.store, { shown: shownIn('full') });
	});
	afterEach(async () => {
		await cache.close();
		await under.destroy();
	});

	async function write(name: string, version: string, extra?: string): Promise<number> {
		const object = { metadata: { name }, version, ...(extra !== undefined && { extra }) };
		const expected = cache.get(resource, '', name)?.revision ?? 0;
		const [outcome] = await under.store.commit([{ resource, namespace: '', name, expected, bytes: Buffer.from(stringifyJson(object)), side: '', version }]);
		if (outcome?.ok !== true) throw new Error(`${name} was not written`);
		return outcome.revision;
	}
	const get = (name: string) => seen(cache.get(resource, '', name));
	const olderNames = () => [...cache.list(resource, '')].filter((object) => cache.isOlder(resource, object)).map(({ name }) => name);
	const brought = async (): Promise<void> => {
		for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
	};

	it('shows what is stored again when an earlier version is served again: nothing is lost on the way', async () => {
		await write('a', 'full', 'more');
		for (const isBrought of [false, true]) {
			cache.showIn(shownIn('short'));
			if (isBrought) await brought();
			expect(get('a')).toBe('short');
			expect([olderNames(), [...cache.written(resource)]]).toEqual([['a'], [['full', 1]]]);
			cache.showIn(shownIn('full'));
			if (isBrought) await brought();
			expect(get('a')).toBe('full with more');
			expect(olderNames()).toEqual([]);
		}
	});

	it('shows each request what its own snapshot shows, from before and after, in lists that are under way and in the past', async () => {
		const revision = await write('a', 'full', 'more');
		await write('b', 'full', 'more');
		const before = cache.view();
		const list = before.list(resource, '')[Symbol.iterator]();
		expect(seen(list.next().value)).toBe('full with more');
		const [looked] = [...cache.list(resource, '')];
		cache.showIn(shownIn('short'));
		const after = cache.view();
		expect(seen(list.next().value)).toBe('full with more');
		expect(seen(looked)).toBe('full with more');
		for (const each of ['a', 'b']) {
			expect([seen(before.get(resource, '', each)), seen(after.get(resource, '', each))]).toEqual(['full with more', 'short']);
		}
		await write('a', 'short');
		expect([...before.list(resource, '')].map(seen)).toEqual(['full', 'full with more']);
		expect([...after.list(resource, '')].map(seen)).toEqual(['short', 'short']);
		// Past states are unchanged.
		const past = async (of: WatchCache) => (await of.at(revision + 1, { resource }, 10)).map(seen);
		for (const swap of [() => undefined, () => cache.showIn(shownIn('full'))]) {
			swap();
			expect({ before: await past(before), after: await past(after) }).toEqual({ before: ['full with more', 'full with more'], after: ['short', 'short'] });
		}
	});

	it('takes in what a request from before still writes: shown in the version of now, told so, and known to be rewritten', async () => {
		cache.showIn(shownIn('short'));
		const { revision } = cache;
		await write('late', 'full', 'more');
		expect(get('late')).toBe('short');
		expect([olderNames(), [...cache.written(resource)]]).toEqual([['late'], [['full', 1]]]);
		const [event] = await cache.cursor(resource, revision, { namespace: '', name: '' }).next(1, new AbortController().signal);
		expect([event?.type, seen(event?.object)]).toEqual(['ADDED', 'short']);
		await write('late', 'short');
		expect([get('late'), olderNames(), [...cache.written(resource)]]).toEqual(['short', [], [['short', 1]]]);
	});

	it('a kind that goes and comes back in another version is shown in that one', async () => {
		await write('a', 'full', 'more');
		cache.showIn(shownIn(undefined));
		await brought();
		expect(olderNames()).toEqual([]);
		await write('b', 'full', 'more');
		cache.showIn(shownIn('short'));
		expect([get('a'), get('b')]).toEqual(['short', 'short']);
		await brought();
		expect(olderNames()).toEqual(['a', 'b']);
		cache.showIn(shownIn(undefined));
		cache.showIn(shownIn('full'));
		expect([get('a'), get('b')]).toEqual(['full with more', 'full with more']);
	});

	it('a row in an unknown version fails only its own readers', async () => {
		await write('a', 'full');
		await write('other', 'unknown');
		await write('b', 'full');
		expect([get('a'), get('b')]).toEqual(['full', 'full']);
		expect(() => get('other')).toThrow('nobody knows this version');
		expect(cache.get(resource, '', 'other')?.revision).toBeGreaterThan(0);
		await write('other', 'full');
		expect(get('other')).toBe('full');
	});

	it('counts rows by version at any time', async () => {
		const written = () => Object.fromEntries(cache.written(resource));
		for (const name of ['a', 'b', 'c']) await write(name, 'full');
		expect([written(), [...cache.resources()]]).toEqual([{ full: 3 }, [resource]]);
		cache.showIn(shownIn('short'));
		expect(written()).toEqual({ full: 3 });
		await write('a', 'short');
		await write('d', 'unknown');
		expect(written()).toEqual({ full: 2, short: 1, unknown: 1 });
		get('b');
		cache.showIn(shownIn(undefined));
		expect(written()).toEqual({ full: 2, short: 1, unknown: 1 });
		cache.showIn(shownIn('full'));
		await brought();
		expect(written()).toEqual({ full: 2, short: 1, unknown: 1 });
		const [deleted] = await under.store.commit([{ resource, namespace: '', name: 'c', expected: cache.get(resource, '', 'c')?.revision ?? 0 }]);
		expect([deleted?.ok, written()]).toEqual([true, { full: 1, short: 1, unknown: 1 }]);
		for (const name of ['a', 'd']) await write(name, 'full');
		expect(written()).toEqual({ full: 3 });
		await cache.close();
		await write('e', 'short');
		cache = await openCache(under.store, { shown: shownIn('full') });
		expect(written()).toEqual({ full: 3, short: 1 });
	});

	it('a thousand swaps leave nothing behind', async () => {
		for (let i = 0; i < 50; i++) await write(`o${i}`, 'full', 'x'.repeat(5000));
		const { objectBytes } = cache.memory;
		for (let swap = 0; swap < 1000; swap++) {
			cache.showIn(shownIn(swap % 2 === 0 ? 'short' : 'full'));
			for (const object of swap % 3 === 0 ? cache.list(resource, '') : []) seen(object);
			if (swap % 5 === 0) await brought();
		}
		await brought();
		expect([...cache.list(resource, '')].map(seen)).toEqual(Array.from({ length: 50 }, () => `full with ${'x'.repeat(5000)}`));
		expect(cache.memory.objectBytes).toBeLessThanOrEqual(objectBytes + 1024 * 1024);
	});
});
