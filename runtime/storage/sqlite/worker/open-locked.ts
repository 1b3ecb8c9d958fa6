/** Takes the lock, then opens the files that it protects: the database, its mark and the reserve for a full disk. */
import type { DatabaseSync } from 'node:sqlite';
import { Mark } from '../checks/mark.ts';
import { codes, sqliteCode } from '../database/codes.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { takeLock } from '../database/lock.ts';
import { Reserve } from '../disk/reserve.ts';
import type { OpenOptions } from '../protocol.ts';

export interface OpenedFiles {
	/** The lock is closed last. */
	readonly lock: DatabaseSync;
	readonly database: Database;
	readonly mark: Mark;
	readonly reserve: Reserve;
}

export function openLocked(options: OpenOptions): OpenedFiles {
	const lock = takeLock(options.path);
	try {
		// The reserve is opened under the lock, because a running server uses it as well.
		const reserve = new Reserve(options.path);
		try {
			return { ...openFiles(options), lock, reserve };
		} catch (error) {
			// Creating the log's index or a mark may need space. A full disk must not prevent the start of a server that can free it.
			if (!isFull(error) || !reserve.giveUpPiece()) throw error;
		}
		return { ...openFiles(options), lock, reserve };
	} catch (error) {
		lock.close();
		throw error;
	}
}

function openFiles(options: OpenOptions): Pick<OpenedFiles, 'database' | 'mark'> {
	const database = openDatabase(options);
	const { head, history, isMarked } = database.found;
	try {
		const mark = new Mark(options.path, history);
		if (!isMarked) mark.write(head.revision, head);
		return { database, mark };
	} catch (error) {
		database.closeWithLog();
		throw error;
	}
}

function isFull(error: unknown): boolean {
	const { code } = error as NodeJS.ErrnoException;
	return sqliteCode(error) === codes.full || code === 'ENOSPC' || code === 'EDQUOT';
}
