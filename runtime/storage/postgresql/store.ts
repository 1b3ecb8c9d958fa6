/**
 * Store on PostgreSQL, for several servers. Every call reads or writes the database; only the end of the log is kept in memory. What the
 * tables hold is in `tables.ts`, how a commit orders them in `commit.ts`.
 */
import type { PoolClient } from 'pg';
import type { MetricFamily } from '../../telemetry/family.ts';
import { sumWith } from '../checksum.ts';
import { StorageClosedError, StorageDamagedError, StorageRefusedError, StorageUnreachableError } from '../errors.ts';
import type {
	CallOptions,
	Change,
	ChangesFilter,
	CommitOptions,
	CompactOptions,
	Follower,
	Following,
	KeyRange,
	Mutation,
	Outcome,
	Revision,
	Row,
	Store,
} from '../store.ts';
import { withDeadline } from '../with-deadline.ts';
import { CommitQueue } from './commit-queue.ts';
import { Connections } from './connections.ts';
import { translated } from './errors.ts';
import { parseLocation } from './location.ts';
import { countAt, type Head, readAt, readChanges, readHead, readResources, readSnapshot, revisionAt } from './read.ts';
import { rowOf } from './rows.ts';
import { checkSettings } from './settings.ts';
import { prepareTables } from './tables.ts';
import { Tail } from './tail.ts';

export interface PostgresqlStoreOptions {
	/** Part of the URL behind `postgresql:`. */
	readonly location: string;
	readonly vocabulary: string;
	readonly known?: boolean;
	readonly acceptLoss?: boolean;
	/** Set by a restore: see `tables.ts`. */
	readonly restoreAbove?: Revision;
	readonly onReport?: (sentence: string) => void;
	readonly onFatal?: (error: Error) => void;
}

/** Log rows deleted in one statement of a compaction, so that each holds few locks. */
const compactRows = 1_000;

/** Opens the store. Rejects with StorageRefusedError or StorageUnreachableError, whose message is one sentence for the user. */
export async function openPostgresqlStore(options: PostgresqlStoreOptions): Promise<PostgresqlStore> {
	const location = parseLocation(options.location);
	const { vocabulary, restoreAbove, known = false, acceptLoss = false, onReport = () => undefined, onFatal = () => undefined } = options;
	const connections = new Connections(location);
	try {
		const { history, head } = await connections.use(async (client) => {
			for (const report of await checkSettings(client, location.label, acceptLoss)) onReport(report);
			const identity = await prepareTables(client, { vocabulary, known, acceptLoss, label: location.label, restoreAbove });
			return { ...identity, head: await readHead(client) };
		});
		return new PostgresqlStore(connections, history, head, onFatal);
	} catch (error) {
		await connections.close();
		throw refusalOf(translated(error), location.label);
	}
}

/** Returns the error that ends a start. */
function refusalOf(error: unknown, label: string): unknown {
	if (error instanceof StorageRefusedError) return error;
	if (error instanceof StorageUnreachableError) return new StorageRefusedError(`cannot connect to ${label}: ${error.detail}`, { cause: error });
	const reason = error instanceof Error ? error.message : String(error);
	const hint = reason.includes('42501') ? '; the role must be able to create tables in the schema, for example as the owner of the database' : '';
	return new StorageRefusedError(`cannot use ${label}: ${reason}${hint}`, { cause: error });
}

export class PostgresqlStore implements Store {
	/** Identity of the history. */
	readonly history: string;
	readonly #connections: Connections;
	readonly #commits: CommitQueue;
	readonly #tail: Tail;
	#closed = false;
	#head: Promise<Head> | undefined;
	#nextHead: Promise<Head> | undefined;

	/** Called by `openPostgresqlStore` only. */
	constructor(connections: Connections, history: string, head: Head, onFatal: (error: Error) => void) {
		this.history = history;
		this.#connections = connections;
		this.#tail = new Tail(connections, head.revision, {
			onWentBack: (revision) => this.#startNewHistory(revision),
			onFailed: (error) => {
				this.#commits.fail(error);
				onFatal(error);
			},
		});
		this.#commits = new CommitQueue(connections, (result) => this.#tail.committed(result));
		this.#tail.start();
	}

	async revision(options?: CallOptions): Promise<Revision> {
		return (await withDeadline(this.#readHead(), options)).revision;
	}

	async oldest(options?: CallOptions): Promise<Revision> {
		return (await withDeadline(this.#readHead(), options)).oldest;
	}

	/** Reads the head. Calls that arrive while a query is in flight share the next one, because the first may be older than they are. */
	#readHead(): Promise<Head> {
		if (this.#head === undefined) {
			this.#head = this.#use(readHead).finally(() => {
				this.#head = undefined;
			});
			return this.#head;
		}
		this.#nextHead ??= this.#head.then(
			() => this.#beginNextHead(),
			() => this.#beginNextHead(),
		);
		return this.#nextHead;
	}

	#beginNextHead(): Promise<Head> {
		this.#nextHead = undefined;
		return this.#readHead();
	}

	commit(mutations: readonly Mutation[], options?: CommitOptions): Promise<readonly Outcome[]> {
		return withDeadline(this.#commits.commit(mutations, options), options);
	}

	follow(after: Revision, follower: Follower, options?: CallOptions): Promise<Following> {
		return withDeadline(this.#tail.follow(after, follower, options), options);
	}

	changes(after: Revision, upTo: Revision, limit: number, filter?: ChangesFilter, options?: CallOptions): Promise<readonly Change[]> {
		return withDeadline(
			this.#use((client) => readChanges(client, after, upTo, limit, filter)),
			options,
		);
	}

	async snapshot(onRows: (rows: readonly Row[]) => void, options?: CallOptions): Promise<Revision> {
		return await withDeadline(
			this.#use(async (client) => {
				let objects = 0;
				let sum = 0;
				const total = await readSnapshot(client, (rows) => {
					options?.signal?.throwIfAborted();
					objects += rows.length;
					for (const { checksum } of rows) sum = sumWith(sum, checksum);
					onRows(rows.map(rowOf));
				});
				if (objects !== total.objects || sum !== total.sum)
					throw new StorageDamagedError(`the database has ${objects} objects, ${total.objects} were written, or rows were replaced by others`);
				return total.revision;
			}),
			options,
		);
	}

	at(revision: Revision, range: KeyRange, limit: number, options?: CallOptions): Promise<readonly Row[]> {
		return withDeadline(
			this.#use((client) => readAt(client, revision, range, limit)),
			options,
		);
	}

	countAt(revision: Revision, range: Omit<KeyRange, 'after'>, options?: CallOptions): Promise<number> {
		return withDeadline(
			this.#use((client) => countAt(client, revision, range)),
			options,
		);
	}

	resources(options?: CallOptions): Promise<readonly string[]> {
		return withDeadline(this.#use(readResources), options);
	}

	/** With `erase`, rewrites the tables. The write-ahead log and its archives are the administrator's. */
	async compact(before: Revision, options?: CompactOptions): Promise<void> {
		await withDeadline(
			this.#use((client) => client.query('UPDATE sequencer SET oldest = greatest(oldest, least($1, revision)) WHERE oldest < $1', [before])),
			options,
		);
		for (;;) {
			const { rowCount } = await withDeadline(this.#use(forgetSome), options);
			if ((rowCount ?? 0) < compactRows) break;
		}
		if (options?.erase !== true) return;
		await withDeadline(
			this.#use((client) => client.query('VACUUM (FULL) objects, revisions')),
			options,
		);
	}

	revisionAt(timeMs: number, options?: CallOptions): Promise<Revision> {
		return withDeadline(
			this.#use((client) => revisionAt(client, Math.floor(timeMs))),
			options,
		);
	}

	metrics(): readonly MetricFamily[] {
		return [];
	}

	async close(): Promise<void> {
		if (this.#closed) return;
		this.#closed = true;
		await this.#commits.close();
		await this.#tail.close();
		await this.#connections.close();
	}

	async #use<T>(task: (client: PoolClient) => Promise<T>): Promise<T> {
		if (this.#closed) throw new StorageClosedError();
		try {
			return await this.#connections.use(task);
		} catch (error) {
			throw translated(error);
		}
	}

	/** Makes sure that no revision is allotted twice after the database lost commits. */
	async #startNewHistory(lost: Revision): Promise<void> {
		await this.#use((client) => client.query('UPDATE sequencer SET revision = $1, oldest = $1 WHERE revision < $1', [lost]));
	}
}

function forgetSome(client: PoolClient): Promise<{ readonly rowCount: number | null }> {
	return client.query(
		`DELETE FROM revisions WHERE revision IN (
			SELECT revision FROM revisions WHERE revision <= (SELECT oldest FROM sequencer) ORDER BY revision LIMIT ${compactRows}
		)`,
	);
}
