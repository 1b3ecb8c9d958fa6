/** Tests backups: written while a server runs, consistent, refused when damaged, and restored into a new history. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { maintenance } from '../../runtime/server/maintenance.ts';
import { openBackup } from '../../runtime/storage/backup/read.ts';
import { openSqliteStore, type SqliteStore } from '../../runtime/storage/sqlite/open.ts';
import { CompactedError, type Mutation } from '../../runtime/storage/store.ts';
import { maintenanceContext } from './maintenance-context.ts';

let folder: string;
let told: string[];
let warned: string[];
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'backup-'));
	told = [];
	warned = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const database = () => join(folder, 'orch.db');
const file = () => join(folder, 'all.backup');

async function run(name: string, ...args: readonly string[]): Promise<void> {
	const command = maintenance.find((one) => one.name === name);
	const line = args.includes('--data-dir') ? args : [...args, '--data-dir', folder];
	await command?.run(maintenanceContext(line, { tell: (sentence) => told.push(sentence), warn: (sentence) => warned.push(sentence) }));
}

const open = () => openSqliteStore({ path: database(), vocabulary: 'test' });
const put = (name: string, value: string, expected = 0): Mutation => ({
	resource: 'things',
	namespace: 'a',
	name,
	expected,
	bytes: Buffer.from(value),
	side: `{"l":{"v":"${value}"}}`,
	version: 'v1',
});

async function rowsOf(store: SqliteStore): Promise<(string | number)[][]> {
	const rows: (string | number)[][] = [];
	await store.snapshot((chunk) => {
		for (const { name, bytes, side, version } of chunk) rows.push([name, Buffer.from(bytes).toString(), side, version]);
	});
	return rows;
}

function readAll(path: string): void {
	const backup = openBackup(path);
	try {
		for (const row of backup.rows()) expect(row.name).not.toBe('');
	} finally {
		backup.close();
	}
}

describe('a backup', { timeout: 60_000 }, () => {
	it('is written while a server writes, is consistent at one revision, and only its owner may read it', async () => {
		const store = await open();
		// Writes pairs of equal values: a backup that is not atomic would contain two different ones.
		const pair = async (value: number, revisions: readonly number[]) =>
			(await store.commit([put('x', `${value}`, revisions[0]), put('y', `${value}`, revisions[1])], { atomic: true })).map((outcome) =>
				outcome.ok ? outcome.revision : 0,
			);
		let revisions = await pair(0, [0, 0]);
		for (let value = 1; value <= 20; value++) {
			const [written] = await Promise.all([pair(value, revisions), run('backup', '--out', `${file()}${value}`)]);
			revisions = written;
		}
		await store.close();
		for (let value = 1; value <= 20; value++) {
			const text = readFileSync(`${file()}${value}`, 'utf8').split('\n');
			expect(text[2]).toBe(text[4]);
			expect(statSync(`${file()}${value}`).mode & 0o777).toBe(0o600);
		}
		expect(told).toHaveLength(20);
		await expect(run('backup', '--out', `${file()}1`)).rejects.toThrow('already exists');
	});

	it('is restored with every byte, in a new history above everything that was ever handed out', async () => {
		let store = await open();
		await store.commit(Array.from({ length: 1200 }, (_, i) => put(`n${i}`, `value ${i} \0 "ä😀`)));
		const before = await rowsOf(store);
		const then = await store.revision();
		await run('backup', '--out', file());
		const [last] = await store.commit([put('later', 'lost')]);
		await store.close();
		await expect(run('restore', file())).rejects.toThrow('use --replace to rename it');
		await run('restore', file(), '--replace');
		store = await open();
		expect(await rowsOf(store)).toEqual(before);
		expect(await store.oldest()).toBeGreaterThan(last?.ok ? last.revision : 0);
		await expect(store.changes(then, then + 1, 10)).rejects.toThrow(CompactedError);
		await store.close();
		expect(existsSync(`${database()}.before-restore`)).toBe(true);
		// A second restore does not overwrite the database that the first put aside.
		await run('restore', file(), '--replace');
		expect([`${database()}.before-restore`, `${database()}.before-restore-2`].map((path) => existsSync(path))).toEqual([true, true]);
		expect(told.at(-1)).toContain('1200 objects');
	});

	it('is restored where the database is gone', async () => {
		const store = await open();
		await store.commit([put('x', 'one')]);
		await run('backup', '--out', file());
		await store.close();
		for (const part of ['', '-wal', '-shm']) rmSync(`${database()}${part}`, { force: true });
		await expect(open()).rejects.toThrow(/is missing, although this server stored objects in it: .*restore a backup/);
		await run('restore', file());
		const again = await open();
		expect((await rowsOf(again)).map(([name]) => name)).toEqual(['x']);
		await again.close();
	});

	// Flips each bit of the backup, which takes thousands of files.
	it('is refused while a server runs, of another vocabulary, damaged, or cut short, and nothing changes', { timeout: 180_000 }, async () => {
		const store = await open();
		await store.commit([put('x', 'one'), put('y', 'two')]);
		await run('backup', '--out', file());
		await expect(run('restore', file(), '--replace')).rejects.toThrow('another server is using');
		await store.close();
		const whole = readFileSync(file());
		for (const [at, byte] of whole.entries()) {
			const damaged = Buffer.from(whole);
			damaged[at] = byte ^ (1 << (at % 8));
			writeFileSync(file(), damaged);
			expect(() => readAll(file()), `byte ${at}`).toThrow();
		}
		for (const length of [0, 10, whole.byteLength / 2, whole.byteLength - 1]) {
			writeFileSync(file(), whole.subarray(0, length));
			await expect(run('restore', file(), '--replace'), `${length} bytes`).rejects.toThrow();
		}
		const again = await open();
		expect((await rowsOf(again)).map(([name]) => name)).toEqual(['x', 'y']);
		await again.close();
	});

	it.each([
		['its log is deleted', (path: string) => rmSync(`${path}-wal`)],
		['its log is emptied', (path: string) => writeFileSync(`${path}-wal`, '')],
	])('is refused of a database that the server refuses: %s; neither changes it', async (_, lose) => {
		const store = await open();
		await store.commit([put('x', 'one')]);
		// After a kill all data is in the log.
		const elsewhere = join(folder, 'killed');
		mkdirSync(elsewhere);
		for (const part of ['', '-wal', '.mark']) copyFileSync(`${database()}${part}`, join(elsewhere, `orch.db${part}`));
		await store.close();
		const killed = join(elsewhere, 'orch.db');
		lose(killed);
		const before = readFileSync(killed);
		for (let i = 0; i < 2; i++) {
			await expect(run('backup', '--out', file(), '--data-dir', elsewhere)).rejects.toThrow(/killed\/orch\.db is empty.*--accept-data-loss/);
			expect(existsSync(file())).toBe(false);
			await expect(openSqliteStore({ path: killed, vocabulary: 'test' })).rejects.toThrow(/killed\/orch\.db is (empty|gone).*--accept-data-loss/);
			expect(readFileSync(killed)).toEqual(before);
		}
	});

	it('is refused for a database that the server did not write last', async () => {
		const store = await open();
		await store.commit([put('x', 'one')]);
		await store.close();
		const other = await openSqliteStore({ path: join(folder, 'other.db'), vocabulary: 'test' });
		await other.commit([put('y', 'two'), put('z', 'three')]);
		await other.close();
		copyFileSync(join(folder, 'other.db'), database());
		await expect(run('backup', '--out', file())).rejects.toThrow('is not the last one that the server wrote');
	});

	it('that is refused leaves no new folder', async () => {
		const store = await open();
		await store.commit([put('x', 'one')]);
		await run('backup', '--out', file());
		await store.close();
		const whole = readFileSync(file());
		const elsewhere = join(folder, 'a', 'b');
		const restored = async (bytes: Uint8Array) => {
			writeFileSync(file(), bytes);
			await maintenance.find(({ name }) => name === 'restore')?.run(maintenanceContext([file(), '--data-dir', elsewhere]));
		};
		for (const length of [0, 10, whole.byteLength - 1]) await expect(restored(whole.subarray(0, length)), `${length} bytes`).rejects.toThrow();
		await expect(restored(Buffer.from(whole.toString('latin1').replace('"vocabulary":"test"', '"vocabulary":"rest"'), 'latin1'))).rejects.toThrow('"rest"');
		expect(existsSync(join(folder, 'a'))).toBe(false);
		await restored(whole);
		expect(existsSync(join(elsewhere, 'orch.db'))).toBe(true);
	});

	it('refuses a damaged database, and saves its undamaged objects on request', async () => {
		const store = await open();
		await store.commit([put('x', 'one'), put('y', 'two'), put('z', 'three')]);
		await store.close();
		const db = new DatabaseSync(database());
		db.exec(`UPDATE objects SET bytes = CAST('TWO' AS BLOB) WHERE name = 'y'`);
		db.close();
		await expect(run('backup', '--out', file())).rejects.toThrow(/is damaged \(things a\/y differs from the written state\).*--salvage/);
		expect(existsSync(file())).toBe(false);
		await run('backup', '--out', file(), '--salvage');
		expect(warned).toEqual(['left out: things a/y differs from the written state', 'left out: it should contain 3 objects, and 2 can be read']);
		await run('restore', file(), '--replace');
		const again = await open();
		expect((await rowsOf(again)).map(([name]) => name)).toEqual(['x', 'z']);
		await again.close();
	});
});
