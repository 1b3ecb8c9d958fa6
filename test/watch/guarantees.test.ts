/** Tests the guarantees of watches with random writes, readers of every speed, restarts and a short memory. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CompactedError, type Mutation, type Store } from '../../runtime/storage/store.ts';
import { type Cache, openCache } from '../../runtime/watch/cache.ts';
import type { CacheEvent } from '../../runtime/watch/contract.ts';
import { runs } from '../setup/sample.ts';
import { temporarySqliteStore } from '../suites/sqlite.ts';
import { checkWatches } from '../suites/watch-history/check.ts';
import type { RecordedEvent, RecordedWatch, RecordedWrite } from '../suites/watch-history/history.ts';

interface Live {
	readonly namespace: string;
	revision: number;
	value: string;
	labels: Record<string, string>;
}

const namespaces = ['a', 'b'];

function bytesOf(name: string, namespace: string, value: string): Buffer {
	return Buffer.from(JSON.stringify({ kind: 'T', apiVersion: 'v1', metadata: { name, namespace, uid: `${name}-uid` }, value }));
}

function recorded(event: CacheEvent): RecordedEvent {
	const { type, revision, object, previous } = event;
	const sent = JSON.parse(event.json().toString()) as { type: string; object: { value: string; metadata: { resourceVersion: string; name: string } } };
	expect([sent.type, sent.object.metadata.name, Number(sent.object.metadata.resourceVersion)]).toEqual([type, object.name, revision]);
	return {
		type,
		revision,
		namespace: object.namespace,
		name: object.name,
		value: sent.object.value,
		...(previous && { previousLabels: { ...previous.labels } }),
	};
}

/** Reads until stopped, with pauses between reads, and then to the end. */
async function record(
	cache: Cache,
	from: number,
	namespace: string,
	limit: number,
	pauseMs: number,
	writing: { done: boolean },
	watches: RecordedWatch[],
): Promise<void> {
	const events: RecordedEvent[] = [];
	const cursor = cache.cursor('things', from, { namespace, name: '' });
	const watch = { name: `from ${from} in ${namespace || 'all'}, ${limit} at once`, from, namespace, events, completeTo: from };
	watches.push(watch);
	try {
		while (!writing.done || cursor.revision < cache.revision) {
			const next = await cursor.next(limit, AbortSignal.timeout(20)).catch((error: unknown) => {
				if (error instanceof DOMException) return [];
				throw error;
			});
			events.push(...next.map(recorded));
			// Revision that a bookmark would carry now.
			watch.completeTo = cursor.revision;
			if (cursor.revision > (events.at(-1)?.revision ?? from)) events.push({ type: 'BOOKMARK', revision: cursor.revision });
			if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
		}
	} finally {
		cursor.close();
	}
}

async function writeRandomly(store: Store, steps: readonly number[], live: Map<string, Live>, writes: RecordedWrite[]): Promise<void> {
	const lanes = [0, 1, 2, 3];
	await Promise.all(
		lanes.map(async (lane) => {
			for (const [i, step] of steps.entries()) {
				if (i % lanes.length !== lane) continue;
				// Each lane has its own names, so that its expected revisions are correct.
				const name = `n${lane}-${step % 5}`;
				const namespace = namespaces[step % 2] ?? '';
				const key = `${namespace}/${name}`;
				const known = live.get(key);
				const value = `${i}`;
				const labels = step % 3 === 0 ? { on: 'y' } : {};
				const base = { resource: 'things', namespace, name };
				const gone = known !== undefined && step % 4 === 0;
				const mutation: Mutation = {
					...base,
					expected: known?.revision ?? 0,
					...(!gone && { bytes: bytesOf(name, namespace, value), side: JSON.stringify({ l: labels }) }),
				};
				const [outcome, noise] = await store.commit([
					mutation,
					{ ...base, resource: 'noise', name: randomUUID(), expected: 0, bytes: bytesOf(name, namespace, value), side: '' },
				]);
				if (!outcome?.ok || !noise?.ok) throw new Error(`conflict on ${key}`);
				writes.push({ revision: outcome.revision, namespace, name, ...(!gone && { value, labels }) });
				if (gone) live.delete(key);
				else live.set(key, { namespace, revision: outcome.revision, value, labels });
			}
		}),
	);
}

function checkObjects(cache: Cache, live: ReadonlyMap<string, Live>): void {
	const held = [...cache.list('things', '')].map((object) => [
		`${object.namespace}/${object.name}`,
		object.revision,
		(JSON.parse(object.bytes.toString()) as { value: string }).value,
		{ ...object.labels },
	]);
	const keys = [...live.keys()].sort();
	expect(held).toEqual(keys.map((key) => [key, live.get(key)?.revision, live.get(key)?.value, live.get(key)?.labels]));
	for (const namespace of namespaces) expect(cache.count('things', namespace)).toBe([...cache.list('things', namespace)].length);
}

it('every watch keeps every promise, over restarts, with slow readers and little memory', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.array(fc.nat(1000), { minLength: 20, maxLength: 120 }), { minLength: 1, maxLength: 3 }),
			fc.constantFrom(1500, 20_000, 1e6),
			async (rounds, eventBytes) => {
				const under = await temporarySqliteStore();
				let store = under.store;
				const start = await store.revision();
				const live = new Map<string, Live>();
				const writes: RecordedWrite[] = [];
				const watches: RecordedWatch[] = [];
				for (const [round, steps] of rounds.entries()) {
					if (round > 0) store = await under.reopen();
					const cache = await openCache(store, { eventBytes, encodingBytes: 2000 });
					checkObjects(cache, live);
					const writing = { done: false };
					const readers = [
						record(cache, start, '', 7, 1, writing, watches),
						record(cache, cache.revision, '', 100, 0, writing, watches),
						record(cache, cache.revision, 'b', 3, 4, writing, watches),
					];
					await writeRandomly(store, steps, live, writes);
					const resumed = writes[Math.floor(writes.length / 2)]?.revision ?? start;
					readers.push(record(cache, resumed, 'a', 50, 0, writing, watches));
					writing.done = true;
					await Promise.all(readers);
					checkObjects(cache, live);
					await cache.close();
				}
				await under.destroy();
				expect(checkWatches(writes, watches)).toEqual([]);
			},
		),
		{ numRuns: runs(6), endOnFailure: true },
	);
});

it('a reader overtaken by compaction gets an error and no wrong event', async () => {
	const under = await temporarySqliteStore();
	const cache = await openCache(under.store, { eventBytes: 1500 });
	const writes: RecordedWrite[] = [];
	const live = new Map<string, Live>();
	const start = cache.revision;
	const events: RecordedEvent[] = [];
	const cursor = cache.cursor('things', start, { namespace: '', name: '' });
	let overtaken: unknown;
	for (let round = 0; overtaken === undefined; round++) {
		await writeRandomly(
			under.store,
			Array.from({ length: 40 }, (_, i) => i * 7 + round),
			live,
			writes,
		);
		if (round === 3) await under.store.compact(cache.revision - 5);
		await cursor.next(20, AbortSignal.timeout(1000)).then(
			(next) => events.push(...next.map(recorded)),
			(error: unknown) => {
				overtaken = error;
			},
		);
	}
	expect(overtaken).toBeInstanceOf(CompactedError);
	expect(checkWatches(writes, [{ name: 'overtaken', from: start, namespace: '', events }])).toEqual([]);
	await cache.close();
	await under.destroy();
});
