/**
 * The embedded store: SQLite in a worker thread, one message per batch, one sync per batch. DESIGN section 6.
 * This is the main thread's side; what happens in the file is in the worker's (session.ts).
 */
import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StorageFailedError, StorageRefusedError } from '../errors.ts';
import type { Change, Mutation, Outcome, Revision, Row, Store } from '../store.ts';
import { Channel } from './channel.ts';
import { GroupCommit } from './group-commit.ts';
import type { Opened, PackedChanges, PackedRows } from './protocol.ts';
import { unpack } from './protocol.ts';

export interface SqliteStoreOptions {
	/** Path of the database file; its folder must exist. The file is made with mode 0600. */
	readonly path: string;
	/** Name of the vocabulary, stamped on a new file; another is refused. */
	readonly vocabulary: string;
	/** Called once when nothing may be acknowledged any more: say so and exit. More can be added by `Store.onFatal`. */
	readonly onFatal?: (error: Error) => void;
	/** Writes are refused with StorageFullError when the file would grow beyond this. */
	readonly quotaBytes?: number;
	/** SQL of the reporting views over `objects`; run when it changed. */
	readonly views?: string;
	/** The worker's file, where neither the source tree nor the bundler's SQLITE_WORKER_FILE says it. */
	readonly workerUrl?: URL;
}

/** Log rows read at once when a follower catches up. */
const followRows = 1000;

/** Opens or makes the file. Rejects with StorageRefusedError, whose message is one sentence for the user. */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
	const listeners: ((error: Error) => void)[] = options.onFatal ? [options.onFatal] : [];
	const path = absolute(options.path);
	const { vocabulary, quotaBytes, views } = options;
	const { channel, opened } = await Channel.open({ path, vocabulary, quotaBytes, views }, options.workerUrl, (error) => {
		for (const listener of listeners) listener(error);
	});
	return new SqliteStore(channel, opened, listeners);
}

/** Without symbolic links, so that two names of one file meet at one lock. */
function absolute(path: string): string {
	const folder = dirname(path);
	try {
		return join(realpathSync(folder), basename(path));
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT')
			throw new StorageRefusedError(`there is no folder ${folder} to keep ${basename(path)} in`, { cause: error });
		throw error;
	}
}

type OnChanges = (changes: readonly Change[], applied: Revision) => void;

export class SqliteStore implements Store {
	/** Identity of this history: another file, or a file made anew, has another. */
	readonly history: string;
	readonly #channel: Channel;
	readonly #commits: GroupCommit;
	readonly #followers = new Set<OnChanges>();
	readonly #fatalListeners: ((error: Error) => void)[];
	#snapshots: Promise<unknown> = Promise.resolve();
	#revision: Revision;
	#oldest: Revision;

	/** Use `openSqliteStore`. */
	constructor(channel: Channel, opened: Opened, fatalListeners: ((error: Error) => void)[]) {
		this.#channel = channel;
		this.#fatalListeners = fatalListeners;
		this.#revision = opened.revision;
		this.#oldest = opened.oldest;
		this.history = opened.history;
		this.#commits = new GroupCommit(
			(batch, done, failed) => channel.send('commit', batch, [batch.bytes.buffer], done, failed),
			(changes) => this.#deliver(changes),
		);
	}

	async revision(): Promise<Revision> {
		return this.#revision;
	}

	async oldest(): Promise<Revision> {
		return this.#oldest;
	}

	/** The bytes given are handed on to followers: they must not be written to afterwards. */
	commit(mutations: readonly Mutation[]): Promise<readonly Outcome[]> {
		return this.#commits.commit(mutations);
	}

	async follow(after: Revision, onChanges: OnChanges): Promise<{ close(): Promise<void> }> {
		let applied = after;
		while (applied < this.#revision) {
			const target = this.#revision;
			const changes = await this.changes(applied, target, followRows);
			applied = changes.at(-1)?.revision ?? target;
			if (changes.length > 0) onChanges(changes, applied);
		}
		this.#followers.add(onChanges);
		return {
			close: async () => {
				this.#followers.delete(onChanges);
			},
		};
	}

	async changes(
		after: Revision,
		upTo: Revision,
		limit: number,
		filter?: { readonly resource: string; readonly namespace?: string },
	): Promise<readonly Change[]> {
		return changesOf(await this.#channel.call('changes', { after, upTo, limit, resource: filter?.resource, namespace: filter?.namespace }));
	}

	/** One at a time: a second one waits for the first. */
	snapshot(onRows: (rows: readonly Row[]) => void): Promise<Revision> {
		const result = this.#snapshots.then(() => this.#snapshot(onRows));
		this.#snapshots = result.catch(() => undefined);
		return result;
	}

	async #snapshot(onRows: (rows: readonly Row[]) => void): Promise<Revision> {
		const revision = await this.#channel.call('snapshotOpen', null);
		// One chunk ahead: the worker reads while this thread takes in what came. Two buffers go to and fro.
		let next = this.#channel.call('snapshotNext', null);
		let spare: ArrayBuffer | null = null;
		for (;;) {
			const packed = await next;
			if (packed.revisions.length === 0) return revision;
			next = this.#channel.call('snapshotNext', spare, spare === null ? [] : [spare]);
			// Its failure is seen where it is awaited, unless taking in this chunk fails first.
			next.catch(() => undefined);
			onRows(rowsOf(packed));
			spare = packed.bytes.buffer;
		}
	}

	async at(revision: Revision, query: Parameters<Store['at']>[1]): Promise<readonly Row[]> {
		const { resource, namespace = '', after, limit } = query;
		return rowsOf(await this.#channel.call('at', { revision, resource, namespace, after, limit }));
	}

	async resources(): Promise<readonly string[]> {
		return await this.#channel.call('resources', null);
	}

	async compact(before: Revision): Promise<void> {
		for (;;) {
			const { oldest, done } = await this.#channel.call('compact', before);
			this.#oldest = oldest;
			if (done) return;
		}
	}

	async revisionAt(timeMs: number): Promise<Revision> {
		return await this.#channel.call('revisionAt', timeMs);
	}

	onFatal(listener: (error: Error) => void): void {
		this.#fatalListeners.push(listener);
	}

	async close(): Promise<void> {
		this.#followers.clear();
		await this.#channel.close();
	}

	#deliver(changes: readonly Change[]): void {
		this.#revision = changes.at(-1)?.revision ?? this.#revision;
		for (const follower of this.#followers) {
			try {
				follower(changes, this.#revision);
			} catch (error) {
				// A follower that missed changes would serve a wrong state for ever after.
				this.#channel.fail(new StorageFailedError(`a change could not be taken in: ${error instanceof Error ? error.message : String(error)}`));
			}
		}
	}
}

function rowsOf(packed: PackedRows): Row[] {
	const bytes = unpack(packed.bytes);
	return packed.revisions.map((revision, i) => ({
		resource: packed.texts[4 * i] ?? '',
		namespace: packed.texts[4 * i + 1] ?? '',
		name: packed.texts[4 * i + 2] ?? '',
		side: packed.texts[4 * i + 3] ?? '',
		revision,
		bytes: bytes[i] ?? new Uint8Array(),
	}));
}

function changesOf(packed: PackedChanges): Change[] {
	const parts = unpack(packed.bytes);
	return packed.revisions.map((revision, i) => {
		const [resource = '', namespace = '', name = '', side = '', previousSide = ''] = packed.texts.slice(5 * i, 5 * i + 5);
		const bytes = parts[2 * i];
		const before = parts[2 * i + 1];
		const previous = before && { revision: packed.previous[i] ?? 0, bytes: before, side: previousSide };
		return { resource, namespace, name, revision, ...(bytes && { bytes, side }), ...(previous && { previous }) };
	});
}
