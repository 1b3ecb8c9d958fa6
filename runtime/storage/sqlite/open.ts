/**
 * Embedded store: SQLite in a worker thread, with one message and one sync per batch. This is the main thread's side. The worker's side is
 * `worker/session.ts`.
 */

import { accessSync, closeSync, constants, openSync, rmSync, statSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';
import { sleep } from '../../scheduling/sleep.ts';
import type { MetricFamily } from '../../telemetry/family.ts';
import type { OpenedStore } from '../engine.ts';
import { StorageFailedError, StorageRefusedError, StorageTimeoutError } from '../errors.ts';
import {
	type CallOptions,
	type Change,
	type ChangesFilter,
	type CommitOptions,
	CompactedError,
	type CompactOptions,
	type Follower,
	type Following,
	type KeyRange,
	type Mutation,
	type Outcome,
	type Revision,
	type Row,
} from '../store.ts';
import { isExpired, withDeadline } from '../with-deadline.ts';
import { Channel } from './channel.ts';
import { readMark, removeMark } from './checks/mark.ts';
import { databasePath, refuseOddFile, refuseOddParts } from './database/path.ts';
import { databaseSize } from './disk/size.ts';
import { GroupCommit } from './group-commit.ts';
import type { HistoryCallName, HistoryCalls } from './history/protocol.ts';
import { HistoryThread, LogDamagedError } from './history/thread.ts';
import type { Calls, PackedChanges, PackedRows, StoreState } from './protocol.ts';
import { unpack } from './protocol.ts';
import { recoveryHint } from './recovery-hint.ts';
import { refusalOf } from './refusal.ts';
import { beginThread, workerFile } from './thread.ts';

export interface SqliteStoreOptions {
	/** Path of the database file; its folder must exist. The file is created with mode 0600. */
	readonly path: string;
	/** Name of the vocabulary, recorded in a new file; a file of another vocabulary is refused. */
	readonly vocabulary: string;
	/** Called once when the store can acknowledge no more writes. The callee reports it and exits. */
	readonly onFatal?: (error: Error) => void;
	/** Receives a sentence for the administrator: damage that was found, or a repair. Default: a process warning. */
	readonly onReport?: (sentence: string) => void;
	/** True when keys next to the file show that there were objects. An empty file is then refused. */
	readonly known?: boolean;
	/** Continues with the remaining data although acknowledged writes are missing. The store then starts a new history. */
	readonly acceptLoss?: boolean;
	/** True when a commit need not wait for the disk. A crash of the machine may then lose or damage objects. */
	readonly unsynced?: boolean;
	/** Lower bound (exclusive) of revisions in a newly created database. */
	readonly above?: Revision;
	/** Size of the file, in bytes, beyond which writes are refused with StorageFullError. */
	readonly quotaBytes?: number;
	/** SQL of the reporting views over `objects`, executed when it changed. */
	readonly views?: string;
	/** Thread that `beginThread` started; a new one when absent. */
	readonly thread?: Worker;
}

/**
 * Delay between the steps of a wipe. A step moves one megabyte, and commits continue between steps. Log readers and a running checkpoint,
 * which block a step, end by themselves.
 */
const wipeAgainMs = 10;

/** Log rows read per call when a follower catches up. */
const followRows = 1000;

/** Opens or creates the file. Rejects with StorageRefusedError, whose message is one sentence for the user. */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
	const path = databasePath(options.path);
	const { vocabulary, quotaBytes, views, known = false, acceptLoss = false, onReport = (sentence: string) => process.emitWarning(sentence) } = options;
	// The file is created before any keys next to it, because keys mean that a database existed.
	const above = Math.max(options.above ?? 0, madeFile(path, known, acceptLoss));
	const { channel, opened } = await Channel.open(
		{ path, vocabulary, quotaBytes, views, above, acceptLoss, unsynced: options.unsynced },
		options.thread ?? beginThread(),
		{ onFatal: options.onFatal ?? (() => undefined), onReport },
	);
	for (const report of opened.reports) onReport(report);
	return new SqliteStore(path, channel, opened);
}

function madeFile(...[path, known, acceptLoss]: Parameters<typeof makeFile>): Revision {
	try {
		return makeFile(path, known, acceptLoss);
	} catch (error) {
		throw refusalOf(path, error);
	}
}

/**
 * Creates an empty file when none exists. Returns the newest revision that is known for it. Throws StorageRefusedError when a file existed
 * before and is gone.
 */
function makeFile(path: string, known: boolean, acceptLoss: boolean): Revision {
	const found = statSync(path, { throwIfNoEntry: false });
	if (found !== undefined) refuseOddFile(path, found);
	refuseOddParts(path);
	const size = found?.size;
	const mark = readMark(path);
	const wasThere = mark !== undefined;
	// Keys next to an empty file without a mark are from a first start that was interrupted.
	const lost = size === undefined ? known || wasThere : size === 0 && wasThere;
	if (lost && !acceptLoss) throw new StorageRefusedError(`the database ${path} is missing, although this server stored objects in it: ${recoveryHint}`);
	// -wal and -shm files that remained from another database must not be applied to this one.
	if (lost) for (const rest of ['-wal', '-shm']) rmSync(`${path}${rest}`, { force: true });
	if (lost) removeMark(path);
	// The server creates the file itself, because it contains Secrets: SQLite gives the log and the index file the same mode.
	if (found === undefined) closeSync(openSync(path, 'wx', 0o600));
	// The file is not opened here. Closing it again would release this process's locks on it.
	else accessSync(path, constants.R_OK | constants.W_OK);
	return typeof mark === 'object' ? mark.revision : 0;
}

export class SqliteStore implements OpenedStore {
	/** Identity of the history. Another file, or a recreated one, has another identity. */
	readonly history: string;
	readonly #path: string;
	readonly #channel: Channel;
	readonly #commits: GroupCommit;
	readonly #historyThread: HistoryThread;
	readonly #followers = new Set<Follower>();
	readonly #closed = new AbortController();
	#snapshots: Promise<unknown> = Promise.resolve();
	#revision: Revision;
	#oldest: Revision;
	#logVerified: Promise<void> | undefined;
	/** Last queued read of the log on the thread that commits. */
	#logReads: Promise<unknown> = Promise.resolve();

	/** Called by `openSqliteStore` only. */
	constructor(path: string, channel: Channel, opened: StoreState) {
		this.#path = path;
		this.#channel = channel;
		this.#revision = opened.revision;
		this.#oldest = opened.oldest;
		this.history = opened.history;
		this.#historyThread = new HistoryThread(workerFile(), { historyOf: path, history: opened.history });
		this.#commits = new GroupCommit(
			(batch, done, failed) => channel.send('commit', batch, [batch.buffer], done, failed),
			(changes) => this.#deliver(changes),
		);
	}

	revision(options?: CallOptions): Promise<Revision> {
		return withDeadline(Promise.resolve(this.#revision), options);
	}

	oldest(options?: CallOptions): Promise<Revision> {
		return withDeadline(Promise.resolve(this.#oldest), options);
	}

	/** Commits mutations. Followers receive the same bytes, so the caller must not change them afterwards. */
	commit(mutations: readonly Mutation[], options?: CommitOptions): Promise<readonly Outcome[]> {
		return withDeadline(this.#commits.commit(mutations, options), options);
	}

	/** Follows the log. Reports no interruptions: either the file is available, or the store has failed for good. */
	async follow(after: Revision, follower: Follower, options?: CallOptions): Promise<Following> {
		let applied = after;
		while (applied < this.#revision) {
			const target = this.#revision;
			const changes = await this.changes(applied, target, followRows, undefined, options);
			applied = changes.at(-1)?.revision ?? target;
			if (changes.length > 0) follower.onChanges(changes, applied);
		}
		options?.signal?.throwIfAborted();
		this.#followers.add(follower);
		const end = () => {
			this.#followers.delete(follower);
			options?.signal?.removeEventListener('abort', end);
		};
		options?.signal?.addEventListener('abort', end);
		return { close: async () => end() };
	}

	async changes(after: Revision, upTo: Revision, limit: number, filter?: ChangesFilter, options?: CallOptions): Promise<readonly Change[]> {
		await withDeadline(this.#verifyLog(), options);
		const query = { after, upTo, limit, resource: filter?.resource, namespace: filter?.namespace };
		return changesOf(await this.#ofLog(this.#inTurn('changes', query, options), options));
	}

	/** Runs reads of the log one after the other, so that a commit waits for at most one of them. */
	#inTurn<N extends 'changes' | 'verifyLog'>(name: N, request: Calls[N]['request'], options: CallOptions = {}): Promise<Calls[N]['reply']> {
		const result = this.#logReads.then(async () => {
			if (isExpired(options)) throw new StorageTimeoutError();
			return await this.#channel.call(name, request);
		});
		this.#logReads = result.catch(() => undefined);
		return result;
	}

	/** Reads a snapshot. Snapshots run one at a time. */
	snapshot(onRows: (rows: readonly Row[]) => void, options?: CallOptions): Promise<Revision> {
		const result = this.#snapshots.then(() => this.#snapshot(onRows, options));
		this.#snapshots = result.catch(() => undefined);
		return withDeadline(result, options);
	}

	async #snapshot(onRows: (rows: readonly Row[]) => void, options: CallOptions | undefined): Promise<Revision> {
		if (options !== undefined && isExpired(options)) throw new StorageTimeoutError();
		const revision = await this.#channel.call('snapshotOpen', null);
		// The worker reads one chunk ahead while this thread processes the previous one. Two buffers alternate.
		let next = this.#channel.call('snapshotNext', null);
		let spare: ArrayBuffer | null = null;
		for (;;) {
			const packed = await next;
			if (packed.revisions.length === 0) return revision;
			next = this.#channel.call('snapshotNext', spare, spare === null ? [] : [spare]);
			// Prevents an unhandled rejection if `onRows` throws or the wait ends before `next` is awaited.
			next.catch(() => undefined);
			if (options !== undefined && isExpired(options)) throw new StorageTimeoutError();
			onRows(rowsOf(packed));
			spare = packed.bytes.buffer;
		}
	}

	async at(revision: Revision, range: KeyRange, limit: number, options?: CallOptions): Promise<readonly Row[]> {
		return rowsOf(await this.#inHistory(revision, 'at', { revision, limit, ...rangeOf(range), after: range.after }, options));
	}

	async countAt(revision: Revision, range: Omit<KeyRange, 'after'>, options?: CallOptions): Promise<number> {
		return await this.#inHistory(revision, 'countAt', { revision, ...rangeOf(range) }, options);
	}

	/** Calls the thread that reads history. */
	async #inHistory<N extends HistoryCallName>(revision: Revision, name: N, request: HistoryCalls[N]['request'], options: CallOptions | undefined) {
		await withDeadline(this.#verifyLog(), options);
		if (revision < this.#oldest) throw new CompactedError(this.#oldest);
		try {
			return await withDeadline(this.#historyThread.call(name, request), options);
		} catch (error) {
			// A damaged log counts as compacted; the thread that owns it returns the revision up to which it is lost.
			if (error instanceof LogDamagedError) {
				this.#oldest = await this.#channel.call('loseLog', error.damage);
				throw new CompactedError(this.#oldest);
			}
			if (error instanceof CompactedError) this.#oldest = Math.max(this.#oldest, error.oldest);
			if (error instanceof StorageFailedError) this.#channel.fail(error);
			throw error;
		}
	}

	async resources(options?: CallOptions): Promise<readonly string[]> {
		return await withDeadline(this.#channel.call('resources', null), options);
	}

	async compact(before: Revision, options?: CompactOptions): Promise<void> {
		await withDeadline(this.#verifyLog(), options);
		for (let isDone = false; !isDone; ) {
			const { oldest, done } = await withDeadline(this.#channel.call('compact', before), options);
			this.#oldest = oldest;
			isDone = done;
		}
		if (options?.erase === true) await this.#wipe(options);
	}

	async #wipe(options: CallOptions): Promise<void> {
		while (!(await withDeadline(this.#channel.call('wipe', null), options))) await sleep(wipeAgainMs, this.#closed.signal);
	}

	async revisionAt(timeMs: number, options?: CallOptions): Promise<Revision> {
		return await withDeadline(this.#channel.call('revisionAt', timeMs), options);
	}

	/** Verifies the part of the log from before this process, once and before its first use. */
	#verifyLog(): Promise<void> {
		this.#logVerified ??= this.#verifyLogInTurns().catch((error: unknown) => {
			this.#logVerified = undefined;
			throw error;
		});
		return this.#logVerified;
	}

	async #verifyLogInTurns(): Promise<void> {
		for (let isDone = false; !isDone; ) {
			const { done, oldest } = await this.#inTurn('verifyLog', null);
			this.#oldest = Math.max(this.#oldest, oldest);
			isDone = done;
		}
	}

	/** Awaits a call that reads the log. A damaged log counts as compacted. The worker returns the revision up to which it is lost. */
	async #ofLog<T>(call: Promise<T>, options: CallOptions | undefined): Promise<T> {
		try {
			return await withDeadline(call, options);
		} catch (error) {
			if (error instanceof CompactedError) this.#oldest = Math.max(this.#oldest, error.oldest);
			throw error;
		}
	}

	releaseReserve(): Promise<boolean> {
		return this.#channel.call('releaseReserve', null);
	}

	metrics(): readonly MetricFamily[] {
		return databaseSize(this.#path);
	}

	async close(): Promise<void> {
		this.#followers.clear();
		this.#closed.abort();
		await this.#historyThread.close();
		await this.#channel.close();
	}

	#deliver(changes: readonly Change[]): void {
		this.#revision = changes.at(-1)?.revision ?? this.#revision;
		for (const follower of this.#followers) {
			try {
				follower.onChanges(changes, this.#revision);
			} catch (error) {
				// A follower that missed changes would serve a wrong state for good.
				this.#channel.fail(new StorageFailedError(`a change could not be taken in: ${error instanceof Error ? error.message : String(error)}`));
			}
		}
	}
}

function rowsOf({ names, revisions, runs, sides, side, versions, version, bytes, damaged }: PackedRows): Row[] {
	const isDamaged = damaged.length === 0 ? undefined : new Set(damaged);
	const rows: Row[] = [];
	let offset = 0;
	for (const { resource, namespace, rows: count } of runs) {
		for (let end = rows.length + count; rows.length < end; ) {
			const i = rows.length;
			const length = bytes.lengths[i] ?? 0;
			const row = {
				resource,
				namespace,
				name: names[i] ?? '',
				side: sides[side[i] ?? 0] ?? '',
				revision: revisions[i] ?? 0,
				version: versions[version[i] ?? 0] ?? '',
				bytes: new Uint8Array(bytes.buffer, offset, length),
			};
			rows.push(isDamaged?.has(i) ? { ...row, damaged: true } : row);
			offset += length;
		}
	}
	return rows;
}

function rangeOf({ resource, namespace }: KeyRange): { readonly resource: string; readonly namespace: string | undefined } {
	return { resource, namespace };
}

function changesOf(packed: PackedChanges): Change[] {
	const parts = unpack(packed.bytes);
	return packed.revisions.map((revision, i) => {
		const [resource = '', namespace = '', name = '', side = '', previousSide = '', version = '', previousVersion = ''] = packed.texts.slice(7 * i, 7 * i + 7);
		const bytes = parts[2 * i];
		const before = parts[2 * i + 1];
		const previous = before && { revision: packed.previous[i] ?? 0, bytes: before, side: previousSide, version: previousVersion };
		return { resource, namespace, name, revision, timeMs: packed.timesMs[i] ?? 0, ...(bytes && { bytes, side, version }), ...(previous && { previous }) };
	});
}
