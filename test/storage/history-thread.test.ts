/** Tests the thread that reads past revisions of a SQLite store: damaged rows, revisions it does not know yet, and its end. */
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StorageClosedError, StorageDamagedError, StorageFailedError } from '../../runtime/storage/errors.ts';
import { HistoryThread } from '../../runtime/storage/sqlite/history/thread.ts';
import { workerFile } from '../../runtime/storage/sqlite/thread.ts';
import type { Revision } from '../../runtime/storage/store.ts';
import { type TemporaryStore, temporarySqliteStore } from '../suites/sqlite.ts';
import { all, put, text, write } from '../suites/store/fixture.ts';

describe('the thread that reads history', () => {
	let under: TemporaryStore;
	let reports: string[];
	beforeEach(async () => {
		reports = [];
		under = await temporarySqliteStore({ onReport: (sentence) => reports.push(sentence) });
	});
	afterEach(() => under.destroy());

	const rowsAt = (revision: Revision) => under.store.at(revision, { resource: 'things' }, 1000);

	/** Writes an object twice and damages the database while the store is closed. */
	async function damagedBy(sql: (first: Revision, second: Revision) => string): Promise<{ first: Revision; second: Revision; head: Revision }> {
		const first = await write(under.store, put('x', 0, '1'));
		const second = await write(under.store, put('x', first, '2'));
		const head = await write(under.store, put('y', 0, '3'));
		await under.store.close();
		const db = new DatabaseSync(under.path);
		db.exec(sql(first, second));
		db.close();
		await under.reopen();
		return { first, second, head };
	}

	/** Damages the open database. */
	async function damage(sql: string): Promise<void> {
		const db = new DatabaseSync(under.path);
		db.exec(sql);
		db.close();
	}

	it.each([
		['state that was replaced', (_: Revision, second: Revision) => `UPDATE revisions SET bytes = x'00' WHERE revision = ${second}`],
		['revision of it', (first: Revision, second: Revision) => `UPDATE revisions SET previous = ${first - 1} WHERE revision = ${second}`],
		['entry', (first: Revision) => `UPDATE revisions SET name = 'z' WHERE revision = ${first}`],
		['row that is gone', (_: Revision, second: Revision) => `DELETE FROM revisions WHERE revision = ${second}`],
	])('treats a damaged history as compacted: a %s', async (_, sql) => {
		const { first, second, head } = await damagedBy(sql);
		await expect(rowsAt(first)).rejects.toMatchObject({ name: 'CompactedError', oldest: head });
		expect(reports).toEqual([expect.stringContaining('the history in')]);
		expect(await under.store.oldest()).toBe(head);
		expect((await all(under.store)).rows.map((row) => text(row.bytes))).toEqual(['2', '3']);
		const next = await write(under.store, put('x', second, '4'));
		expect((await rowsAt(next - 1)).map((row) => text(row.bytes))).toEqual(['2', '3']);
	});

	it('refuses a damaged state: the history ends there', async () => {
		const first = await write(under.store, put('x', 0, '1'));
		const second = await write(under.store, put('x', first, '2'));
		expect((await rowsAt(first)).map(({ bytes }) => text(bytes))).toEqual(['1']);
		await damage(`UPDATE revisions SET side = 'x' WHERE revision = ${second}`);
		await expect(rowsAt(first)).rejects.toMatchObject({ name: 'CompactedError', oldest: second });
	});

	it('reports a damaged object as such', async () => {
		const first = await write(under.store, put('x', 0, '1'));
		await write(under.store, put('y', 0, '2'));
		await damage("UPDATE objects SET side = 'x' WHERE name = 'x'");
		await expect(rowsAt(first)).rejects.toBeInstanceOf(StorageDamagedError);
		expect(await under.store.oldest()).toBeLessThan(first);
	});

	it('continues a list while objects change', async () => {
		const made: Revision[] = [];
		for (let i = 0; i < 50; i++) made.push(await write(under.store, put(`n${10 + i}`, 0, 'was')));
		const revision = await under.store.revision();
		const names: string[] = [];
		for (let page = 0; page < 10; page++) {
			// The objects change before and behind the page.
			for (const i of [page, 49 - page]) await write(under.store, put(`n${10 + i}`, made[i] ?? 0, 'is'));
			const last = names.at(-1);
			const rows = await under.store.at(revision, { resource: 'things', after: last === undefined ? undefined : { namespace: 'a', name: last } }, 5);
			expect(rows.map(({ bytes }) => text(bytes))).toEqual(Array.from({ length: 5 }, () => 'was'));
			names.push(...rows.map(({ name }) => name));
		}
		expect(names).toEqual(Array.from({ length: 50 }, (_, i) => `n${10 + i}`));
	});

	it('knows versions that were first written after its start', async () => {
		let last = await write(under.store, { ...put('x', 0, '1'), version: 'v1' });
		for (const version of ['v2', 'v3', 'v4']) {
			const before = last;
			last = await write(under.store, { ...put('x', before, version), version });
			const [row] = await rowsAt(before);
			expect(row?.revision).toBe(before);
			expect(row?.version).toBe(`v${Number(version.slice(1)) - 1}`);
		}
	});

	const count = { revision: 1, resource: 'things', namespace: undefined };

	it('refuses a database that replaced the opened one', async () => {
		const thread = new HistoryThread(workerFile(), { historyOf: under.path, history: 'another' });
		await expect(thread.call('countAt', count)).rejects.toBeInstanceOf(StorageFailedError);
		await thread.close();
	});

	it('is restarted when it ends, and delays no caller', async () => {
		const thread = new HistoryThread(new URL('data:text/javascript,process.exit(3)'), { historyOf: under.path, history: '' });
		for (let i = 0; i < 3; i++) {
			const calls = [thread.call('countAt', count), thread.call('countAt', count)];
			for (const call of calls) await expect(call).rejects.toMatchObject({ reason: 'ServiceUnavailable', message: expect.stringContaining('code 3') });
		}
		await thread.close();
		await expect(thread.call('countAt', count)).rejects.toBeInstanceOf(StorageClosedError);
	});

	it('closes the database before the store, so that the log is emptied', async () => {
		const first = await write(under.store, put('x', 0, '1'));
		await write(under.store, put('x', first, '2'));
		expect(await rowsAt(first)).toHaveLength(1);
		const late = rowsAt(first).then(
			() => 'read',
			(error: unknown) => error,
		);
		await under.store.close();
		expect(existsSync(`${under.path}-wal`)).toBe(false);
		expect(['read', expect.any(StorageClosedError)]).toContainEqual(await late);
		await under.reopen();
	});
});
