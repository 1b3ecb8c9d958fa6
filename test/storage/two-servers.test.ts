/** Tests two servers on one database: the second refuses to start. If every lock has been removed, one of them stops before it writes. */
import { linkSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StorageFailedError } from '../../runtime/storage/errors.ts';
import { openSqliteStore, type SqliteStore } from '../../runtime/storage/sqlite/open.ts';
import type { Mutation } from '../../runtime/storage/store.ts';

let folder: string;
let path: string;
const stores: SqliteStore[] = [];
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'two-'));
	path = join(folder, 'test.db');
});
afterEach(async () => {
	for (const store of stores.splice(0)) await store.close().catch(() => undefined);
	rmSync(folder, { recursive: true });
});

async function open(at = path, onFatal: (error: Error) => void = () => undefined): Promise<SqliteStore> {
	const store = await openSqliteStore({ path: at, vocabulary: 'test', onFatal });
	stores.push(store);
	return store;
}

const put = (name: string): Mutation => ({ resource: 'things', namespace: 'a', name, expected: 0, bytes: Buffer.from('{}'), side: '' });
const another = /another server writes to .*test\.db: stop one of the two, and restart the other/;

it('through a symbolic link to the file, the second server is refused', async () => {
	await open();
	symlinkSync(path, join(folder, 'link.db'));
	await expect(open(join(folder, 'link.db'))).rejects.toThrow('another server is using');
});

it('a dangling symbolic link is refused, since its target may have existed', async () => {
	symlinkSync(path, join(folder, 'link.db'));
	await expect(open(join(folder, 'link.db'))).rejects.toThrow(/link\.db is a symbolic link to a missing file: put it back, restore/);
});

it('through a hard link, both servers are refused until there is one name', async () => {
	const first = await open();
	const other = join(folder, 'other.db');
	linkSync(path, other);
	await expect(open(other)).rejects.toThrow(/other\.db has 2 names \(hard links\), .* delete the others, or replace them with copies/);
	await first.commit([put('x')]);
	await first.close();
	await expect(open()).rejects.toThrow('hard links');
	rmSync(other);
	await open();
});

it('a refused second server leaves the lock with the first, for other processes too', async () => {
	await open();
	await expect(open()).rejects.toThrow('another server is using');
	// Tries the lock in another process: SQLite knows the locks of its own process and would hide the conflict.
	const { execFileSync } = await import('node:child_process');
	const attempt = `const { DatabaseSync } = require('node:sqlite'); new DatabaseSync(process.argv[1]).exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')`;
	expect(() => execFileSync(process.execPath, ['-e', attempt, `${path}.lock`], { stdio: 'pipe' })).toThrow('database is locked');
});

it.each([
	['first', 'second'],
	['second', 'first'],
] as const)('without the lock: the %s writes, and the %s stops before it writes', async (writes, stops) => {
	const failed: Record<string, Error> = {};
	const first = await open(path, (error) => (failed.first = error));
	rmSync(`${path}.lock`);
	const second = await open(path, (error) => (failed.second = error));
	const servers = { first, second };
	expect(await servers[writes].commit([put('x')])).toEqual([{ ok: true, revision: expect.any(Number) }]);
	await expect(servers[stops].commit([put('y')])).rejects.toThrow(StorageFailedError);
	expect(failed[stops]?.message).toMatch(another);
	expect(await servers[writes].commit([put('z')])).toEqual([{ ok: true, revision: (await first.oldest()) + 2 }]);
	expect(failed[writes]).toBeUndefined();
});

it('without the lock: an idle server does not keep serving stale data', async () => {
	const first = await open();
	rmSync(`${path}.lock`);
	const failed = Promise.withResolvers<Error>();
	await open(path, (error) => failed.resolve(error));
	await first.commit([put('x')]);
	expect((await failed.promise).message).toMatch(another);
});

it('a program that only checkpoints is tolerated', async () => {
	const store = await open();
	await store.commit([put('x')]);
	const db = new DatabaseSync(path);
	db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
	db.close();
	expect(await store.commit([put('y')])).toEqual([{ ok: true, revision: expect.any(Number) }]);
});
