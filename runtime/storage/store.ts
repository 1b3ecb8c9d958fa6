/**
 * The store contract: what every engine does, and all that the rest of the server knows of storage.
 * One global, strictly increasing revision orders all writes. DESIGN sections 6 and 7.
 */
import type { MetricFamily } from '../telemetry/family.ts';
import type { PackedStates } from './states.ts';

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
	/** What selectors need, as JSON text: `{"l":{labels},"f":{selectable fields}}`; empty text when there is neither. */
	readonly side: string;
	/** What the writer said of the form of bytes and side; the store only keeps it. */
	readonly version: string;
	/** The row is not what was written, and only its key is right: nothing else of it may be used. */
	readonly damaged?: boolean;
}

export interface Mutation extends Key {
	/** The revision that the object must have now; 0: it must not exist. */
	readonly expected: Revision;
	/** Absent: delete. */
	readonly bytes?: Uint8Array;
	readonly side?: string;
	/** The form of bytes and side: the version in which the object is written, and what the side holds. Empty when absent. */
	readonly version?: string;
	/** It leads to a delete: done even where what is left of a full disk is kept for deletes, if it can be. Of a delete it goes without saying. */
	readonly makesRoom?: boolean;
	/** It is deleted though it may not be what was written. What it was is told to nobody: the history is forgotten up to here where it was damaged. */
	readonly ignoresDamage?: boolean;
}

export type Outcome =
	| { readonly ok: true; readonly revision: Revision }
	/** `current` is the revision that the object has, 0 when it does not exist. */
	| { readonly ok: false; readonly current: Revision };

/** One row of the log. */
export interface Change extends Key {
	readonly revision: Revision;
	/** When it was committed, in ms since the epoch; never less than that of the row before. */
	readonly timeMs: number;
	/** Absent: the object was deleted. */
	readonly bytes?: Uint8Array;
	readonly side?: string;
	readonly version?: string;
	/** The state before; absent: the object was created, or one that is deleted was damaged. */
	readonly previous?: { readonly revision: Revision; readonly bytes: Uint8Array; readonly side: string; readonly version: string };
}

/** The history before a revision is gone. */
export class CompactedError extends Error {
	override readonly name = 'CompactedError';
	readonly oldest: Revision;
	constructor(oldest: Revision) {
		super(`the history before revision ${oldest} is compacted`);
		this.oldest = oldest;
	}
}

/** Bounds of one call. They end the waiting; what was already under way may still be done. */
export interface CallOptions {
	/** The call rejects with the signal's reason. */
	readonly signal?: AbortSignal;
	/** The call rejects with StorageTimeoutError at this time, on the clock of `performance.now()`. */
	readonly deadlineMs?: number;
}

export interface CommitOptions extends CallOptions {
	/**
	 * All of the mutations are done or none: one that conflicts keeps the others from being done. The outcomes are then all refusals,
	 * and `current` of one that met its object is the revision that it expected.
	 */
	readonly atomic?: boolean;
}

/** Who follows the log. None of these may throw. */
export interface Follower {
	/** One non-empty batch at a time: ordered, gap-free, without duplicates. `applied`: nothing up to here is still to come. */
	onChanges(changes: readonly Change[], applied: Revision): void;
	/** The store cannot be reached. It is tried again until it can, so there is nothing to do but to say so. */
	onInterrupted(error: Error): void;
	/** The store is back; what was missed is delivered next. */
	onResumed(): void;
	/** The history that was missed is forgotten: nothing more will be delivered, and the follower has to begin with a snapshot. */
	onLost(error: CompactedError): void;
}

export interface Following {
	/** Nothing is delivered when this has resolved. */
	close(): Promise<void>;
}

/** Rows of the log that are wanted. */
export interface ChangesFilter {
	readonly resource: string;
	readonly namespace?: string;
}

/** A change by its key and its place in the log. */
export interface ChangeKey extends Key {
	readonly revision: Revision;
}

/** A change without what its object was before and after. */
export interface OutlinedChange extends ChangeKey {
	/** The revision of the state that it replaced; 0: it made the object, or what it deleted was damaged. */
	readonly previous: Revision;
	readonly deleted: boolean;
}

export interface Store {
	/** The newest committed revision there is, whoever committed it. With one writer it is known without asking. */
	revision(options?: CallOptions): Promise<Revision>;
	/**
	 * Each mutation gets its own outcome: its own revision, or its own conflict. Resolved means durable;
	 * what was not resolved is wholly there or wholly absent. The changes made are delivered to this store's followers before this
	 * resolves. A call that is aborted before its mutations were sent does nothing.
	 */
	commit(mutations: readonly Mutation[], options?: CommitOptions): Promise<readonly Outcome[]>;
	/**
	 * Follows the log after a revision, this process's own commits included, until it is closed or the signal is aborted.
	 * Resolves when what was there at the call is delivered. Rejects with CompactedError.
	 */
	follow(after: Revision, follower: Follower, options?: CallOptions): Promise<Following>;
	/**
	 * The log between two revisions (exclusive, inclusive), in order, at most `limit` rows. Fewer may come (engines bound bytes);
	 * only an empty answer says that there are no more. Rejects with CompactedError.
	 */
	changes(after: Revision, upTo: Revision, limit: number, filter?: ChangesFilter, options?: CallOptions): Promise<readonly Change[]>;
	/**
	 * All current rows in key order (resource, namespace, name, by code unit of UTF-8), with the revision at which they were read.
	 * The rows' bytes are lent: they are written over when `onRows` has returned.
	 */
	snapshot(onRows: (rows: readonly Row[]) => void, options?: CallOptions): Promise<Revision>;
	/**
	 * The log between two revisions (exclusive, inclusive), in order, without objects, at most `limit` rows. Fewer may come; only an empty
	 * answer says that there are no more. Rejects with CompactedError.
	 */
	outline(after: Revision, upTo: Revision, limit: number, options?: CallOptions): Promise<readonly OutlinedChange[]>;
	/**
	 * The states that changes replaced, in the order of the changes, with so many bytes of room for each in front of all: fewer where they
	 * are large, but one at least. Each change must be in the log, be of the object that is named, and have replaced a state. What was there at a revision is what has not changed since, and what the first change of each other key
	 * since then replaced. Rejects with CompactedError.
	 */
	replaced(changes: readonly ChangeKey[], roomEach: number, options?: CallOptions): Promise<PackedStates>;
	/** The resources of which there are objects, in order. Costs the same however many objects there are. */
	resources(options?: CallOptions): Promise<readonly string[]>;
	/** The oldest revision whose history is still complete. */
	oldest(options?: CallOptions): Promise<Revision>;
	/** Forgets the log up to a revision, in small steps, and gives the space back. */
	compact(before: Revision, options?: CallOptions): Promise<void>;
	/** As `compact`, and nothing of what was forgotten, replaced or deleted by then is left in its files. Resolves when that is so. */
	wipe(before: Revision, options?: CallOptions): Promise<void>;
	/** The newest revision committed at or before a time (ms since the epoch), by the marks in the log; the oldest one when all are newer. */
	revisionAt(timeMs: number, options?: CallOptions): Promise<Revision>;
	/** Gives up space that is kept on the disk for the day when it is full, for what the server must write to start. False: there is none. */
	makeRoom(): Promise<boolean>;
	/** Figures of the engine, under names of its own choosing. */
	metrics(): readonly MetricFamily[];
	/** Called once when the engine can acknowledge nothing more (a failed sync, a lost disk). The process must say so and exit. */
	onFatal(listener: (error: Error) => void): void;
	close(): Promise<void>;
}
