/** Tests lists and cursors by the value of a field: an index returns the same as a scan of all objects, after any history. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wholeForm } from '../../runtime/codec/item-form.ts';
import { MemoryData } from '../../runtime/storage/memory/store.ts';
import { fieldIn } from '../../runtime/storage/side.ts';
import type { Revision, Store } from '../../runtime/storage/store.ts';
import { type Cache, openCache } from '../../runtime/watch/cache.ts';
import type { CachedObject, CacheEvent, Selectable, ShownVersions } from '../../runtime/watch/contract.ts';
import { runs } from '../setup/sample.ts';

const resource = 'things';
const field = 'spec.nodeName';
const values = ['', 'one', 'two', 'with "f":{"spec.nodeName":"one"}', '\\', 'é\u2028'];
const never = new AbortController().signal;

const has = (value: string) => (object: Selectable) => (object.fields[field] ?? '') === value;
const places = (objects: Iterable<CachedObject>) => [...objects].map(({ namespace, name, revision }) => `${namespace}/${name}@${revision}`);

function sideOf(value: string): string {
	return JSON.stringify({ l: { [field]: 'one', f: 'x' }, f: { other: value, ...(value !== '' && { [field]: value }) } });
}

/** Writes an object, or deletes it when the value is undefined. */
async function write(data: MemoryData, store: Store, namespace: string, name: string, value: string | undefined): Promise<void> {
	const expected = [...data.rows.values()].find((row) => row.namespace === namespace && row.name === name)?.revision ?? 0;
	if (value === undefined && expected === 0) return;
	const key = { resource, namespace, name, expected };
	const [outcome] = await store.commit([
		value === undefined ? key : { ...key, bytes: Buffer.from(JSON.stringify({ metadata: { name, namespace, uid: 'u' } })), side: sideOf(value) },
	]);
	expect(outcome?.ok).toBe(true);
}

/** Waits until the requested index is built. */
async function settled(): Promise<void> {
	for (let turn = 0; turn < 5; turn++) await nextTurn();
}

const steps = fc.array(
	fc.record({
		namespace: fc.constantFrom('a', 'b'),
		name: fc.constantFrom('u', 'v', 'w', 'x', 'y', 'z'),
		value: fc.option(fc.constantFrom(...values), { nil: undefined, freq: 4 }),
		afterwards: fc.constantFrom('', '', '', '', '', '', 'wait', 'swap'),
	}),
	{ minLength: 10, maxLength: 80, size: 'max' },
);

function lookAt(cache: Cache): number {
	let narrowed = 0;
	for (const value of values) {
		for (const namespace of ['', 'a']) {
			for (const after of [undefined, { namespace: 'a', name: 'w' }]) {
				const all = places(cache.list(resource, namespace, after));
				const found = places(cache.list(resource, namespace, after, { field, value }));
				if (found.length < all.length) narrowed++;
				const wanted = [...cache.list(resource, namespace, after)].filter(has(value));
				expect(places([...cache.list(resource, namespace, after, { field, value })].filter(has(value)))).toEqual(places(wanted));
			}
		}
	}
	return narrowed;
}

describe('an index of a field', () => {
	it('finds what a scan finds, after any history', async () => {
		let narrowed = 0;
		await fc.assert(
			fc.asyncProperty(steps, fc.boolean(), async (all, fewEvents) => {
				const data = new MemoryData();
				const store = data.open();
				for (const name of ['u', 'v', 'w']) await write(data, store, 'a', name, 'one');
				const cache = await openCache(data.open(), fewEvents ? { eventBytes: 500 } : {});
				lookAt(cache);
				for (const { namespace, name, value, afterwards } of all) {
					await write(data, store, namespace, name, value);
					if (afterwards === 'wait') await settled();
					if (afterwards === 'swap') cache.showIn(versions(cache.revision % 2 === 0));
				}
				await settled();
				narrowed += lookAt(cache);
				await settled();
				narrowed += lookAt(cache);
				await cache.close();
			}),
			{ numRuns: runs(60), endOnFailure: true },
		);
		expect(narrowed).toBeGreaterThan(500);
	});

	it('is built at the first query of the field', async () => {
		const data = new MemoryData();
		const store = data.open();
		for (const name of ['u', 'v', 'w']) await write(data, store, 'a', name, name === 'u' ? 'one' : 'two');
		const cache = await openCache(data.open());
		const of = () => [...cache.list(resource, '', undefined, { field, value: 'one' })].map(({ name }) => name);
		await write(data, store, 'a', 'x', 'two');
		[...cache.list(resource, '', undefined)];
		await settled();
		// A request before the index is built gets all objects to examine.
		expect(of()).toEqual(['u', 'v', 'w', 'x']);
		await settled();
		expect(of()).toEqual(['u']);
		await cache.close();
	});

	it('notifies cursors of objects that have or had the value, from memory and log', async () => {
		await fc.assert(
			fc.asyncProperty(steps, fc.boolean(), async (all, fewEvents) => {
				const data = new MemoryData();
				const store = data.open();
				const cache = await openCache(data.open(), fewEvents ? { eventBytes: 500 } : {});
				const start = cache.revision;
				const scopes = values.flatMap((value) => ['', 'a'].map((namespace) => ({ namespace, name: '', only: { field, value } })));
				const live = scopes.map((scope) => follow(cache, start, scope));
				for (const { namespace, name, value } of all) await write(data, store, namespace, name, value);
				await nextTurn();
				const events = await until(cache, start, { namespace: '', name: '' });
				for (const [i, scope] of scopes.entries()) {
					const { value } = scope.only;
					const wanted = events.filter(
						({ object, previous }) =>
							(scope.namespace === '' || object.namespace === scope.namespace) && (has(value)(object) || (previous !== undefined && has(value)(previous))),
					);
					expect(told(await until(cache, start, scope))).toEqual(told(wanted));
					expect(told((await live[i]?.end()) ?? [])).toEqual(told(wanted));
				}
				await cache.close();
			}),
			{ numRuns: runs(25), endOnFailure: true },
		);
	});

	it('reads a value from the side column, whatever labels and other fields hold', () => {
		for (const value of values) expect(fieldIn(sideOf(value), field)).toBe(value);
		for (const side of ['', '{"l":{"spec.nodeName":"x"},"f":{}}', '{"l":{"f":"spec.nodeName"},"f":{"other":"x"}}']) expect(fieldIn(side, field)).toBe('');
	});
});

const told = (events: readonly CacheEvent[]) => events.map(({ type, object, revision }) => `${type} ${object.namespace}/${object.name}@${revision}`);

/** Returns one of two snapshots with different forms of objects: objects cached for one are converted for the other. */
function versions(isEven: boolean): ShownVersions {
	const form = isEven ? wholeForm : { ...wholeForm, headText: wholeForm.headText };
	return { current: () => (isEven ? 'v1' : 'v2'), convert: (_, state) => ({ ...state, version: isEven ? 'v1' : 'v2' }), form: () => form };
}

type Scope = Parameters<Cache['cursor']>[2];

/** Returns the events of a scope up to now. */
function until(cache: Cache, from: Revision, scope: Scope): Promise<CacheEvent[]> {
	return follow(cache, from, scope).end();
}

function follow(cache: Cache, from: Revision, scope: Scope): { end(): Promise<CacheEvent[]> } {
	const cursor = cache.cursor(resource, from, scope);
	const events: CacheEvent[] = [];
	const over = (async () => {
		for (;;) events.push(...(await cursor.next(3, never)));
	})();
	return {
		async end() {
			do await nextTurn();
			while (cursor.revision < cache.revision);
			cursor.close();
			await expect(over).rejects.toThrow('the cursor is closed');
			return events;
		},
	};
}
