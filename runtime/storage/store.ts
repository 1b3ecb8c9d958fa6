/**
 * The store contract: the behaviour of every engine, and all that the rest of the server knows of storage. One global, strictly increasing
 * revision orders all writes. DESIGN sections 6 and 7.
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
	/** Form of bytes and side, as the writer named it; the store does not interpret it. */
	readonly version: string;
	/** True when the row differs from what was written. Only its key is valid then. */
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
	/** Set when the write leads to a delete: it may then use the part of a full disk that is reserved for deletes. Implied for deletes. */
	readonly makesRoom?: boolean;
	/**
	 * Set to delete an object that may be damaged. Its last state is not reported: if it was damaged, the history is compacted up to this
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
	/** Time of the commit, in ms since the epoch; never less than that of the row before. */
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

/** Follower of the log. Its methods must not throw. */
export interface Follower {
	/** Receives one non-empty batch at a time: ordered, gap-free, without duplicates. Every change up to `applied` has been delivered. */
	onChanges(changes: readonly Change[], applied: Revision): void;
	/** Reports that the store is unreachable. The store retries by itself, so the follower only reports the state. */
	onInterrupted(error: Error): void;
	/** Reports that the store is back; missed changes are delivered next. */
	onResumed(): void;
	/** Reports that the missed history was compacted: delivery ends, and the follower must restart from a snapshot. */
	onLost(error: CompactedError): void;
}

export interface Following {
	/** Ends the delivery; no change is delivered after it resolves. */
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
	/**
	 * Returns the newest committed revision, including commits of other writers. An engine with a single writer knows it without asking.
	 */
	revision(options?: CallOptions): Promise<Revision>;
	/**
	 * Commits mutations; each gets its own outcome, a revision or a conflict. Resolved means durable; an unresolved mutation is wholly
	 * present or wholly absent. The store's followers receive the changes before this resolves. A call aborted before its mutations were
	 * sent has no effect.
	 */
	commit(mutations: readonly Mutation[], options?: CommitOptions): Promise<readonly Outcome[]>;
	/**
	 * Follows the log after a revision, this process's own commits included, until the follower is closed or the signal is aborted.
	 * Resolves when the changes that existed at the call are delivered. Rejects with CompactedError.
	 */
	follow(after: Revision, follower: Follower, options?: CallOptions): Promise<Following>;
	/**
	 * Returns the log between two revisions (exclusive, inclusive), in order, at most `limit` rows. It may return fewer, because engines
	 * bound bytes; only an empty result means the end. Rejects with CompactedError.
	 */
	changes(after: Revision, upTo: Revision, limit: number, filter?: ChangesFilter, options?: CallOptions): Promise<readonly Change[]>;
	/**
	 * Reads all current rows in key order (resource, namespace, name, by code unit of UTF-8). Resolves to the revision at which they were
	 * read. The rows' bytes are lent: they are overwritten after `onRows` returns.
	 */
	snapshot(onRows: (rows: readonly Row[]) => void, options?: CallOptions): Promise<Revision>;
	/**
	 * Returns rows as of a revision, at most `limit`. It may return fewer, because engines bound bytes; only an empty result means the end.
	 * It may be slow, but no commit waits for it. Rejects with CompactedError.
	 */
	at(revision: Revision, range: KeyRange, limit: number, options?: CallOptions): Promise<readonly Row[]>;
	/** Counts rows as of a revision. Rejects with CompactedError. */
	countAt(revision: Revision, range: Omit<KeyRange, 'after'>, options?: CallOptions): Promise<number>;
	/** Returns the resources that have objects, in order. The cost does not depend on the number of objects. */
	resources(options?: CallOptions): Promise<readonly string[]>;
	/** Returns the oldest revision whose history is complete. */
	oldest(options?: CallOptions): Promise<Revision>;
	/** Deletes the log up to a revision, in small steps, and frees its space. */
	compact(before: Revision, options?: CallOptions): Promise<void>;
	/** Compacts, and also erases from the store's files everything compacted, replaced or deleted by then. Resolves when that is done. */
	wipe(before: Revision, options?: CallOptions): Promise<void>;
	/**
	 * Returns the newest revision committed at or before a time (ms since the epoch), by the commit times in the log. Returns the oldest
	 * revision when all are newer.
	 */
	revisionAt(timeMs: number, options?: CallOptions): Promise<Revision>;
	/**
	 * Releases disk space that was reserved for a full disk, so that the server can write the files that a start needs. Returns false when
	 * none is left.
	 */
	makeRoom(): Promise<boolean>;
	/** Returns metrics of the engine, under names of the engine's choice. */
	metrics(): readonly MetricFamily[];
	/**
	 * Registers a listener that is called once when the engine can acknowledge no more writes (a failed sync, a lost disk). The process
	 * must report that and exit.
	 */
	onFatal(listener: (error: Error) => void): void;
	close(): Promise<void>;
}
