/** Tests the rewriting of outdated rows: a few at a time, on request or automatically, with concurrent changes and failures. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noRemoteConversions } from '../../runtime/api/remote-conversions.ts';
import { wholeForm } from '../../runtime/codec/item-form.ts';
import { countOutdatedRows } from '../../runtime/migration/outdated-rows.ts';
import { Rewriter, type RewriterContext } from '../../runtime/migration/rewriter.ts';
import { TimeSlicer } from '../../runtime/scheduling/time-slicer.ts';
import type { ServedResource } from '../../runtime/serving/resource.ts';
import { StorageFullError } from '../../runtime/storage/errors.ts';
import type { Mutation, Store } from '../../runtime/storage/store.ts';
import { type Cache, openCache } from '../../runtime/watch/cache.ts';
import type { ShownVersions } from '../../runtime/watch/contract.ts';
import { type TemporaryStore, temporarySqliteStore } from '../suites/sqlite.ts';

const now = { storedVersion: 'v2', kind: {} } as ServedResource;

const shown: ShownVersions = {
	current: () => 'v2',
	form: () => wholeForm,
	convert({ name }, { bytes, side }) {
		if (name.startsWith('odd')) throw new Error(`no hook converts ${name}`);
		return { version: 'v2', side, bytes };
	},
};

describe('rewriting', () => {
	let under: TemporaryStore;
	let cache: Cache;
	let commits: (readonly Mutation[])[] = [];
	let commit: Store['commit'];
	let rewriter: Rewriter;
	const always = new AbortController().signal;
	beforeEach(async () => {
		under = await temporarySqliteStore();
		cache = await openCache(under.store, { shown });
		commits = [];
		commit = (mutations, options) => cache.store.commit(mutations, options);
		const slices = new TimeSlicer();
		const context = (): RewriterContext => ({
			cache,
			slices,
			conversions: noRemoteConversions,
			stored: () => now,
			store: {
				commit: (mutations, options) => {
					commits.push(mutations);
					return commit(mutations, options);
				},
			},
		});
		rewriter = new Rewriter(context);
	});
	afterEach(async () => {
		await cache.close();
		await under.destroy();
	});

	async function write(resource: string, names: readonly string[], version = 'v1', padding = ''): Promise<void> {
		const rows = names.map((name): Mutation => {
			const bytes = Buffer.from(JSON.stringify({ metadata: { name, uid: name }, version, padding }));
			return { resource, namespace: '', name, expected: cache.get(resource, '', name)?.revision ?? 0, bytes, side: '', version };
		});
		const outcomes = await under.store.commit(rows);
		expect(outcomes.every(({ ok }) => ok)).toBe(true);
	}
	const named = (count: number, prefix = 'n') => Array.from({ length: count }, (_, i) => `${prefix}${String(i).padStart(4, '0')}`);
	const left = (resource: string) => countOutdatedRows(cache, resource, now);
	/** Calls `then` once the condition holds, checking it after each commit. */
	const after = (isTrue: () => boolean, then: () => void): void => {
		const usual = commit;
		commit = async (...args) => {
			const outcomes = await usual(...args);
			if (isTrue()) then();
			return outcomes;
		};
	};

	it('is done in commits of at most fifty rows, each once, and skips current rows', async () => {
		await write('things', named(130));
		await write('things', named(200, 'new'), 'v2');
		const before = cache.revision;
		await rewriter.rewrite('things', always);
		expect(Math.max(...commits.map(({ length }) => length))).toBeLessThanOrEqual(50);
		expect([left('things'), commits.flat().length, cache.revision - before]).toEqual([0, 130, 130]);
		expect(cache.get('things', '', 'new0000')?.revision).toBeLessThanOrEqual(before);
		await rewriter.rewrite('things', always);
		expect(commits.flat()).toHaveLength(130);
	});

	it('is done in smaller commits where objects are large', async () => {
		await write('things', named(20), 'v1', 'x'.repeat(100_000));
		await rewriter.rewrite('things', always);
		expect(Math.max(...commits.map(({ length }) => length))).toBeLessThanOrEqual(3);
		expect(left('things')).toBe(0);
	});

	it('keeps concurrent writes and deletes', async () => {
		await write('things', ['a', 'b', 'c']);
		const usual = commit;
		commit = async (...args) => {
			commit = usual;
			await write('things', ['a'], 'v2', 'by a client');
			await under.store.commit([{ resource: 'things', namespace: '', name: 'b', expected: cache.get('things', '', 'b')?.revision ?? 0 }]);
			return usual(...args);
		};
		await rewriter.rewrite('things', always);
		expect([...cache.list('things', '')].map(({ name, bytes }) => [name, bytes.includes('by a client')])).toEqual([
			['a', true],
			['c', false],
		]);
		expect(left('things')).toBe(0);
	});

	it('also rewrites rows that are written in an earlier version meanwhile', async () => {
		await write('things', named(120));
		let written: Promise<void> | undefined;
		after(
			() => commits.length === 2,
			() => {
				written = write('things', ['a']);
			},
		);
		await rewriter.rewrite('things', always);
		await written;
		expect([cache.get('things', '', 'a') !== undefined, left('things')]).toEqual([true, 0]);
	});

	it('continues with the remaining rows after any interruption', async () => {
		await write('things', named(300));
		const calledOff = new AbortController();
		after(
			() => left('things') <= 200,
			() => calledOff.abort(),
		);
		await rewriter.rewrite('things', calledOff.signal);
		const leftThen = left('things');
		expect(leftThen).toBeGreaterThan(0);
		commits = [];
		await rewriter.rewrite('things', always);
		expect([left('things'), commits.flat().length]).toEqual([0, leftThen]);
	});

	it('serves explicit requests first and alternates between them', async () => {
		await write('first', named(300));
		const ended = new AbortController();
		const all = rewriter.rewriteAll(ended.signal, () => undefined);
		await vi.waitUntil(() => left('first') < 300);
		for (const resource of ['second', 'third']) await write(resource, named(300));
		commits = [];
		await Promise.all([rewriter.rewrite('second', always), rewriter.rewrite('third', always)]);
		const order = commits.map(([row]) => row?.resource);
		expect(order.filter((resource) => resource === 'first').length).toBeLessThanOrEqual(1);
		expect(order.indexOf('third')).toBeLessThan(order.lastIndexOf('second'));
		await vi.waitUntil(() => left('first') === 0);
		ended.abort();
		await all;
	});

	it('skips unconvertible objects with one report, and retries them on request', async () => {
		await write('things', [...named(60), 'odd1', 'odd2']);
		const told: string[] = [];
		const ended = new AbortController();
		const all = rewriter.rewriteAll(ended.signal, (subject, error) => told.push(`${subject}: ${(error as Error).message}`));
		await vi.waitUntil(() => told.length > 0);
		expect(told).toEqual(['2 things that cannot be converted, such as odd1: no hook converts odd1']);
		expect([left('things'), rewriter.staying('things')]).toEqual([2, { objects: 2, example: 'odd1', why: 'no hook converts odd1' }]);
		rewriter.look();
		await rewriter.rewrite('things', always);
		expect([told.length, rewriter.staying('things')?.objects]).toEqual([1, 2]);
		await write('things', ['odd1'], 'v2');
		expect(rewriter.staying('things')).toEqual({ objects: 1, example: 'odd2', why: 'no hook converts odd2' });
		ended.abort();
		await all;
	});

	it('reports a store failure to the caller and loses nothing', async () => {
		await write('things', named(10));
		const usual = commit;
		commit = () => Promise.reject(new StorageFullError('ENOSPC'));
		await expect(rewriter.rewrite('things', always)).rejects.toThrow('the storage is full');
		commit = usual;
		await rewriter.rewrite('things', always);
		expect(left('things')).toBe(0);
	});

	it('restarts when the storage form changes, and counts the rest by the new form', async () => {
		await write('things', named(10));
		const ended = new AbortController();
		const all = rewriter.rewriteAll(ended.signal, () => undefined);
		await vi.waitUntil(() => left('things') === 0);
		// Only the notice of a new serving snapshot makes the rewriter look again.
		await write('things', ['late']);
		rewriter.look();
		await vi.waitUntil(() => left('things') === 0);
		ended.abort();
		await all;
	});
});
