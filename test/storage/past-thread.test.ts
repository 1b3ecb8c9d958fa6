/** Tests the thread that reads past revisions of a SQLite store: damaged rows, revisions it does not know yet, and its end. */
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StorageClosedError, StorageFailedError } from '../../runtime/storage/errors.ts';
import { PastThread } from '../../runtime/storage/sqlite/past/thread.ts';
import { workerFile } from '../../runtime/storage/sqlite/thread.ts';
import type { ChangeKey, Revision } from '../../runtime/storage/store.ts';
import { replacedRows } from '../suites/past.ts';
import { type TemporaryStore, temporarySqliteStore } from '../suites/sqlite.ts';
import { all, put, text, write } from '../suites/store/fixture.ts';

describe('the thread that reads the past', () => {
	let under: TemporaryStore;
	let reports: string[];
	beforeEach(async () => {
		reports = [];
		under = await temporarySqliteStore({ onReport: (sentence) => reports.push(sentence) });
	});
	afterEach(() => under.destroy());

	const replacing = (revision: Revision): ChangeKey => ({ resource: 'things', namespace: 'a', name: 'x', revision });

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

	it.each([
		['state that was replaced', (_: Revision, second: Revision) => `UPDATE revisions SET bytes = x'00' WHERE revision = ${second}`],
		['revision of it', (first: Revision, second: Revision) => `UPDATE revisions SET previous = ${first - 1} WHERE revision = ${second}`],
		['row that is gone', (_: Revision, second: Revision) => `DELETE FROM revisions WHERE revision = ${second}`],
	])('takes a damaged history for a forgotten one: a %s', async (_, sql) => {
		const { second, head } = await damagedBy(sql);
		await expect(replacedRows(under.store, [replacing(second)])).rejects.toMatchObject({ name: 'CompactedError', oldest: head });
		expect(reports).toEqual([expect.stringContaining('the history in')]);
		expect(await under.store.oldest()).toBe(head);
		expect((await all(under.store)).rows.map((row) => text(row.bytes))).toEqual(['2', '3']);
		const next = await write(under.store, put('x', second, '4'));
		expect((await replacedRows(under.store, [replacing(next)])).map((row) => text(row.bytes))).toEqual(['2']);
		expect(await under.store.outline(head, next, 10)).toHaveLength(1);
	});

	it('refuses who asks for what another object was', async () => {
		const first = await write(under.store, put('x', 0, '1'));
		const second = await write(under.store, put('x', first, '2'));
		const asked = { ...replacing(second), name: 'y' };
		await expect(replacedRows(under.store, [asked])).rejects.toThrow('changed things a/x, and not things a/y');
		expect(await under.store.oldest()).toBeLessThan(first);
	});

	it('gives small and large states in the order in which they were asked for', async () => {
		const sizes = Array.from({ length: 150 }, (_, i) => (i % 7 === 3 ? 9000 : 10 + i));
		const asked: ChangeKey[] = [];
		for (const [i, size] of sizes.entries()) {
			const made = await write(under.store, put(`n${i}`, 0, `${i} `.padEnd(size, 'x')));
			asked.push({ ...replacing(await write(under.store, put(`n${i}`, made, 'now'))), name: `n${i}` });
		}
		const rows = await replacedRows(under.store, asked.toReversed());
		expect(rows.map(({ bytes }) => text(bytes))).toEqual(sizes.map((size, i) => `${i} `.padEnd(size, 'x')).reverse());
	});

	it.each([
		['entry', (first: Revision) => `UPDATE revisions SET name = 'z' WHERE revision = ${first}`],
		['row that is gone', (_: Revision, second: Revision) => `DELETE FROM revisions WHERE revision = ${second}`],
	])('outlines no damaged history: a %s', async (_, sql) => {
		const { head } = await damagedBy(sql);
		const oldest = await under.store.oldest();
		await expect(under.store.outline(oldest, head, 10)).rejects.toMatchObject({ name: 'CompactedError', oldest: head });
		expect(reports).toHaveLength(1);
	});

	it('knows versions that were first written after it had begun', async () => {
		let last = await write(under.store, { ...put('x', 0, '1'), version: 'v1' });
		for (const version of ['v2', 'v3', 'v4']) {
			const before = last;
			last = await write(under.store, { ...put('x', before, version), version });
			const [row] = await replacedRows(under.store, [replacing(last)]);
			expect(row?.revision).toBe(before);
			expect(row?.version).toBe(`v${Number(version.slice(1)) - 1}`);
		}
	});

	it('refuses a database that has come into the place of the one that was opened', async () => {
		const thread = new PastThread(workerFile(), { past: under.path, history: 'another' });
		await expect(thread.call('outline', { after: 0, upTo: 1, limit: 1 })).rejects.toBeInstanceOf(StorageFailedError);
		await thread.close();
	});

	it('is restarted when it ends, and delays no caller', async () => {
		const thread = new PastThread(new URL('data:text/javascript,process.exit(3)'), { past: under.path, history: '' });
		for (let i = 0; i < 3; i++) {
			const calls = [thread.call('replaced', { changes: [1], runs: [], names: '', roomEach: 0 }), thread.call('outline', { after: 0, upTo: 1, limit: 1 })];
			for (const call of calls) await expect(call).rejects.toMatchObject({ reason: 'ServiceUnavailable', message: expect.stringContaining('code 3') });
		}
		await thread.close();
		await expect(thread.call('replaced', { changes: [1], runs: [], names: '', roomEach: 0 })).rejects.toBeInstanceOf(StorageClosedError);
	});

	it('lets go of the database before the store closes it, so that nothing is left in the log', async () => {
		const first = await write(under.store, put('x', 0, '1'));
		const second = await write(under.store, put('x', first, '2'));
		expect(await replacedRows(under.store, [replacing(second)])).toHaveLength(1);
		const late = replacedRows(under.store, [replacing(second)]).then(
			() => 'read',
			(error: unknown) => error,
		);
		await under.store.close();
		expect(existsSync(`${under.path}-wal`)).toBe(false);
		expect(['read', expect.any(StorageClosedError)]).toContainEqual(await late);
		await under.reopen();
	});
});
