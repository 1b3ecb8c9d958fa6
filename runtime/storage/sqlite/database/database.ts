/**
 * Opens the database file as its one writer: library version, lock, settings; format, vocabulary and end of the log, or a new file.
 * Not the reads and writes themselves: those are in worker/.
 */
import { closeSync, openSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StorageRefusedError } from '../../errors.ts';
import { howToGoOn } from '../advice.ts';
import { DamagedError } from '../checks/damage.ts';
import { type Found, findHead } from '../checks/head.ts';
import { readMark } from '../checks/mark.ts';
import type { OpenOptions } from '../protocol.ts';
import { codes, sqliteCode } from './codes.ts';
import { firstRevision } from './first-revision.ts';
import { format, since, tables } from './format.ts';
import { readMeta, writeMeta } from './meta.ts';
import { recreateViews } from './views.ts';

/** Before this, two connections could corrupt the file when the write-ahead log was reset. */
const oldestLibrary = [3, 51, 3] as const;

const pageBytes = 4096;

/** The log file is cut back to this when it is reset; what a burst or a long reader made it grow is given back. */
const logBytesKept = 72 * 1024 * 1024;

export interface Database {
	readonly db: DatabaseSync;
	readonly path: string;
	readonly found: Found;
	/** What the log still holds is moved into the file, and the log is deleted. */
	close(): void;
	/** What is in the log stays there; the log and its index stay where they are. */
	closeWithLog(): void;
}

/** With the lock held. A database that is refused is left as it is: whoever wants to know what happened to it finds what was there. */
export function openDatabase(options: OpenOptions): Database {
	refuseOldLibrary();
	const { path } = options;
	const db = new DatabaseSync(path);
	try {
		configure(db, options.quotaBytes);
		refuseOtherFormat(db, path);
		refuseLost(db, options);
		if (isEmpty(db)) make(db, options);
		else verify(db, options);
		const found = findHead(db, { path, history: readMeta(db, 'history') ?? '', acceptLoss: options.acceptLoss });
		// Somebody may have set it otherwise.
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
		// A log without a byte is one that was made here.
		if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) closeWithLog(db, path);
		else db.close();
		throw error;
	}
}

/** The last connection that is closed moves the log, unless it may only read. */
function closeWithLog(db: DatabaseSync, path: string): void {
	let last: DatabaseSync | undefined;
	try {
		last = new DatabaseSync(path, { readOnly: true });
		// Only who has read counts as a connection.
		formatOf(last);
	} catch {
		// Of what cannot be read, nothing can be moved.
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

/** A lock of a file of its own, so that readers (reports, a database browser) may open the data. The system frees it when the process dies. */
export function takeLock(path: string): DatabaseSync {
	makeLockFile(`${path}.lock`);
	let lock: DatabaseSync | undefined;
	try {
		lock = new DatabaseSync(`${path}.lock`);
		lock.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
		return lock;
	} catch (error) {
		lock?.close();
		if (sqliteCode(error) === codes.busy) throw new StorageRefusedError(`another server is using ${path}; stop it first, or choose another data directory`);
		throw new StorageRefusedError(
			`cannot take the lock ${path}.lock (${(error as Error).message}): if no server uses the database, delete that file, and start again`,
			{
				cause: error,
			},
		);
	}
}

/** One that is there is left alone: to open it and close it again would give up the lock that this process may have on it. */
function makeLockFile(path: string): void {
	try {
		closeSync(openSync(path, 'wx', 0o600));
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
	}
}

/** Of this connection: nothing of it is written into the file. */
function configure(db: DatabaseSync, quotaBytes: number | undefined): void {
	// Checkpoints are ours (checkpoint/): SQLite ignores the failures of those that it starts itself.
	db.exec(`PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = ${logBytesKept}; PRAGMA synchronous = FULL`);
	// What is deleted, or replaced by something shorter, is overwritten: it may have been a secret.
	db.exec('PRAGMA busy_timeout = 1000; PRAGMA cache_size = -8192; PRAGMA temp_store = MEMORY; PRAGMA secure_delete = FAST');
	if (quotaBytes !== undefined) db.exec(`PRAGMA max_page_count = ${Math.max(16, Math.floor(quotaBytes / pageBytes))}`);
}

function formatOf(db: DatabaseSync): number {
	return Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0);
}

/** Before anything is written. */
export function refuseOtherFormat(db: DatabaseSync, path: string): void {
	const found = formatOf(db);
	if (found === format) return;
	if (found > format) throw new StorageRefusedError(`${path} was written by a newer release (format ${found}, this one knows ${format}); use that release`);
	if (found > 0) {
		const reason = since[found] === undefined ? '' : `, and ${since[found]}`;
		throw new StorageRefusedError(
			`${path} was written by an earlier release (format ${found}, this one knows ${format}${reason}); use that release, or read its objects with it and create them in a new data directory`,
		);
	}
	if (db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined)
		throw new StorageRefusedError(`${path} is a database, but not one of this server; choose another place`);
}

/** Nothing was ever written to it. */
export function isEmpty(db: DatabaseSync): boolean {
	return formatOf(db) === 0;
}

/** Its log is gone, perhaps to come back: nothing is written to what is refused. */
function refuseLost(db: DatabaseSync, { path, acceptLoss }: OpenOptions): void {
	if (!acceptLoss && isEmpty(db) && typeof readMark(path) === 'object')
		throw new StorageRefusedError(`the database ${path} is empty, though this server has kept objects in it: ${howToGoOn}`);
}

/** Makes the tables, and names the vocabulary and the history. */
function make(db: DatabaseSync, { vocabulary, above }: OpenOptions): void {
	// Only effective before the first table is made, and before the journal mode. `auto_vacuum` would write at each start.
	db.exec(`PRAGMA page_size = ${pageBytes}; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL`);
	db.exec(`BEGIN IMMEDIATE; ${tables}; PRAGMA user_version = ${format}`);
	writeMeta(db, 'vocabulary', vocabulary);
	// The global: a module for it would be loaded by every start.
	writeMeta(db, 'history', crypto.randomUUID());
	writeMeta(db, 'oldest', String(Math.max(firstRevision(Date.now()), above + 1)));
	db.exec('COMMIT');
}

function verify(db: DatabaseSync, { path, vocabulary }: OpenOptions): void {
	verifyTables(db);
	const found = readMeta(db, 'vocabulary');
	if (found === undefined) throw new DamagedError('it does not say in which vocabulary it is');
	if (found !== vocabulary)
		throw new StorageRefusedError(
			`${path} holds data in the vocabulary ${JSON.stringify(found)}, but this server speaks ${JSON.stringify(vocabulary)}; choose another data directory`,
		);
}

/** Nobody who asks the server needs the views: where the disk is full, those of before stay. */
function viewReports(db: DatabaseSync, sql: string): string[] {
	try {
		recreateViews(db, sql);
		return [];
	} catch (error) {
		if (sqliteCode(error) !== codes.full) throw error;
		return ['there is no room on the disk to renew the reporting views: they are made at the next start that finds some'];
	}
}

/** A flipped bit in what SQLite keeps of the tables' definitions would change what is read from them. */
function verifyTables(db: DatabaseSync): void {
	const wanted = tables
		.split(';')
		.map((sql) => sql.trim())
		.filter((sql) => sql !== '');
	const found = db.prepare("SELECT sql FROM sqlite_schema WHERE type IN ('table', 'index') AND sql IS NOT NULL").all();
	const texts = new Set(found.map(({ sql }) => String(sql)));
	if (texts.size !== wanted.length || wanted.some((sql) => !texts.has(sql))) throw new DamagedError('its tables are not as they were made');
}
