/** Takes the lock, and opens under it what belongs to it: the database, its mark, and the space that is kept for a full disk. */
import type { DatabaseSync } from 'node:sqlite';
import { Mark } from '../checks/mark.ts';
import { codes, sqliteCode } from '../database/codes.ts';
import { type Database, openDatabase, takeLock } from '../database/database.ts';
import { Reserve } from '../disk/reserve.ts';
import type { OpenOptions } from '../protocol.ts';

export interface OpenedFiles {
	/** To be closed last. */
	readonly lock: DatabaseSync;
	readonly database: Database;
	readonly mark: Mark;
	readonly reserve: Reserve;
}

export function openLocked(options: OpenOptions): OpenedFiles {
	const lock = takeLock(options.path);
	try {
		// Not before: it is the running server's as well.
		const reserve = new Reserve(options.path);
		try {
			return { ...openFiles(options), lock, reserve };
		} catch (error) {
			// The index of the log may have to be laid out, or a mark. A full disk must not keep what makes room on it from starting.
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
