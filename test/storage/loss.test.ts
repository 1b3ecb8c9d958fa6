/** Tests that lost acknowledged writes are detected, reported, and never replaced by other data. */
import { copyFileSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StorageDamagedError, StorageFailedError } from '../../runtime/storage/errors.ts';
import { LogFile } from '../../runtime/storage/sqlite/checks/log-file.ts';
import { openSqliteStore, type SqliteStore, type SqliteStoreOptions } from '../../runtime/storage/sqlite/open.ts';
import { CompactedError, type Mutation } from '../../runtime/storage/store.ts';
import { openCache } from '../../runtime/watch/cache.ts';

let folder: string;
let path: string;
let reports: string[];
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'loss-'));
	path = join(folder, 'test.db');
	reports = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (options: Partial<SqliteStoreOptions> = {}) =>
	openSqliteStore({ path, vocabulary: 'test', onReport: (sentence) => reports.push(sentence), ...options });

const put = (name: string, expected = 0): Mutation => ({
	resource: 'things',
	namespace: 'a',
	name,
	expected,
	bytes: Buffer.from(`{"metadata":{"name":"${name}"}}`),
	side: '',
	version: 'v1',
});

async function write(store: SqliteStore, mutation: Mutation): Promise<number> {
	const [outcome] = await store.commit([mutation]);
	if (outcome?.ok !== true) throw new Error('a conflict was not expected');
	return outcome.revision;
}

/** Copies the database as a kill leaves it: the committed data is in the log. */
function copyAsKilled(to: string): void {
	for (const part of ['', '-wal', '.mark']) copyFileSync(`${path}${part}`, `${to}${part}`);
}

describe('a database that is gone', () => {
	it('is refused next to existing keys, unless the loss is accepted', async () => {
		await expect(open({ known: true })).rejects.toThrow(/test\.db is missing, although this server stored objects in it: .*--accept-data-loss/);
		expect(existsSync(path)).toBe(false);
		await (await open({ known: true, acceptLoss: true })).close();
		await (await open({ known: true })).close();
	});

	it('is distinguished from an interrupted first start', async () => {
		const { closeSync, openSync } = await import('node:fs');
		closeSync(openSync(path, 'a'));
		await (await open({ known: true })).close();
	});

	it('or truncated is refused by its mark, and a new database continues above its revision', async () => {
		const store = await open();
		const last = await write(store, put('x'));
		await store.close();
		truncateSync(path, 0);
		await expect(open()).rejects.toThrow('is missing, although this server stored objects in it');
		const anew = await open({ acceptLoss: true });
		expect(await anew.oldest()).toBeGreaterThan(last);
		await anew.close();
	});
});

describe('a log that ends before what was acknowledged', () => {
	it('is refused; if accepted, it continues with the remaining objects, in a new history above all former revisions', async () => {
		const store = await open();
		await write(store, put('before'));
		await store.close();
		const again = await open();
		const { history } = again;
		const kept = await again.revision();
		const last = await write(again, put('lost'));
		const copy = join(folder, 'copy.db');
		copyAsKilled(copy);
		await again.close();
		rmSync(`${copy}-wal`);
		path = copy;
		await expect(open()).rejects.toThrow(
			new RegExp(`ends at revision ${kept}, though 1 writes up to ${last} were acknowledged after it: .*--accept-data-loss`),
		);
		const accepted = await open({ acceptLoss: true });
		expect(accepted.history).not.toBe(history);
		expect(await accepted.oldest()).toBeGreaterThan(last);
		await expect(accepted.changes(kept, last, 10)).rejects.toThrow(CompactedError);
		expect(await write(accepted, put('after'))).toBeGreaterThan(last);
		expect(reports).toEqual([expect.stringContaining('continuing with the remaining objects in a new history')]);
		await accepted.close();
		await (await open()).close();
	});

	it('is also refused if another database replaced it', async () => {
		await (await open()).close();
		const mine = path;
		path = join(folder, 'other.db');
		await (await open()).close();
		renameSync(path, mine);
		path = mine;
		await expect(open()).rejects.toThrow('is not the last one that this server wrote');
	});

	it('is not detected without its mark: that is reported, and no revision is reused', async () => {
		const store = await open();
		await write(store, put('x'));
		const before = await store.revision();
		await store.close();
		rmSync(`${path}.mark`);
		const again = await open();
		expect(reports).toEqual([expect.stringMatching(/\.mark is missing, .* in a new history$/)]);
		await expect(again.changes(before, before + 1, 10)).rejects.toThrow(CompactedError);
		const [outcome] = await again.commit([put('y')]);
		expect(outcome?.ok && outcome.revision).toBeGreaterThan(before + 1);
		await again.close();
	});
});

describe('files that are deleted while they are used', () => {
	it.each(['', '-wal'])('test.db%s: nothing is acknowledged any more', async (part) => {
		const failures: Error[] = [];
		const store = await open({ onFatal: (error) => failures.push(error) });
		await write(store, put('x'));
		rmSync(`${path}${part}`);
		await expect(store.commit([put('y')])).rejects.toThrow(StorageFailedError);
		expect(failures.map(({ message }) => message)).toEqual([expect.stringMatching(/test\.db.* was deleted while the server used it/)]);
		await store.close().catch(() => undefined);
	});

	it('are also noticed in the target folder of a link', async () => {
		const store = await open();
		await store.close();
		const elsewhere = mkdtempSync(join(folder, 'elsewhere-'));
		for (const part of ['', '.mark']) renameSync(`${path}${part}`, join(elsewhere, `real.db${part}`));
		symlinkSync(join(elsewhere, 'real.db'), path);
		const linked = await open();
		await write(linked, put('x'));
		rmSync(join(elsewhere, 'real.db'));
		await expect(linked.commit([put('y')])).rejects.toThrow(StorageFailedError);
		await linked.close().catch(() => undefined);
	});

	it('are missed though nothing is written', async () => {
		const failed = Promise.withResolvers<Error>();
		const store = await open({ onFatal: (error) => failed.resolve(error) });
		await write(store, put('x'));
		renameSync(path, `${path}.elsewhere`);
		expect((await failed.promise).message).toContain('was deleted while the server used it');
		await store.close().catch(() => undefined);
	});
});

describe('a log that is cut short while it is used', () => {
	it('is noticed although SQLite would continue: no further write is acknowledged', async () => {
		const failed = Promise.withResolvers<Error>();
		const store = await open({ onFatal: (error) => failed.resolve(error) });
		await write(store, put('x'));
		truncateSync(`${path}-wal`);
		await write(store, put('y'));
		expect((await failed.promise).message).toContain('test.db-wal was truncated while in use by the server');
		await expect(store.commit([put('z')])).rejects.toThrow(StorageFailedError);
		await store.close().catch(() => undefined);
	});

	it.each([0.05, 0.5, 0.9])('to %f of its size is detected even after many further writes', (part) => {
		const db = new DatabaseSync(path);
		db.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (x)');
		const log = new LogFile(db, path);
		const insert = db.prepare('INSERT INTO t VALUES (?)');
		for (let i = 0; i < 40; i++) insert.run('x'.repeat(3000));
		log.verify();
		truncateSync(`${path}-wal`, Math.floor(statSync(`${path}-wal`).size * part));
		for (let i = 0; i < 400; i++) insert.run('x'.repeat(3000));
		expect(() => log.verify()).toThrow('-wal was truncated');
		db.close();
	});

	it('is distinguished from a checkpointed and from a restarted log', () => {
		const db = new DatabaseSync(path);
		db.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (x)');
		const log = new LogFile(db, path);
		const bytes = () => statSync(`${path}-wal`).size;
		log.verify();
		db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
		expect(bytes()).toBe(0);
		log.verify();
		db.exec('INSERT INTO t VALUES (1); INSERT INTO t VALUES (2)');
		log.verify();
		db.exec('PRAGMA wal_checkpoint(RESTART); INSERT INTO t VALUES (3)');
		log.verify();
		db.exec('INSERT INTO t VALUES (4); INSERT INTO t VALUES (5)');
		log.verify();
		truncateSync(`${path}-wal`, bytes() - 1);
		expect(() => log.verify()).toThrow('-wal was truncated');
		db.close();
	});
});

describe('a damaged object', () => {
	it('is not served, and is named; the others are', async () => {
		const store = await open();
		await store.commit([put('x'), put('y'), put('z')]);
		await store.close();
		const db = new DatabaseSync(path);
		db.exec(`UPDATE objects SET bytes = CAST('{"metadata":{"name":"Y"}}' AS BLOB) WHERE name = 'y'`);
		db.close();
		const damaged = await open();
		const cache = await openCache(damaged);
		expect(reports).toEqual([expect.stringContaining('things a/y is damaged and not served')]);
		expect(() => cache.get('things', 'a', 'y')?.bytes).toThrow(StorageDamagedError);
		expect(() => [...cache.list('things', '')].map(({ bytes }) => bytes)).toThrow('things a/y differs from the written state');
		expect(cache.get('things', 'a', 'z')?.bytes.toString()).toContain('"name":"z"');
		expect(await write(damaged, put('z', cache.get('things', 'a', 'z')?.revision))).toBeGreaterThan(0);
		await cache.close();
		await damaged.close();
	});

	it('that is missing prevents the start', async () => {
		const store = await open();
		await store.commit([put('x'), put('y')]);
		await store.close();
		const db = new DatabaseSync(path);
		db.exec(`DELETE FROM objects WHERE name = 'y'`);
		db.close();
		const damaged = await open();
		await expect(openCache(damaged)).rejects.toThrow(/is damaged \(it holds 1 objects, but should have 2\): restore a backup/);
		await damaged.close().catch(() => undefined);
	});
});

describe('a damaged table', () => {
	it('is found on reading: the error has the file and the remedy', async () => {
		const store = await open();
		await store.commit([put('x')]);
		await store.close();
		const db = new DatabaseSync(path);
		const page = Number(db.prepare("SELECT rootpage AS page FROM sqlite_schema WHERE name = 'objects'").get()?.page);
		db.close();
		const bytes = readFileSync(path);
		bytes.fill(0xff, (page - 1) * 4096, page * 4096);
		writeFileSync(path, bytes);
		const failures: Error[] = [];
		const damaged = await open({ onFatal: (error) => failures.push(error) });
		await expect(openCache(damaged)).rejects.toThrow(
			/the database .*test\.db is damaged \(database disk image is malformed\): restore a backup with `restore`, or save/,
		);
		expect(failures).toHaveLength(1);
		await damaged.close().catch(() => undefined);
	});
});

describe('a damaged history', () => {
	it('is dropped: watches restart, and nothing else changes', async () => {
		const store = await open();
		const start = await store.revision();
		const first = await write(store, put('x'));
		await write(store, put('x', first));
		await store.close();
		const db = new DatabaseSync(path);
		db.exec(`UPDATE revisions SET name = 'y' WHERE revision = ${first}`);
		db.close();
		const damaged = await open();
		const newest = await damaged.revision();
		await expect(damaged.changes(start, newest, 10)).rejects.toThrow(CompactedError);
		await expect(damaged.at(first, { resource: 'things' }, 10)).rejects.toThrow(CompactedError);
		expect(await damaged.oldest()).toBe(newest);
		expect(reports).toEqual([expect.stringContaining('the history in')]);
		const next = await write(damaged, put('z'));
		expect((await damaged.changes(newest, next, 10)).map(({ name }) => name)).toEqual(['z']);
		await damaged.close();
	});
});
