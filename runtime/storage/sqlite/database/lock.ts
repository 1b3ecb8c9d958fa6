/** Lock that excludes a second server from a database. `sole-writer.ts` detects one that deleted the lock file. */
import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StorageInUseError, StorageRefusedError } from '../../errors.ts';
import { codes, sqliteCode } from './codes.ts';

/**
 * Locks a separate file, so that readers (reports, a database browser) may open the database. The system releases the lock when the process
 * dies. Throws StorageInUseError when another process holds the lock, and StorageRefusedError when the file cannot be locked.
 */
export function takeLock(path: string): DatabaseSync {
	createLockFile(`${path}.lock`);
	let lock: DatabaseSync | undefined;
	try {
		lock = new DatabaseSync(`${path}.lock`);
		lock.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
		return lock;
	} catch (error) {
		lock?.close();
		if (sqliteCode(error) === codes.busy) throw new StorageInUseError(`another server is using ${path}; stop it first, or choose another data directory`);
		throw new StorageRefusedError(
			`cannot take the lock ${path}.lock (${(error as Error).message}): if no server uses the database, delete that file, and start again`,
			{
				cause: error,
			},
		);
	}
}

/** Creates the lock file. An existing file is not opened: closing it again would release a lock that this process may hold on it. */
function createLockFile(path: string): void {
	try {
		closeSync(openSync(path, 'wx', 0o600));
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
	}
}
