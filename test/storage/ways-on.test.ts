/** Tests that every error which prevents a start names the file and says how to proceed. */
import { chmodSync, copyFileSync, linkSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { StorageRefusedError } from '../../runtime/storage/errors.ts';
import { DamagedError } from '../../runtime/storage/sqlite/checks/damage.ts';
import { exportObjects } from '../../runtime/storage/sqlite/export.ts';
import { openSqliteStore } from '../../runtime/storage/sqlite/open.ts';
import { refusalOf } from '../../runtime/storage/sqlite/refusal.ts';
import { openCache } from '../../runtime/watch/cache.ts';

const folder = mkdtempSync(join(tmpdir(), 'ways-'));
const whole = join(folder, 'whole.db');
/** Copy made after the first write. */
const early = join(folder, 'early.db');
let path: string;
let count = 0;

const put = (name: string) => ({ resource: 'things', namespace: 'a', name, expected: 0, bytes: Buffer.from(`{"metadata":{"name":"${name}"}}`), side: '' });

beforeAll(async () => {
	let store = await openSqliteStore({ path: whole, vocabulary: 'test' });
	await store.commit([put('x')]);
	await store.close();
	copyFileSync(whole, early);
	store = await openSqliteStore({ path: whole, vocabulary: 'test' });
	await store.commit([put('y')]);
	await store.close();
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
	path = join(folder, `${count++}.db`);
	for (const part of ['', '.mark']) copyFileSync(`${whole}${part}`, `${path}${part}`);
});

function sql(text: string): void {
	const db = new DatabaseSync(path);
	db.exec(text);
	db.close();
}

function overwrite(at: number, text: string): void {
	const bytes = readFileSync(path);
	bytes.write(text, at, 'latin1');
	writeFileSync(path, bytes);
}

function instead(part: string): void {
	rmSync(`${path}${part}`, { force: true });
	mkdirSync(`${path}${part}`);
}

const putBack = /: put it back, restore a backup with `restore`, or start once with --accept-data-loss to continue with the remaining objects$/;
const restore = /: restore a backup with `restore`, or save the intact objects with `backup --salvage` and restore that backup$/;
const files = /: check that this user can read and write it and the files next to it \(-wal, -shm, \.lock, \.mark\)$/;

const odd = /: remove the file or directory at that path$/;

/** Name of the damage, its action, the reported fault, and the advice. */
const refusals: readonly (readonly [string, () => void, RegExp, RegExp])[] = [
	['it is gone', () => rmSync(path), /the database .*\.db is missing/, putBack],
	['it was cut to nothing', () => truncateSync(path), /the database .*\.db is missing/, putBack],
	['it is older than its mark', () => copyFileSync(early, path), /the database .*\.db ends at revision \d+, though 1 writes/, putBack],
	[
		'it is another one',
		() => sql("UPDATE meta SET value = 'other', checksum = 1 WHERE key = 'history'"),
		/the database .*\.db is damaged \(its history differs from the written state\)/,
		restore,
	],
	['it is no database', () => overwrite(0, 'text, not SQLite'), /the database .*\.db is damaged \(file is not a database\)/, restore],
	['its first page is damaged', () => overwrite(100, '\xff'.repeat(40)), /the database .*\.db is damaged \(database disk image is malformed\)/, restore],
	['a table is another', () => sql('CREATE INDEX more ON objects (name)'), /the database .*\.db is damaged \(its tables are not as they were made\)/, restore],
	['the end of the log is another', () => sql("UPDATE revisions SET name = 'z'"), /the database .*\.db is damaged \(the end of its log/, restore],
	['the log is gone', () => sql('DELETE FROM revisions'), /the database .*\.db is damaged \(it contains objects but no log\)/, restore],
	['an object is gone', () => sql("DELETE FROM objects WHERE name = 'x'"), /the database .*\.db is damaged \(it holds 1 objects, but should have 2\)/, restore],
	['it is a directory', () => instead(''), /the database .*\.db is not a file/, /: choose another location with --datastore sqlite:PATH$/],
	...['-wal', '-shm', '-journal', '.mark', '.lock'].map((part): (typeof refusals)[number] => [
		`its ${part} is a folder`,
		() => instead(part),
		new RegExp(`\\.db\\${part} is not a file`),
		odd,
	]),
	[
		'its lock is something else',
		() => writeFileSync(`${path}.lock`, 'x'.repeat(5000)),
		/cannot take the lock .*\.db\.lock \(file is not a database\)/,
		/delete that file/,
	],
	[
		'the target of the link does not exist',
		() => {
			renameSync(path, `${path}.elsewhere`);
			symlinkSync(`${path}.missing`, path);
		},
		/the database .*\.db is a symbolic link to a missing file/,
		putBack,
	],
	['it has two names', () => linkSync(path, `${path}.other`), /the database .*\.db has 2 names/, /: delete the others, or replace them with copies/],
];

describe('a start', () => {
	it.each(refusals)('when the database %s', async (_, damage, what, way) => {
		damage();
		const refusal = await started().catch((error: unknown) => error as Error);
		expect(refusal?.message).toMatch(what);
		expect(refusal?.message).toMatch(way);
	});

	it.skipIf(process.getuid?.() === 0)('when this user may not read it', async () => {
		chmodSync(path, 0);
		await expect(started()).rejects.toThrow(files);
	});

	it('continues if another file has the name of the reserve', async () => {
		instead('.reserve');
		await started();
	});
});

/** Starts as a server does, with its keys, up to the cache. */
async function started(): Promise<void> {
	const store = await openSqliteStore({ path, vocabulary: 'test', known: true, onReport: () => undefined });
	try {
		await (await openCache(store)).close();
	} finally {
		await store.close();
	}
}

const sqlite = (errcode: number) => Object.assign(new Error('what SQLite says'), { errcode });
const system = (code: string) => Object.assign(new Error(`${code}: what the system says`), { code });

it.each([
	[new DamagedError('what is damaged'), restore],
	[sqlite(11), restore],
	[sqlite(26), restore],
	[sqlite(13), /: free space, and start again$/],
	[sqlite(4874), /: free space, and start again$/],
	[system('ENOSPC'), /: free space, and start again$/],
	[system('EACCES'), files],
	[system('EROFS'), files],
	[sqlite(8), files],
	[sqlite(14), files],
	[sqlite(10), /fails \(what SQLite says\): restore a backup with `restore` on another disk$/],
	[system('EIO'), /restore a backup with `restore` on another disk$/],
	[sqlite(5), /^another program has locked the database \/x\.db \(what SQLite says\): stop it, and start again$/],
])('%s', (error, way) => {
	const { message } = refusalOf('/x.db', error);
	expect(message).toMatch(way);
	expect(message).toContain('/x.db');
});

it('a refusal is passed through', () => {
	const refusal = new StorageRefusedError('one sentence');
	expect(refusalOf('/x.db', refusal)).toBe(refusal);
});

describe('a backup', () => {
	const exported = () => exportObjects(path, { salvage: false, onBegin: () => undefined, onRow: () => undefined, onLost: () => undefined });

	it.each([
		['is no database', () => overwrite(0, 'text, not SQLite'), restore],
		['has a log that is a folder', () => instead('-wal'), odd],
		['is older than its mark', () => copyFileSync(early, path), putBack],
	])('when the database %s says how to continue', (_, damage, way) => {
		damage();
		expect(exported).toThrow(way);
	});
});
