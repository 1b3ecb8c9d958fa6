/** Tests that the last space of a full disk is reserved for deletes. The disk is a small one in memory where this user may mount one. */

import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { maintenance } from '../../runtime/server/maintenance.ts';
import { StorageFullError } from '../../runtime/storage/errors.ts';
import { Fullness } from '../../runtime/storage/sqlite/disk/fullness.ts';
import { Reserve } from '../../runtime/storage/sqlite/disk/reserve.ts';
import { openSqliteStore, type SqliteStore } from '../../runtime/storage/sqlite/open.ts';
import { fillDisk, mountDisk, noDisk, unmountDisk } from '../setup/disk.ts';
import { pastOf } from '../suites/past.ts';
import { maintenanceContext } from './maintenance-context.ts';

const mib = 1024 * 1024;
let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'disk-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the reserve', () => {
	const full = Object.assign(new Error('database or disk is full'), { errcode: 13 });
	const sizes = () => statSync(join(folder, 'a.db.reserve'), { throwIfNoEntry: false })?.size;
	const space = { total: 64 * mib, free: 64 * mib };
	const reserve = (): Reserve => new Reserve(join(folder, 'a.db'), () => space);
	/** Returns a function that fails once, then works. */
	const failing = (): (() => string) => {
		let failed = false;
		return () => {
			if (failed) return 'done';
			failed = true;
			throw full;
		};
	};
	beforeEach(() => {
		space.free = 64 * mib;
	});

	const run = (kept: Reserve, freesSpace: boolean, write: () => string): string => kept.run(freesSpace, write, () => undefined);

	it('is a part of a small disk, and is there after a restart', () => {
		expect(reserve().take()).toBe(true);
		expect(sizes()).toBe(4 * mib);
		space.free = 0;
		expect(reserve().take()).toBe(true);
	});

	it('is not taken from a disk that has not as much again', () => {
		space.free = 7 * mib;
		const kept = reserve();
		expect(kept.take()).toBe(false);
		expect(sizes()).toBeUndefined();
		expect(kept.spent).toBe(false);
		expect(run(kept, false, () => 'done')).toBe('done');
	});

	it('is released only for deletes', () => {
		const kept = reserve();
		kept.take();
		space.free = 0;
		expect(() => run(kept, false, failing())).toThrow(full);
		expect(sizes()).toBe(4 * mib);
		expect(run(kept, true, failing())).toBe('done');
		expect(sizes()).toBe(0);
		expect(() => run(kept, false, () => 'done')).toThrow('the remaining disk space is reserved for deletes; 8 MiB must be free');
		expect(() => run(reserve(), false, () => 'done')).toThrow('reserved for deletes');
		expect(run(kept, true, () => 'done')).toBe('done');
		space.free = 8 * mib;
		expect(run(kept, false, () => 'done')).toBe('done');
		expect(sizes()).toBe(4 * mib);
	});

	it('is released piece by piece for a start, and is restored', () => {
		reserve().take();
		const next = reserve();
		expect([next.giveUpPiece(), next.spent, sizes()]).toEqual([true, false, 4 * mib - 192 * 1024]);
		space.free = 0;
		expect([reserve().take(), sizes()]).toEqual([true, 4 * mib - 192 * 1024]);
		space.free = 8 * mib;
		expect([reserve().take(), sizes()]).toEqual([true, 4 * mib]);
		const last = reserve();
		while (last.giveUpPiece()) expect(sizes()).toBeLessThan(4 * mib);
		expect([last.spent, sizes()]).toEqual([true, 0]);
	});

	it('ignores a folder of its name', () => {
		mkdirSync(join(folder, 'a.db.reserve.new'));
		expect(reserve().take()).toBe(false);
	});
});

describe('a full disk', () => {
	const reports: string[] = [];
	let nowMs = 0;
	let fullness: Fullness;
	beforeEach(() => {
		fullness = new Fullness(
			'/x.db',
			(sentence) => reports.push(sentence),
			() => nowMs,
		);
	});
	const told = (): string[] => reports.splice(0);
	const [full, again] = [
		'no space left for writes to /x.db (why): writes are refused until space is freed; reads, and deletes if possible, continue',
		'space for writes to /x.db available again',
	];

	it('is reported when it starts and when the refused amount has been written', () => {
		fullness.written(10);
		expect(told()).toEqual([]);
		fullness.refused(100, 'why');
		fullness.refused(1000, 'why else');
		fullness.refused(10, 'why');
		expect(told()).toEqual([full]);
		fullness.written(999);
		expect(told()).toEqual([]);
		fullness.written(1000);
		expect(told()).toEqual([again]);
		fullness.written(1000);
		fullness.refused(1000, 'why');
		expect(told()).toEqual([full]);
	});

	it('is over as well when nothing was refused for a while', () => {
		fullness.refused(1000, 'why');
		nowMs += 9_999;
		fullness.written(1);
		expect(told()).toEqual([full]);
		nowMs += 1;
		fullness.written(1);
		expect(told()).toEqual([again]);
	});
});

function fillToTheBrim(path: string): void {
	const file = openSync(path, 'w');
	fillDisk(file);
	closeSync(file);
}

describe('a store on a full disk', () => {
	let store: SqliteStore | undefined;
	let disk = false;
	afterEach(async () => {
		await store?.close();
		store = undefined;
		if (disk) unmountDisk(folder);
	});

	it('still deletes, refuses other writes until there is space, and loses no data', async ({ skip }) => {
		disk = mountDisk(folder, '24m');
		if (!disk) skip(noDisk);
		const path = join(folder, 'test.db');
		const failures: Error[] = [];
		const reports: string[] = [];
		const onReport = (sentence: string): unknown => reports.push(sentence);
		const open = (): Promise<SqliteStore> => openSqliteStore({ path, vocabulary: 'test', onFatal: (error) => failures.push(error), onReport });
		store = await open();
		// The reserve exists before the first answer.
		await store.resources();
		expect(existsSync(`${path}.reserve`)).toBe(true);
		const revisions = new Map<string, number>();
		const put = async (name: string): Promise<void> => {
			const bytes = Buffer.alloc(20_000, name);
			const [outcome] = (await store?.commit([{ resource: 'things', namespace: 'a', name, expected: revisions.get(name) ?? 0, bytes, side: '' }])) ?? [];
			if (outcome?.ok) revisions.set(name, outcome.revision);
		};
		for (let i = 0; i < 20; i++) await put(`n${i}`);
		const others = openSync(join(folder, 'others'), 'w');
		const { bavail, bsize } = statfsSync(folder);
		writeSync(others, Buffer.alloc(bavail * bsize - 256 * 1024));
		closeSync(others);
		let refusal: unknown;
		for (let i = 20; refusal === undefined; i++) await put(`n${i}`).catch((error: unknown) => (refusal = error));
		expect(refusal).toBeInstanceOf(StorageFullError);

		// Deletes succeed even in a batch with creates.
		const names = [...revisions.keys()];
		const results = await Promise.allSettled(
			names.flatMap((name) => [
				store?.commit([{ resource: 'things', namespace: 'a', name, expected: revisions.get(name) ?? 0 }]),
				store?.commit([{ resource: 'things', namespace: 'b', name, expected: 0, bytes: Buffer.alloc(20_000), side: '' }]),
			]),
		);
		expect(results.filter((_, i) => i % 2 === 0)).toEqual(names.map(() => ({ status: 'fulfilled', value: [{ ok: true, revision: expect.any(Number) }] })));
		expect(results.filter((_, i) => i % 2 === 1).every(({ status }) => status === 'rejected')).toBe(true);
		await expect(put('more')).rejects.toThrow(/the storage is full .*reserved for deletes/);
		expect(reports).toEqual([expect.stringMatching(/^no space left for writes to .*test\.db \(.*\): writes are refused until space is freed; reads/)]);

		await store.close();
		store = await open();
		expect(await pastOf(store, await store.revision(), 'things')).toEqual([]);
		await expect(put('more')).rejects.toThrow(StorageFullError);
		rmSync(join(folder, 'others'));
		await put('more');
		expect(reports.slice(1)).toEqual([
			expect.stringContaining('no space left for writes'),
			expect.stringMatching(/^space for writes to .*test\.db available again$/),
		]);
		expect(statSync(`${path}.reserve`).size).toBeGreaterThan(mib);
		expect(failures).toEqual([]);
	});

	it('that is small and filled by others starts, serves and gains room through deletes', async ({ skip }) => {
		disk = mountDisk(folder, '12m');
		if (!disk) skip(noDisk);
		const path = join(folder, 'test.db');
		const open = (): Promise<SqliteStore> => openSqliteStore({ path, vocabulary: 'test' });
		store = await open();
		const revisions: number[] = [];
		for (let refused = false; !refused; ) {
			const write = { resource: 'things', namespace: 'a', name: `n${revisions.length}`, expected: 0, bytes: Buffer.alloc(40_000, 'x'), side: '' };
			const [outcome] = await store.commit([write]).catch(() => []);
			refused = outcome?.ok !== true;
			if (outcome?.ok) revisions.push(outcome.revision);
		}
		// Nearly the whole disk: a log that is not checkpointed in time would take half of it.
		expect(revisions.length * 40_000).toBeGreaterThan(9 * mib);
		for (let start = 0; start < 3; start++) {
			fillToTheBrim(join(folder, `others${start}`));
			await store.close();
			fillToTheBrim(join(folder, `others${start}-more`));
			store = await open();
			expect((await pastOf(store, await store.revision(), 'things')).length).toBe(revisions.length);
		}
		for (const [i, expected] of revisions.entries()) {
			const [outcome] = await store.commit([{ resource: 'things', namespace: 'a', name: `n${i}`, expected }]);
			expect(outcome?.ok).toBe(true);
		}
		await store.compact(await store.revision());
		const [again] = await store.commit([{ resource: 'things', namespace: 'a', name: 'again', expected: 0, bytes: Buffer.alloc(mib), side: '' }]);
		expect(again?.ok).toBe(true);
	});

	it('a backup onto it reports file and remedy, and leaves no file', async ({ skip }) => {
		disk = mountDisk(folder, '2m');
		if (!disk) skip(noDisk);
		const data = mkdtempSync(join(tmpdir(), 'disk-data-'));
		const held = await openSqliteStore({ path: join(data, 'orch.db'), vocabulary: 'test' });
		for (let i = 0; i < 4; i++) await held.commit([{ resource: 'things', namespace: 'a', name: `n${i}`, expected: 0, bytes: Buffer.alloc(mib), side: '' }]);
		await held.close();
		const run = (name: string, ...args: string[]): Promise<void> | undefined =>
			maintenance.find((one) => one.name === name)?.run(maintenanceContext([...args, '--data-dir', data]));
		const out = join(folder, 'all.backup');
		await expect(run('backup', '--out', out)).rejects.toThrow(
			/^cannot write the backup .*all\.backup \(ENOSPC.*\): free space, or choose another location with --out$/,
		);
		expect(readdirSync(folder)).toEqual([]);
		await run('backup', '--out', join(data, 'all.backup'));
		await expect(run('restore', join(data, 'all.backup'), '--datastore', `sqlite:${join(folder, 'restored.db')}`)).rejects.toThrow(
			/^no space left for the database .*restored\.db \(.*\): free space, or choose another location; nothing has changed$/,
		);
		expect(readdirSync(folder).filter((name) => !name.endsWith('.lock'))).toEqual([]);
		rmSync(data, { recursive: true });
	});

	it('that fills while the log index grows refuses that write and then recovers', async ({ skip }) => {
		disk = mountDisk(folder, '96m');
		if (!disk) skip(noDisk);
		const path = join(folder, 'test.db');
		const failures: Error[] = [];
		store = await openSqliteStore({ path, vocabulary: 'test', onFatal: (error) => failures.push(error) });
		let written = 0;
		const put = async (bytes: number): Promise<void> => {
			await store?.commit([{ resource: 'things', namespace: 'a', name: `n${written}`, expected: 0, bytes: Buffer.alloc(bytes, 'x'), side: '' }]);
			written++;
		};
		const bytesOf = (part: string): number => statSync(`${path}${part}`).size;
		// A reader prevents SQLite from restarting the log, which would happen soon on a small disk.
		using reader = new DatabaseSync(path, { readOnly: true });
		reader.exec('BEGIN; SELECT count(*) FROM objects');
		// The index grows by 32 KiB when the log has 4,062 pages.
		const pageOfLog = 4096 + 24;
		while (bytesOf('-wal') < 3900 * pageOfLog) await put(100_000);
		while (bytesOf('-wal') < 4030 * pageOfLog) await put(100);
		const indexBytes = bytesOf('-shm');
		// The remaining space suffices for the log, but not for the log and its index.
		let refusal: unknown;
		for (let writes = 0; refusal === undefined && bytesOf('-shm') === indexBytes && writes < 40; writes++) {
			const { bavail, bsize } = statfsSync(folder);
			writeFileSync(join(folder, 'others'), Buffer.alloc(bavail * bsize - 32 * 1024));
			await put(100).catch((error: unknown) => {
				refusal = error;
			});
			rmSync(join(folder, 'others'));
		}
		expect(bytesOf('-wal')).toBeGreaterThan(4062 * pageOfLog);
		expect(refusal).toBeInstanceOf(StorageFullError);
		await put(100);
		expect(failures).toEqual([]);
		expect((await pastOf(store, await store.revision(), 'things')).length).toBe(written);
	});

	it.for([
		['one by one', 8_000, false],
		['together', 256 * 1024, true],
	] as const)('that it filled itself deletes everything, %s, and accepts writes again', async ([, objectBytes, together], { skip }) => {
		disk = mountDisk(folder, '64m');
		if (!disk) skip(noDisk);
		const path = join(folder, 'test.db');
		const open = (): Promise<SqliteStore> => openSqliteStore({ path, vocabulary: 'test' });
		store = await open();
		const revisions = new Map<string, number>();
		const batch = Math.ceil((1024 * 1024) / objectBytes);
		let refusal: unknown;
		for (let n = 0; refusal === undefined; n += batch) {
			const names = Array.from({ length: batch }, (_, i) => `n${n + i}`);
			const bytes = Buffer.alloc(objectBytes, 'x');
			const writes = names.map((name) => ({ resource: 'things', namespace: 'a', name, expected: 0, bytes, side: '' }));
			const written = await store.commit(writes).catch((error: unknown) => {
				refusal = error;
				return [];
			});
			for (const [i, outcome] of written.entries()) if (outcome.ok) revisions.set(names[i] ?? '', outcome.revision);
		}
		expect(refusal).toBeInstanceOf(StorageFullError);
		expect(revisions.size).toBeGreaterThan(batch);
		const remove = ([name, expected]: [string, number]) => store?.commit([{ resource: 'things', namespace: 'a', name, expected }]);
		const outcomes = [];
		if (together) outcomes.push(...(await Promise.all([...revisions].map(remove))));
		else for (const one of revisions) outcomes.push(await remove(one));
		expect(outcomes.every((outcome) => outcome?.[0]?.ok)).toBe(true);
		await store.compact(await store.revision());
		await store.close();
		store = await open();
		const [again] = await store.commit([{ resource: 'things', namespace: 'a', name: 'again', expected: 0, bytes: Buffer.alloc(objectBytes), side: '' }]);
		expect(again?.ok).toBe(true);
	});
});
