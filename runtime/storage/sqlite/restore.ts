/**
 * Creates a database from a backup, in a new history. Every object gets a revision above all revisions of the old history, so that no
 * revision that a client remembers is reused. The new file is built next to the old one, which stays unchanged until the new one is
 * complete.
 */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { fillStore, refuseOtherVocabulary } from '../backup/fill.ts';
import type { Backup } from '../backup/format.ts';
import { StorageFullError, StorageRefusedError } from '../errors.ts';
import { readMark } from './checks/mark.ts';
import { takeLock } from './database/lock.ts';
import { databasePath, refuseOddParts } from './database/path.ts';
import { openSqliteStore } from './open.ts';

export interface RestoreOptions {
	readonly path: string;
	readonly vocabulary: string;
	/** Moves an existing database aside. */
	readonly replace: boolean;
}

/** Suffixes of a database's files. */
const parts = ['', '-wal', '-shm', '.mark'];

/** Restores all objects and returns their number. Rejects with StorageRefusedError, and has then changed nothing. */
export async function restoreObjects(backup: Backup, { path: named, vocabulary, replace }: RestoreOptions): Promise<number> {
	const path = databasePath(named);
	const { head } = backup;
	refuseOtherVocabulary(head, vocabulary);
	refuseOddParts(path);
	const lock = takeLock(path);
	const made = `${path}.restoring`;
	try {
		if (existsSync(path) && !replace)
			throw new StorageRefusedError(`the database ${path} already exists: use --replace to rename it to ${path}.before-restore, or choose another location`);
		for (const part of parts) rmSync(`${made}${part}`, { force: true });
		const mark = readMark(path);
		const above = Math.max(head.revision, typeof mark === 'object' ? mark.revision : 0);
		const store = await openSqliteStore({ path: made, vocabulary, above });
		let objects: number;
		try {
			objects = await fillStore(store, backup);
		} catch (error) {
			if (!(error instanceof StorageFullError)) throw error;
			throw new StorageRefusedError(`no space left for the database ${path} (${error.message}): free space, or choose another location; nothing has changed`, {
				cause: error,
			});
		} finally {
			await store.close();
		}
		const aside = freeName(`${path}.before-restore`);
		for (const part of parts) if (existsSync(`${path}${part}`)) renameSync(`${path}${part}`, `${aside}${part}`);
		for (const part of parts) if (existsSync(`${made}${part}`)) renameSync(`${made}${part}`, `${path}${part}`);
		return objects;
	} finally {
		lock.close();
		for (const part of [...parts, '.lock', '.reserve']) rmSync(`${made}${part}`, { force: true });
	}
}

/** Returns an unused name. Databases that earlier restores renamed are kept, because the user may need them. */
function freeName(path: string): string {
	for (let count = 1; ; count++) {
		const name = count === 1 ? path : `${path}-${count}`;
		if (parts.every((part) => !existsSync(`${name}${part}`))) return name;
	}
}
