/** Tests receivers that take events synchronously: the events of each, and those that other cursors return. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MemoryData } from '../../runtime/storage/memory/store.ts';
import { type Cache, openCache } from '../../runtime/watch/cache.ts';
import type { CacheEvent, EventTaker } from '../../runtime/watch/contract.ts';

const all = { namespace: '', name: '' };
const never = new AbortController().signal;
const short = (events: readonly CacheEvent[]): string[] => events.map(({ type, object }) => `${type} ${object.name}`);

let cache: Cache;
beforeEach(async () => {
	cache = await openCache(new MemoryData().open());
});
afterEach(() => cache.close());

async function put(name: string): Promise<number> {
	const bytes = Buffer.from(JSON.stringify({ kind: 'Thing', apiVersion: 'v1', metadata: { name } }));
	const [outcome] = await cache.store.commit([{ resource: 'things', namespace: 'a', name, expected: 0, bytes, side: '' }]);
	if (!outcome?.ok) throw new Error(`conflict on ${name}`);
	return outcome.revision;
}

it('many takers each take their part of one event once, and the others get the event', async () => {
	const told: string[] = [];
	const takes = ['bytes', 'nothing', 'bytes, and is full', 'events', 'neither'];
	const takerOf = (take: string | undefined, name: string): EventTaker => ({
		takerClass: undefined,
		alreadyEncoded: (event) => (take?.startsWith('bytes') ? event.json() : take === 'nothing' ? undefined : null),
		tell: (bytes) => {
			told.push(`${name} bytes ${JSON.parse(bytes.toString()).object.metadata.name}`);
			return take === 'bytes';
		},
		take: (events) => {
			told.push(`${name} offered ${short(events)}`);
			return take === 'events';
		},
	});
	const watchers = 200;
	const before = cache.revision;
	const cursors = Array.from({ length: watchers }, () => cache.cursor('things', before, all));
	const given = new Map<number, string[]>();
	for (const [i, cursor] of cursors.entries()) {
		const taker = takerOf(takes[i % takes.length], String(i));
		void cursor.next(10, never, taker).then(
			(events) => given.set(i, short(events)),
			() => undefined,
		);
	}
	const revision = await put('x');
	await new Promise((resolve) => setImmediate(resolve));
	const indices = cursors.map((_, i) => i);
	const those = (...wanted: readonly number[]) => indices.filter((i) => wanted.includes(i % takes.length));
	expect(told.toSorted()).toEqual([...those(0, 2).map((i) => `${i} bytes x`), ...those(3, 4).map((i) => `${i} offered ADDED x`)].toSorted());
	expect([...given.keys()].toSorted((a, b) => a - b)).toEqual(those(2, 4));
	expect(new Set([...given.values()].map(String))).toEqual(new Set(['ADDED x']));
	expect(new Set(cursors.map((cursor) => cursor.revision))).toEqual(new Set([revision]));
	told.length = 0;
	await put('y');
	// Receivers that took the event do not wait.
	expect(told).toHaveLength(those(0, 3).length);
	expect(short((await cursors[2]?.next(10, never)) ?? [])).toEqual(['ADDED y']);
	for (const cursor of cursors) cursor.close();
});
