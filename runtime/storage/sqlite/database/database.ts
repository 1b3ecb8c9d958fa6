/**
 * Opens or creates the database file; the caller holds its lock
 * (`lock.ts`). Checks library version, settings, format, vocabulary and end of the log. Reads and writes are in worker/.
 */
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StorageRefusedError } from '../../errors.ts';
import { firstRevision } from '../../first-revision.ts';
import { DamagedError } from '../checks/damage.ts';
import { type CheckedHead, findHead } from '../checks/head.ts';
import { readMark } from '../checks/mark.ts';
import type { OpenOptions } from '../protocol.ts';
import { recoveryHint } from '../recovery-hint.ts';
import { codes, sqliteCode } from './codes.ts';
import { format, since, tables } from './format.ts';
import { readMeta, writeMeta } from './meta.ts';
import { syncMode } from './sync-mode.ts';
import { recreateViews } from './views.ts';

/** Oldest supported version of SQLite: in earlier ones, two connections could corrupt the file when the write-ahead log was reset. */
const oldestLibrary = [3, 51, 3] as const;

const pageBytes = 4096;

/** Size to which the log file is truncated on a reset. This frees the space of a burst of writes or of a long reader. */
const logBytesKept = 72 * 1024 * 1024;

export interface Database {
	readonly db: DatabaseSync;
	readonly path: string;
	readonly found: CheckedHead;
	/** Closes the database: copies the log into the file, and deletes the log. */
	close(): void;
	/** Closes the database and leaves the log and its index in place. */
	closeWithLog(): void;
}

/** Opens the database; the caller holds the lock. A refused database stays unchanged, so that the cause can be examined. */
export function openDatabase(options: OpenOptions): Database {
	refuseOldLibrary();
	const { path } = options;
	const db = new DatabaseSync(path);
	try {
		configure(db, options);
		refuseOtherFormat(db, path);
		refuseLost(db, options);
		if (isEmpty(db)) make(db, options);
		else verify(db, options);
		const found = findHead(db, { path, history: readMeta(db, 'history') ?? '', acceptLoss: options.acceptLoss });
		// Another program may have changed the journal mode.
		db.exec('PRAGMA journal_mode = WAL');
		const reports = options.views === undefined ? [] : viewReports(db, options.views);
		return {
			db,
			path,
			found: { ...found, reports: [...found.reports, ...reports] },
			close: () => db.close(),
			closeWithLog: () => closeWithLog(db, path),
		};
	} catch (error) {
		// This call created the log if it is empty.
		if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) closeWithLog(db, path);
		else db.close();
		throw error;
	}
}

/** Closes the connection without copying the log. The last connection to close copies the log, unless it is read-only. */
function closeWithLog(db: DatabaseSync, path: string): void {
	let last: DatabaseSync | undefined;
	try {
		last = new DatabaseSync(path, { readOnly: true });
		// A connection counts only after its first read.
		formatOf(last);
	} catch {
		// The log of an unreadable database cannot be copied.
	}
	db.close();
	last?.close();
}

function refuseOldLibrary(): void {
	const text = process.versions.sqlite ?? '0.0.0';
	const version = text.split('.').map(Number);
	for (const [i, wanted] of oldestLibrary.entries()) {
		const have = version[i] ?? 0;
		if (have > wanted) return;
		if (have < wanted) throw new StorageRefusedError(`SQLite ${text} can corrupt its write-ahead log; ${oldestLibrary.join('.')} or newer is needed`);
	}
}

/** Sets pragmas of the connection. None of them changes the file. */
function configure(db: DatabaseSync, { quotaBytes, unsynced }: OpenOptions): void {
	// The engine runs checkpoints itself (checkpoint/), because SQLite ignores failures of its automatic ones.
	db.exec(`PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = ${logBytesKept}; PRAGMA synchronous = ${syncMode(unsynced)}`);
	// Deleted or shortened values are overwritten, because they may contain secrets.
	db.exec('PRAGMA busy_timeout = 1000; PRAGMA cache_size = -8192; PRAGMA temp_store = MEMORY; PRAGMA secure_delete = FAST');
	if (quotaBytes !== undefined) db.exec(`PRAGMA max_page_count = ${Math.max(16, Math.floor(quotaBytes / pageBytes))}`);
}

function formatOf(db: DatabaseSync): number {
	return Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0);
}

/** Refuses another format before anything is written. */
export function refuseOtherFormat(db: DatabaseSync, path: string): void {
	const found = formatOf(db);
	if (found === format) return;
	if (found > format)
		throw new StorageRefusedError(`${path} was written by a newer release (format ${found}, this server supports ${format}); use that release`);
	if (found > 0) {
		const reason = since[found] === undefined ? '' : `, and ${since[found]}`;
		throw new StorageRefusedError(
			`${path} was written by an earlier release (format ${found}, this server supports ${format}${reason}); use that release, or read its objects with it and create them in a new data directory`,
		);
	}
	if (db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined)
		throw new StorageRefusedError(`${path} is a database of another program; choose another path`);
}

/** Reports whether the file has never been written to. */
export function isEmpty(db: DatabaseSync): boolean {
	return formatOf(db) === 0;
}

/** Refuses an empty database that had objects before. Its log is missing and may be restored, so the file must not be written. */
function refuseLost(db: DatabaseSync, { path, acceptLoss }: OpenOptions): void {
	if (!acceptLoss && isEmpty(db) && typeof readMark(path) === 'object')
		throw new StorageRefusedError(`the database ${path} is empty, though this server has kept objects in it: ${recoveryHint}`);
}

/** Creates the tables and stores the vocabulary and the history. */
function make(db: DatabaseSync, { vocabulary, above }: OpenOptions): void {
	// These pragmas take effect only before the first table is created and before the journal mode is set. `auto_vacuum` would write at
	// each start.
	db.exec(`PRAGMA page_size = ${pageBytes}; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL`);
	db.exec(`BEGIN IMMEDIATE; ${tables}; PRAGMA user_version = ${format}`);
	writeMeta(db, 'vocabulary', vocabulary);
	// The global is used, because importing a module would slow down every start.
	writeMeta(db, 'history', crypto.randomUUID());
	writeMeta(db, 'oldest', String(Math.max(firstRevision(Date.now()), above + 1)));
	db.exec('COMMIT');
}

function verify(db: DatabaseSync, { path, vocabulary }: OpenOptions): void {
	verifyTables(db);
	const found = readMeta(db, 'vocabulary');
	if (found === undefined) throw new DamagedError('it does not name its vocabulary');
	if (found !== vocabulary)
		throw new StorageRefusedError(
			`${path} holds data in the vocabulary ${JSON.stringify(found)}, but this server speaks ${JSON.stringify(vocabulary)}; choose another data directory`,
		);
}

/** Recreates the reporting views. No client depends on them, so on a full disk the previous ones stay. */
function viewReports(db: DatabaseSync, sql: string): string[] {
	try {
		recreateViews(db, sql);
		return [];
	} catch (error) {
		if (sqliteCode(error) !== codes.full) throw error;
		return ['the disk has no space to recreate the reporting views: a later start with enough space recreates them'];
	}
}

/** Verifies the table definitions. A flipped bit in SQLite's copy of them would change the meaning of rows. */
function verifyTables(db: DatabaseSync): void {
	const wanted = tables
		.split(';')
		.map((sql) => sql.trim())
		.filter((sql) => sql !== '');
	const found = db.prepare("SELECT sql FROM sqlite_schema WHERE type IN ('table', 'index') AND sql IS NOT NULL").all();
	const texts = new Set(found.map(({ sql }) => String(sql)));
	if (texts.size !== wanted.length || wanted.some((sql) => !texts.has(sql))) throw new DamagedError('its tables are not as they were made');
}
