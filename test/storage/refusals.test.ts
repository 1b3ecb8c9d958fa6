import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StorageFullError, StorageRefusedError } from '../../runtime/storage/errors.ts';
import { format } from '../../runtime/storage/sqlite/database/format.ts';
import { openSqliteStore } from '../../runtime/storage/sqlite/open.ts';
import { changesBetween } from '../suites/log.ts';
import { pastOf } from '../suites/past.ts';

describe('opening a SQLite store', () => {
	let folder: string;
	let path: string;
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'open-'));
		path = join(folder, 'test.db');
	});
	afterEach(() => rmSync(folder, { recursive: true }));

	it('makes a file that only its owner may read', async () => {
		const store = await openSqliteStore({ path, vocabulary: 'test' });
		await store.commit([{ resource: 'secrets', namespace: 'a', name: 'x', expected: 0, bytes: Buffer.from('{}'), side: '' }]);
		for (const file of [path, `${path}-wal`, `${path}-shm`, `${path}.lock`]) expect(statSync(file).mode & 0o777, file).toBe(0o600);
		await store.close();
		expect(existsSync(`${path}-wal`)).toBe(false);
	});

	it('refuses a second server with a clear sentence, through any path', async () => {
		const store = await openSqliteStore({ path, vocabulary: 'test' });
		symlinkSync(folder, `${folder}-link`);
		for (const other of [path, join(`${folder}-link`, 'test.db')]) {
			const refusal = openSqliteStore({ path: other, vocabulary: 'test' });
			await expect(refusal).rejects.toThrow(StorageRefusedError);
			await expect(refusal).rejects.toThrow(/^another server is using .*test\.db; stop it first, or choose another data directory$/);
		}
		rmSync(`${folder}-link`);
		await store.close();
		const next = await openSqliteStore({ path, vocabulary: 'test' });
		await next.close();
	});

	it('refuses data of another vocabulary', async () => {
		await (await openSqliteStore({ path, vocabulary: 'first' })).close();
		await expect(openSqliteStore({ path, vocabulary: 'second' })).rejects.toThrow(/holds data in the vocabulary "first", but this server speaks "second"/);
		await (await openSqliteStore({ path, vocabulary: 'first' })).close();
	});

	it('refuses a file of a newer release', async () => {
		await (await openSqliteStore({ path, vocabulary: 'test' })).close();
		const db = new DatabaseSync(path);
		db.exec(`PRAGMA user_version = ${format + 1}`);
		db.close();
		await expect(openSqliteStore({ path, vocabulary: 'test' })).rejects.toThrow(/written by a newer release \(format \d+, this server supports \d+\)/);
	});

	it('refuses a file of an earlier release and a database of another program', async () => {
		const db = new DatabaseSync(path);
		db.exec('CREATE TABLE objects (resource TEXT); PRAGMA user_version = 1');
		await expect(openSqliteStore({ path, vocabulary: 'test' })).rejects.toThrow(
			/written by an earlier release \(format 1, this server supports \d+, and it has no checksums\); use that release/,
		);
		db.exec('PRAGMA user_version = 0');
		db.close();
		await expect(openSqliteStore({ path, vocabulary: 'test' })).rejects.toThrow('is a database of another program');
	});

	it('refuses a file that is not a database, and a missing folder', async () => {
		const db = new DatabaseSync(path);
		db.exec('CREATE TABLE t (x)');
		db.close();
		const { writeFileSync } = await import('node:fs');
		writeFileSync(path, 'this is text, and long enough to be taken for a page of something'.repeat(100));
		await expect(openSqliteStore({ path, vocabulary: 'test' })).rejects.toThrow(/^the database .*test\.db is damaged \(file is not a database\): restore/);
		await expect(openSqliteStore({ path: join(folder, 'missing', 'test.db'), vocabulary: 'test' })).rejects.toThrow(/missing/);
	});

	it('gives each history its own name and its own revisions', async () => {
		const first = await openSqliteStore({ path, vocabulary: 'test' });
		const { history } = first;
		const revision = await first.revision();
		await first.close();
		const again = await openSqliteStore({ path, vocabulary: 'test' });
		expect(again.history).toBe(history);
		await again.close();
		rmSync(path);
		const anew = await openSqliteStore({ path, vocabulary: 'test', acceptLoss: true });
		expect(anew.history).not.toBe(history);
		expect(await anew.oldest()).toBeGreaterThan(revision);
		await anew.close();
	});

	it('creates reporting views, and replaces changed ones', async () => {
		const views = (column: string) => `CREATE VIEW "Thing" AS SELECT name AS ${column} FROM objects WHERE resource = 'things';`;
		for (const column of ['first', 'second', 'second']) {
			const store = await openSqliteStore({ path, vocabulary: 'test', views: views(column) });
			const reader = new DatabaseSync(path, { readOnly: true });
			expect(reader.prepare('SELECT * FROM "Thing"').columns()[0]?.name).toBe(column);
			reader.close();
			await store.close();
		}
		await expect(openSqliteStore({ path, vocabulary: 'test', views: 'CREATE VIEW nonsense' })).rejects.toThrow(/cannot open the database/);
	});
});

describe('a full SQLite store', () => {
	it('refuses writes, keeps serving reads, loses no data, and accepts writes once there is space', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'full-'));
		const path = join(folder, 'test.db');
		const failures: Error[] = [];
		let store = await openSqliteStore({ path, vocabulary: 'test', quotaBytes: 1024 * 1024, onFatal: (error) => failures.push(error) });
		const start = await store.revision();
		const big = Buffer.alloc(50_000, 'x');
		const revisions: number[] = [];
		let refusal: unknown;
		for (let i = 0; refusal === undefined; i++) {
			try {
				const [outcome] = await store.commit([{ resource: 'things', namespace: 'a', name: `n${i}`, expected: 0, bytes: big, side: '' }]);
				if (outcome?.ok) revisions.push(outcome.revision);
			} catch (error) {
				refusal = error;
			}
		}
		expect(refusal).toBeInstanceOf(StorageFullError);
		expect(refusal).toMatchObject({ code: 503, reason: 'ServiceUnavailable', details: undefined });
		await expect(store.commit([{ resource: 'things', namespace: 'a', name: 'more', expected: 0, bytes: big, side: '' }])).rejects.toThrow(StorageFullError);
		expect(await store.revision()).toBe(revisions.at(-1));
		expect((await changesBetween(store, start, await store.revision())).map((change) => change.revision)).toEqual(revisions);
		expect((await pastOf(store, await store.revision(), 'things')).length).toBe(revisions.length);
		expect(failures).toEqual([]);
		await store.close();
		store = await openSqliteStore({ path, vocabulary: 'test', quotaBytes: 4 * 1024 * 1024 });
		const [outcome] = await store.commit([{ resource: 'things', namespace: 'a', name: 'more', expected: 0, bytes: big, side: '' }]);
		expect(outcome).toEqual({ ok: true, revision: (revisions.at(-1) ?? 0) + 1 });
		await store.close();
		rmSync(folder, { recursive: true });
	});
});
