/**
 * The store contract: the behaviour of every engine, and all that the rest of the server knows of storage. `test/suites/store.ts` checks it,
 * and `test/suites/shared-store.ts` checks engines that several servers share. `errors.ts` has the errors.
 *
 * - **Revisions.** One strictly increasing number orders all writes of all servers. A later commit has a greater revision, also after a
 *   restart. The mutations of one atomic commit may share a revision; no two other mutations do. Revisions may have gaps.
 * - **Durability.** A resolved commit is on the disk. A commit whose answer is lost is wholly present or wholly absent.
 * - **History.** The log reaches back to `oldest()`. A call for an older revision rejects with CompactedError.
 * - **Key order.** Resource, then namespace, then name, each by code unit of its UTF-8. An engine whose keys join these parts with a
 *   separator orders `a-b` before `a`, and must sort.
 * - **Bytes.** The server does not change bytes that it passed in or received. `side` and `version` belong to the bytes. An engine that
 *   stores only the bytes derives them when it reads.
 * - **Bounds.** Every call takes a signal and a deadline. Their end rejects the call with the signal's reason or StorageTimeoutError.
 * - **Outages.** While the storage is unreachable, calls reject with ApiError ServiceUnavailable and Retry-After, and followers stay
 *   registered. The engine reconnects by itself. It calls `StoreContext.onFatal` only when it can never continue; from then on, commits reject with
 *   StorageFailedError. After `close()`, calls reject with StorageClosedError.
 */
import type { MetricFamily } from '../telemetry/family.ts';

/** Decimal on the wire, opaque to clients; below 2^53 for the life of any cluster. 0 means "does not exist". */
export type Revision = number;

export interface Key {
	/** `KindDescriptor.storageName`. */
	readonly resource: string;
	/** Empty for cluster-scoped objects. */
	readonly namespace: string;
	readonly name: string;
}

export interface Row extends Key {
	readonly revision: Revision;
	/** The object's JSON (UTF-8) in its storage version, canonical field order, without metadata.resourceVersion. */
	readonly bytes: Uint8Array;
	/** Data that selectors and the garbage collector need (`side.ts`); empty text when there is none. */
	readonly side: string;
	/** Form of bytes and side, as the writer named it; the engine does not interpret it. */
	readonly version: string;
	/** True when the row differs from what was written, or cannot be decoded. Only its key is valid then. */
	readonly damaged?: boolean;
}

export interface Mutation extends Key {
	/** Revision that the object must have; 0 when it must not exist. */
	readonly expected: Revision;
	/** Absent for a delete. */
	readonly bytes?: Uint8Array;
	readonly side?: string;
	/** Form of bytes and side: the version in which the object is written, and the content of the side. Empty when absent. */
	readonly version?: string;
	/**
	 * Set when the write leads to a delete. An engine that reserves space for deletes then accepts it on a full storage. Implied for
	 * deletes.
	 */
	readonly freesSpace?: boolean;
	/**
	 * Set to delete an object that may be damaged. The change then has no previous state, and the engine may compact the history up to its
	 * revision.
	 */
	readonly ignoresDamage?: boolean;
}

export type Outcome =
	| { readonly ok: true; readonly revision: Revision }
	/** `current` is the revision that the object has, 0 when it does not exist. */
	| { readonly ok: false; readonly current: Revision };

/** One row of the log. */
export interface Change extends Key {
	readonly revision: Revision;
	/** Time of the commit, in ms since the epoch; never less than that of the row before. Engines without it give the time of receipt. */
	readonly timeMs: number;
	/** Absent when the object was deleted. */
	readonly bytes?: Uint8Array;
	readonly side?: string;
	readonly version?: string;
	/** The state before. Absent when the object was created, or when a deleted object was damaged. */
	readonly previous?: { readonly revision: Revision; readonly bytes: Uint8Array; readonly side: string; readonly version: string };
}

/** The history before a revision was compacted. */
export class CompactedError extends Error {
	override readonly name = 'CompactedError';
	readonly oldest: Revision;
	constructor(oldest: Revision) {
		super(`the history before revision ${oldest} is compacted`);
		this.oldest = oldest;
	}
}

/** Bounds of one call. They end the wait; work in flight may still complete. */
export interface CallOptions {
	/** Makes the call reject with the signal's reason. */
	readonly signal?: AbortSignal;
	/** Time on the clock of `performance.now()` at which the call rejects with StorageTimeoutError. */
	readonly deadlineMs?: number;
}

export interface CommitOptions extends CallOptions {
	/**
	 * Commits all mutations or none: one conflict refuses them all. All outcomes are then refusals; a mutation without a conflict reports
	 * its expected revision as `current`.
	 */
	readonly atomic?: boolean;
}

export interface CompactOptions extends CallOptions {
	/**
	 * Also erases from the engine's files everything compacted, replaced or deleted by then, and resolves when that is done. Set after
	 * cleartext was replaced by encrypted rows. An engine with files of another server asks that server to do it.
	 */
	readonly erase?: boolean;
}

/** Follower of the log. Its methods must not throw; an error from `onChanges` ends the store, because the follower's state would be wrong. */
export interface Follower {
	/**
	 * Receives one non-empty batch at a time: ordered, complete, without duplicates, with all changes of a revision in one batch. Every
	 * change up to `applied` has been delivered.
	 */
	onChanges(changes: readonly Change[], applied: Revision): void;
	/** Reports, once per outage, that the storage is unreachable. The engine reconnects by itself. */
	onInterrupted(error: Error): void;
	/** Reports the end of the outage. Missed changes are delivered next. */
	onResumed(): void;
	/** Reports that the missed history was compacted: delivery ends, and the follower must restart from a snapshot. */
	onLost(error: CompactedError): void;
}

export interface Following {
	/** Ends the delivery. No change is delivered after it resolves. */
	close(): Promise<void>;
}

/** Selection of log rows. */
export interface ChangesFilter {
	readonly resource: string;
	readonly namespace?: string;
}

/** Rows of a resource, in key order. */
export interface KeyRange {
	readonly resource: string;
	/** Absent for all namespaces. */
	readonly namespace?: string | undefined;
	/** Key behind which the range begins. */
	readonly after?: { readonly namespace: string; readonly name: string } | undefined;
}

export interface Store {
	/** Returns the newest committed revision, including commits of other servers that were acknowledged before the call. */
	revision(options?: CallOptions): Promise<Revision>;
	/**
	 * Commits mutations, in order. Each gets its own outcome, a revision or a conflict. This store's followers receive the
	 * changes before the call resolves. A call that ends before its mutations were sent has no effect. Rejects with StorageFullError
	 * or StorageFailedError.
	 */
	commit(mutations: readonly Mutation[], options?: CommitOptions): Promise<readonly Outcome[]>;
	/**
	 * Follows the log after a revision, this process's own commits included, until the follower is closed or the signal is aborted.
	 * Resolves when the changes that existed at the call are delivered. Rejects with CompactedError.
	 */
	follow(after: Revision, follower: Follower, options?: CallOptions): Promise<Following>;
	/**
	 * Returns the log between two revisions (exclusive, inclusive), in order, at most `limit` rows. It may return fewer, because engines
	 * bound bytes; only an empty result means the end. The rows of one revision come together, even beyond the limit. Rejects with
	 * CompactedError.
	 */
	changes(after: Revision, upTo: Revision, limit: number, filter?: ChangesFilter, options?: CallOptions): Promise<readonly Change[]>;
	/**
	 * Reads all current rows at one revision, in key order. Resolves to that revision. Commits continue meanwhile. The rows' bytes are lent:
	 * the engine may overwrite them after `onRows` returns.
	 */
	snapshot(onRows: (rows: readonly Row[]) => void, options?: CallOptions): Promise<Revision>;
	/**
	 * Returns rows as of a revision, in key order, at most `limit`. It may return fewer, because engines bound bytes; only an empty result
	 * means the end. It may be slow, but no commit waits for it. Rejects with CompactedError.
	 */
	at(revision: Revision, range: KeyRange, limit: number, options?: CallOptions): Promise<readonly Row[]>;
	/** Counts rows as of a revision. Rejects with CompactedError. */
	countAt(revision: Revision, range: Omit<KeyRange, 'after'>, options?: CallOptions): Promise<number>;
	/** Returns the resources that have objects, in order. The cost does not depend on the number of objects. */
	resources(options?: CallOptions): Promise<readonly string[]>;
	/** Returns the oldest revision whose history is complete, as far as this server knows; another server may compact later. */
	oldest(options?: CallOptions): Promise<Revision>;
	/**
	 * Deletes the log up to a revision, in small steps, and frees its space. A revision below `oldest()` has no effect; the newest revision
	 * stays the newest.
	 */
	compact(before: Revision, options?: CompactOptions): Promise<void>;
	/**
	 * Returns the newest revision committed at or before a time (ms since the epoch), by the times of the log. Returns the oldest revision
	 * when all are newer. An engine without commit times uses the times at which this server saw revisions.
	 */
	revisionAt(timeMs: number, options?: CallOptions): Promise<Revision>;
	/** Returns metrics of the engine, under names of the engine's choice. */
	metrics(): readonly MetricFamily[];
	/** Ends all followers and frees all resources. Acknowledged commits stay. */
	close(): Promise<void>;
}
