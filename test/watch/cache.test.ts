import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../runtime/api/errors.ts';
import { MemoryData } from '../../runtime/storage/memory/store.ts';
import { CompactedError, type Revision } from '../../runtime/storage/store.ts';
import { type Cache, openCache } from '../../runtime/watch/cache.ts';
import type { CacheOptions } from '../../runtime/watch/cache-options.ts';
import type { CachedObject, CacheEvent } from '../../runtime/watch/contract.ts';
import { type TemporaryStore, temporarySqliteStore } from '../suites/sqlite.ts';

const all = { namespace: '', name: '' };
const never = new AbortController().signal;

function json(name: string, value: string, namespace = 'a'): Buffer {
	return Buffer.from(`{"kind":"Thing","apiVersion":"v1","metadata":{"name":"${name}","namespace":"${namespace}","uid":"u-${name}"},"data":{"v":"${value}"}}`);
}

const names = (objects: Iterable<CachedObject>) => [...objects].map((object) => object.name);
const short = (events: readonly CacheEvent[]) =>
	events.map((event) => `${event.type} ${event.object.name} ${JSON.parse(event.object.bytes.toString()).data.v}`);

describe('the watch cache', () => {
	let under: TemporaryStore;
	let cache: Cache;

	beforeEach(async () => {
		under = await temporarySqliteStore();
		cache = await openCache(under.store);
	});
	afterEach(async () => {
		await cache.close();
		await under.destroy();
	});

	async function put(name: string, expected: Revision, value: string, namespace = 'a', resource = 'things'): Promise<Revision> {
		const side = JSON.stringify({ l: { v: value }, f: { 'status.phase': value } });
		const [outcome] = await cache.store.commit([{ resource, namespace, name, expected, bytes: json(name, value, namespace), side }]);
		if (!outcome?.ok) throw new Error(`conflict on ${name}`);
		return outcome.revision;
	}

	async function remove(name: string, expected: Revision, namespace = 'a'): Promise<Revision> {
		const [outcome] = await cache.store.commit([{ resource: 'things', namespace, name, expected }]);
		if (!outcome?.ok) throw new Error(`conflict on ${name}`);
		return outcome.revision;
	}

	async function reopen(options: CacheOptions = {}): Promise<void> {
		await cache.close();
		cache = await openCache(await under.reopen(), options);
	}

	describe('objects', () => {
		it('are there when their write resolves, with their resourceVersion, and gone when deleted', async () => {
			const created = await put('x', 0, 'one');
			const object = cache.get('things', 'a', 'x');
			expect(object?.revision).toBe(created);
			expect(object?.bytes.toString()).toBe(
				`{"kind":"Thing","apiVersion":"v1","metadata":{"name":"x","namespace":"a","uid":"u-x","resourceVersion":"${created}"},"data":{"v":"one"}}`,
			);
			expect(object?.labels).toEqual({ v: 'one' });
			expect(object?.fields).toEqual({ 'status.phase': 'one' });
			expect(cache.revision).toBe(created);
			const updated = await put('x', created, 'two');
			expect(cache.get('things', 'a', 'x')?.revision).toBe(updated);
			expect(object?.bytes.toString()).toContain('"v":"one"');
			await remove('x', updated);
			expect(cache.get('things', 'a', 'x')).toBeUndefined();
			expect(cache.get('nothing', 'a', 'x')).toBeUndefined();
			expect(cache.count('things', '')).toBe(0);
		});

		it('do not inherit labels', async () => {
			await put('x', 0, 'one');
			expect(cache.get('things', 'a', 'x')?.labels.constructor).toBeUndefined();
		});

		it('are listed in key order, by namespace, from a place on, and counted', async () => {
			for (const [namespace, name] of [
				['b', 'x'],
				['a', 'z'],
				['a', 'y'],
				['', 'cluster'],
				['ab', 'q'],
			] as const)
				await put(name, 0, 'v', namespace);
			expect(names(cache.list('things', ''))).toEqual(['cluster', 'y', 'z', 'q', 'x']);
			expect(names(cache.list('things', 'a'))).toEqual(['y', 'z']);
			expect(names(cache.list('things', 'missing'))).toEqual([]);
			expect(names(cache.list('things', '', { namespace: 'a', name: 'y' }))).toEqual(['z', 'q', 'x']);
			expect(names(cache.list('things', '', { namespace: 'a', name: 'yy' }))).toEqual(['z', 'q', 'x']);
			expect(names(cache.list('things', 'a', { namespace: 'a', name: 'z' }))).toEqual([]);
			expect(names(cache.list('things', '', { namespace: 'zz', name: 'z' }))).toEqual([]);
			expect([cache.count('things', ''), cache.count('things', 'a'), cache.count('things', 'zz'), cache.count('others', '')]).toEqual([5, 2, 0, 0]);
		});

		it('stay as they were for a list that is under way', async () => {
			const revision = await put('m', 0, 'old');
			await put('n', 0, 'old');
			const list = cache.list('things', '')[Symbol.iterator]();
			expect(list.next().value?.name).toBe('m');
			await put('a', 0, 'new');
			await put('z', 0, 'new');
			await remove('m', revision);
			expect(list.next().value?.name).toBe('n');
			expect(list.next().done).toBe(true);
			expect(names(cache.list('things', ''))).toEqual(['a', 'n', 'z']);
		});

		it('are laid side by side a page at a time, where a list found them scattered', async () => {
			// Writes odd and even names in two rounds, so that no neighbours are adjacent in memory.
			for (const rest of [0, 1]) {
				for (let i = rest; i < 300; i += 2) await put(`o${String(i).padStart(3, '0')}`, 0, 'x'.repeat(400));
			}
			const listed = [...cache.list('things', 'a')];
			const together = (): number[] =>
				listed.flatMap(({ place }, i) => {
					const before = listed[i - 1]?.place;
					return before !== undefined && place?.buffer === before.buffer && place.offset === before.offset + before.length + 1 ? [i] : [];
				});
			expect(together()).toEqual([]);
			cache.gather('things', 'a', { namespace: 'a', name: 'o099' }, 100);
			await nextTurn();
			expect(together()).toEqual(Array.from({ length: 99 }, (_, i) => i + 101));
			expect(listed.map(({ bytes }) => JSON.parse(bytes.toString()).metadata.name)).toEqual(listed.map(({ name }) => name));
		});

		it('survive a restart, at the same revisions', async () => {
			const revision = await put('x', 0, 'one');
			await put('y', 0, 'two', 'b', 'others');
			const before = cache.revision;
			await reopen();
			expect(cache.revision).toBe(before);
			expect(cache.get('things', 'a', 'x')?.bytes.toString()).toContain(`"resourceVersion":"${revision}"`);
			expect(names(cache.list('others', ''))).toEqual(['y']);
		});

		it('keep other encodings until they change', async () => {
			const revision = await put('x', 0, 'one');
			let made = 0;
			const encode = (object: CachedObject) => cache.encoded(object, 'table', (from) => Buffer.from(`${++made} ${from.name}`));
			const object = cache.get('things', 'a', 'x');
			if (!object) throw new Error('x is missing');
			expect(encode(object)).toBe(encode(object));
			expect(made).toBe(1);
			await put('x', revision, 'two');
			const next = cache.get('things', 'a', 'x');
			if (!next) throw new Error('x is missing');
			expect(encode(next).toString()).toBe('2 x');
		});
	});

	describe('reads at a revision', () => {
		it('resolve when it is applied', async () => {
			const first = await put('x', 0, 'one');
			await cache.waitFor(first, 0);
			const waiting = cache.waitFor(first + 1, 5000);
			await put('y', 0, 'one');
			await waiting;
			expect(cache.consistent()).toBeUndefined();
		});

		it('time out with 504 and say when to try again', async () => {
			const error = await cache.waitFor(cache.revision + 7, 10).catch((reason: unknown) => reason);
			expect(error).toBeInstanceOf(ApiError);
			expect(error).toMatchObject({
				code: 504,
				reason: 'Timeout',
				message: `Timeout: Too large resource version: ${cache.revision + 7}, current: ${cache.revision}`,
				details: { retryAfterSeconds: 1, causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }] },
			});
		});

		it('end when the reader goes', async () => {
			const controller = new AbortController();
			const waiting = cache.waitFor(cache.revision + 1, 5000, controller.signal);
			controller.abort(new Error('gone'));
			await expect(waiting).rejects.toThrow('gone');
		});
	});

	describe('cursors', () => {
		it('give what happened, with the state before and the last state', async () => {
			const cursor = cache.cursor('things', cache.revision, all);
			const created = await put('x', 0, 'one');
			const updated = await put('x', created, 'two');
			const deleted = await remove('x', updated);
			const events = await cursor.next(10, never);
			expect(short(events)).toEqual(['ADDED x one', 'MODIFIED x two', 'DELETED x two']);
			expect(events.map((event) => event.previous?.labels)).toEqual([undefined, { v: 'one' }, { v: 'two' }]);
			expect(events.map((event) => event.revision)).toEqual([created, updated, deleted]);
			expect(JSON.parse(events[2]?.json().toString() ?? '')).toMatchObject({ type: 'DELETED', object: { metadata: { resourceVersion: String(deleted) } } });
			expect(events[1]?.json()).toBe(events[1]?.json());
			expect(events[1]?.json().toString().endsWith('}\n')).toBe(true);
			expect(cursor.revision).toBe(deleted);
		});

		it('wait for what they ask for, and only that', async () => {
			const scopes = [all, { namespace: 'a', name: '' }, { namespace: 'a', name: 'x' }, { namespace: '', name: 'x' }, { namespace: 'b', name: '' }];
			const cursors = scopes.map((scope) => cache.cursor('things', cache.revision, scope));
			const waiting = cursors.map((cursor) => cursor.next(10, never));
			await put('q', 0, 'other kind', 'a', 'others');
			const last = await put('x', 0, 'one', 'c');
			expect(cursors.map((cursor) => cursor.revision)).toEqual([last, last, last, last, last]);
			await put('x', 0, 'two', 'a');
			await put('y', 0, 'three', 'b');
			expect((await Promise.all(waiting)).map(short)).toEqual([['ADDED x one'], ['ADDED x two'], ['ADDED x two'], ['ADDED x one'], ['ADDED y three']]);
			expect(short((await cursors[0]?.next(10, never)) ?? [])).toEqual(['ADDED x two', 'ADDED y three']);
			expect(short((await cursors[3]?.next(10, never)) ?? [])).toEqual(['ADDED x two']);
			for (const cursor of cursors) cursor.close();
		});

		it('share one answer, and split it where a reader takes less', async () => {
			const cursors = Array.from({ length: 3 }, () => cache.cursor('things', cache.revision, all));
			const [a, b, c] = cursors.map((cursor, i) => cursor.next(i === 2 ? 1 : 100, never));
			await cache.store.commit(['x', 'y', 'z'].map((name) => ({ resource: 'things', namespace: 'a', name, expected: 0, bytes: json(name, '1'), side: '' })));
			expect(await a).toBe(await b);
			expect(short((await c) ?? [])).toEqual(['ADDED x 1']);
			expect(short((await cursors[2]?.next(100, never)) ?? [])).toEqual(['ADDED y 1', 'ADDED z 1']);
		});

		it('wait for a revision to come without telling what is older', async () => {
			const cursor = cache.cursor('things', cache.revision + 2, all);
			const waiting = cursor.next(10, never);
			await put('a', 0, '1');
			await put('b', 0, '2');
			await put('c', 0, '3');
			expect(short(await waiting)).toEqual(['ADDED c 3']);
		});

		it('end when aborted or closed, and can go on afterwards', async () => {
			const cursor = cache.cursor('things', cache.revision, all);
			const controller = new AbortController();
			const waiting = cursor.next(10, controller.signal);
			controller.abort(new Error('gone'));
			await expect(waiting).rejects.toThrow('gone');
			await expect(cursor.next(10, controller.signal)).rejects.toThrow('gone');
			await put('x', 0, 'one');
			expect(short(await cursor.next(10, never))).toEqual(['ADDED x one']);
			const last = cursor.next(10, never);
			cursor.close();
			await expect(last).rejects.toThrow('closed');
		});

		it('older than memory are served from the log until they catch up', async () => {
			const start = cache.revision;
			let revision = 0;
			for (let i = 0; i < 30; i++) revision = await put('x', revision, `${i}`);
			await put('y', 0, 'other', 'b');
			await remove('x', revision);
			await reopen();
			const cursor = cache.cursor('things', start, all);
			const seen: string[] = [];
			while (seen.length < 32) seen.push(...short(await cursor.next(7, never)));
			await put('z', 0, 'live');
			seen.push(...short(await cursor.next(7, never)));
			expect(seen).toEqual(['ADDED x 0', ...Array.from({ length: 29 }, (_, i) => `MODIFIED x ${i + 1}`), 'ADDED y other', 'DELETED x 29', 'ADDED z live']);
			expect(short(await cache.cursor('things', start, { namespace: 'b', name: '' }).next(100, never))).toEqual(['ADDED y other']);
			expect(short(await cache.cursor('things', start, { namespace: '', name: 'y' }).next(100, never))).toEqual(['ADDED y other']);
		});

		it('older than memory share one read of the log, its events and what is encoded of them', async () => {
			const start = cache.revision;
			await put('x', 0, '1');
			await reopen();
			const reads = vi.spyOn(under.store, 'changes');
			const cursors = Array.from({ length: 20 }, (_, i) => cache.cursor('things', start, { namespace: '', name: i % 2 === 0 ? '' : 'x' }));
			const answers = await Promise.all(cursors.map((cursor) => cursor.next(1, never)));
			expect(reads).toHaveBeenCalledTimes(1);
			expect(new Set(answers.map(([event]) => event)).size).toBe(1);
			const made = vi.fn(() => Buffer.from('table'));
			for (const [event] of answers) expect(event?.encoded('table', made).toString()).toBe('table');
			expect(made).toHaveBeenCalledTimes(1);
		});

		it('hear each of a read that failed, and read again', async () => {
			const start = cache.revision;
			await put('x', 0, '1');
			await reopen();
			const reads = vi.spyOn(under.store, 'changes').mockRejectedValueOnce(new Error('away'));
			const cursors = [1, 2].map(() => cache.cursor('things', start, all));
			expect(await Promise.allSettled(cursors.map((cursor) => cursor.next(1, never)))).toMatchObject([
				{ reason: { message: 'away' } },
				{ reason: { message: 'away' } },
			]);
			expect(short(await (cursors[0] as (typeof cursors)[0]).next(1, never))).toEqual(['ADDED x 1']);
			expect(reads).toHaveBeenCalledTimes(2);
		});

		it('get 410 only for what is older than the history', async () => {
			const start = cache.revision;
			const first = await put('x', 0, '1');
			await put('x', first, '2');
			await cache.store.compact(first);
			await reopen();
			expect(() => cache.cursor('things', start, all)).toThrow(CompactedError);
			expect(short(await cache.cursor('things', first, all).next(10, never))).toEqual(['MODIFIED x 2']);
		});

		it('get 410 when the history is forgotten before they come to it', async () => {
			const start = cache.revision;
			await put('x', 0, '1');
			const later = await put('y', 0, '1');
			await reopen();
			const cursor = cache.cursor('things', start, all);
			await cache.store.compact(later);
			await expect(cursor.next(10, never)).rejects.toThrow(CompactedError);
		});

		it('keep their place when the memory of events is small: nothing lost, nothing twice', async () => {
			await reopen({ eventBytes: 4000 });
			const cursor = cache.cursor('things', cache.revision, all);
			const quiet = cache.cursor('others', cache.revision, all);
			await put('quiet', 0, 'still', 'a', 'others');
			let revision = 0;
			for (let i = 0; i < 100; i++) revision = await put('x', revision, `${i}`);
			const seen: string[] = [];
			while (seen.length < 100) seen.push(...short(await cursor.next(9, never)));
			expect(seen).toEqual(Array.from({ length: 100 }, (_, i) => `${i === 0 ? 'ADDED' : 'MODIFIED'} x ${i}`));
			expect(short(await quiet.next(9, never))).toEqual(['ADDED quiet still']);
		});
	});

	it('names the object that cannot be read, and does not start', async () => {
		await cache.close();
		const store = await under.reopen();
		await store.commit([{ resource: 'things', namespace: 'a', name: 'broken', expected: 0, bytes: Buffer.from('{"spec":1}'), side: '' }]);
		await expect(openCache(store)).rejects.toThrow(/things a\/broken at revision \d+ cannot be read: stored JSON has no metadata object/);
	});

	it('is the end of the store when a change cannot be taken in: a wrong state is never served', async () => {
		const failures: Error[] = [];
		await cache.close();
		cache = await openCache(await under.reopen({ onFatal: (error) => failures.push(error) }));
		await cache.store.commit([{ resource: 'things', namespace: 'a', name: 'broken', expected: 0, bytes: Buffer.from('{"spec":1}'), side: '' }]);
		expect(failures.map((error) => error.message)).toEqual([
			expect.stringMatching(/acknowledges no further write: a change could not be taken in: things a\/broken/),
		]);
		await expect(put('x', 0, 'one')).rejects.toThrow('acknowledges no further write');
	});

	it('forgets what is older than five minutes, before a restart too, by the marks in the log, and nothing younger', async () => {
		const data = new MemoryData();
		const store = data.open();
		const commit = async (name: string) => {
			await store.commit([{ resource: 'things', namespace: 'a', name, expected: 0, bytes: json(name, '1'), side: '' }]);
			return data.revision;
		};
		const old = await commit('old');
		const young = await commit('young');
		const minuteMs = 60_000;
		for (const [i, ageMs] of [6 * minuteMs, 4 * minuteMs].entries()) {
			const change = data.log[i];
			if (change !== undefined) data.log[i] = { ...change, timeMs: change.timeMs - ageMs };
		}
		vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] });
		const opened = await openCache(store);
		await vi.advanceTimersByTimeAsync(30_000);
		vi.useRealTimers();
		await expect.poll(() => store.oldest()).toBe(old);
		await opened.close();
		expect(data.log.map(({ revision }) => revision)).toEqual([young]);
	});

	it('forgets the history after its time, and tells late readers', async () => {
		await reopen({ historyMs: 60 });
		const start = cache.revision;
		const late = cache.cursor('things', start, all);
		await put('x', 0, '1');
		const openedLate = (): unknown => {
			try {
				return cache.cursor('things', start, all).close();
			} catch (error) {
				return error;
			}
		};
		// Memory still has the event, but lists and watches share one horizon.
		await expect.poll(openedLate, { timeout: 5000 }).toBeInstanceOf(CompactedError);
		await expect(late.next(10, never)).rejects.toThrow(CompactedError);
		await expect(cache.at(start, { resource: 'things' }, 10)).rejects.toThrow(CompactedError);
		await reopen();
		expect(openedLate()).toBeInstanceOf(CompactedError);
	});
});
