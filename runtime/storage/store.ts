/**
 * The store contract: what every engine (SQLite, PostgreSQL, etcd) does, and all that the rest of the server knows of storage.
 * One global, strictly increasing revision orders all writes. DESIGN section 6.
 */

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
}

export interface Mutation extends Key {
	/** The revision that the object must have now; 0: it must not exist. */
	readonly expected: Revision;
	/** Absent: delete. */
	readonly bytes?: Uint8Array;
	readonly side?: string;
	/** It leads to a delete: done even where what is left of a full disk is kept for deletes, if it can be. Of a delete it goes without saying. */
	readonly makesRoom?: boolean;
}

export type Outcome =
	| { readonly ok: true; readonly revision: Revision }
	/** `current` is the revision that the object has, 0 when it does not exist. */
	| { readonly ok: false; readonly current: Revision };

/** One row of the log. */
export interface Change extends Key {
	readonly revision: Revision;
	/** Absent: the object was deleted. */
	readonly bytes?: Uint8Array;
	readonly side?: string;
	/** The state before; absent: the object was created. */
	readonly previous?: { readonly revision: Revision; readonly bytes: Uint8Array; readonly side: string };
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

export interface Store {
	/** The newest committed revision that this process knows to be durable. With one writer it is the newest there is. */
	revision(): Promise<Revision>;
	/**
	 * Each mutation gets its own outcome: its own revision, or its own conflict. Resolved means durable;
	 * what was not resolved is wholly there or wholly absent. The changes made are delivered by `changes` before this resolves.
	 */
	commit(mutations: readonly Mutation[]): Promise<readonly Outcome[]>;
	/**
	 * Follows the log after a revision: ordered, gap-free, no duplicates, this process's own commits included.
	 * `onChanges` is called with one non-empty batch at a time and must not throw. Throws CompactedError.
	 */
	follow(after: Revision, onChanges: (changes: readonly Change[], applied: Revision) => void): Promise<{ close(): Promise<void> }>;
	/**
	 * The log between two revisions (exclusive, inclusive), in order, at most `limit` rows. Fewer may come (engines bound bytes);
	 * only an empty answer says that there are no more. Throws CompactedError.
	 */
	changes(after: Revision, upTo: Revision, limit: number, filter?: { readonly resource: string; readonly namespace?: string }): Promise<readonly Change[]>;
	/**
	 * All current rows in key order (resource, namespace, name, by code unit of UTF-8), with the revision at which they were read.
	 * The rows' bytes are lent: they are written over when `onRows` has returned.
	 */
	snapshot(onRows: (rows: readonly Row[]) => void): Promise<Revision>;
	/** The rows of a resource as they were at a revision, in key order, after the key `after`, at most `limit`. Throws CompactedError. */
	at(
		revision: Revision,
		query: {
			readonly resource: string;
			readonly namespace?: string;
			readonly after?: { readonly namespace: string; readonly name: string };
			readonly limit: number;
		},
	): Promise<readonly Row[]>;
	/** The resources of which there are objects, in order. Costs the same however many objects there are. */
	resources(): Promise<readonly string[]>;
	/** The oldest revision whose history is still complete. */
	oldest(): Promise<Revision>;
	/** Forgets the log up to a revision, in small steps, and gives the space back. */
	compact(before: Revision): Promise<void>;
	/** The newest revision committed at or before a time (ms since the epoch); for retention by age. */
	revisionAt(timeMs: number): Promise<Revision>;
	/** Called once when the engine can acknowledge nothing more (a failed sync, a lost disk). The process must say so and exit. */
	onFatal(listener: (error: Error) => void): void;
	close(): Promise<void>;
}
