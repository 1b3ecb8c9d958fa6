/**
 * Contract of the watch cache: current objects of every type at one applied revision, and cursors over later events. One reader follows the
 * store's log and applies it to all types. DESIGN section 6.
 */
import type { Item, ItemForm } from '../codec/item-form.ts';
import type { Ownership } from '../storage/side.ts';
import type { CallOptions, KeyRange, Revision, Store } from '../storage/store.ts';
import type { StoredVersions, WrittenState } from '../storage/versions.ts';

/** Representation of each resource's objects in one served snapshot. */
export interface ShownVersions extends StoredVersions {
	/** Form in which lists show the objects. */
	form(resource: string): ItemForm;
}

/** Data that selectors need of an object. */
export interface Selectable {
	readonly namespace: string;
	readonly name: string;
	readonly labels: Readonly<Record<string, string>>;
	/** Values of the kind's selectable fields by dotted path, always text. */
	readonly fields: Readonly<Record<string, string>>;
}

/** Value that a selector requires of a field. Absent and empty are the same. */
export interface FieldValue {
	readonly field: string;
	readonly value: string;
}

/**
 * Object of the cache. `bytes` are JSON in the storage version with metadata.resourceVersion, in the form in which lists of the type show
 * it (`Item`).
 */
export interface CachedObject extends Selectable, Item {
	readonly revision: Revision;
	/** Owners and deletion; undefined when it has neither. Absent for objects that are not read from the cache or the store. */
	readonly ownership?: Ownership | undefined;
	/** A read-only view, valid as long as it is referenced. */
	readonly bytes: Buffer;
	/** Set when only the key is known: reading any other property throws StorageDamagedError. */
	readonly damaged?: true;
	/**
	 * Current location of `bytes`, followed by a comma, so that a list can include neighbours without copying. Absent when only `bytes` is
	 * available.
	 */
	readonly place?: { readonly buffer: Buffer; readonly offset: number; readonly length: number };
}

export interface CacheEvent {
	readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
	/** Current state; for DELETED the last state, with the deletion's revision as resourceVersion. */
	readonly object: CachedObject;
	/**
	 * State before the change, with its own resourceVersion. Selectors use it to distinguish objects that enter or leave the selection from those
	 * that change. A watcher receives it when the object leaves. Absent for ADDED.
	 */
	readonly previous?: CachedObject;
	readonly revision: Revision;
	/** Returns `{"type":...,"object":...}\n`, serialised once for all watchers. */
	json(): Buffer;
	/**
	 * Returns another encoding of the event (Table, protobuf, another version), cached under a key that the encoder chooses. The cache is
	 * bounded in bytes and may drop it.
	 */
	encoded(encoding: string, make: (event: CacheEvent) => Buffer): Buffer;
	/** Returns a cached encoding; undefined when `encoded` would have to make it. */
	known(encoding: string): Buffer | undefined;
}

/** Takers of one resource that receive the same bytes for each single event. Only events with the value that a taker names may differ. */
export interface TakerClass {
	/** Equal for all takers of a class. */
	readonly name: string;
	/** Undefined when the class names no value. */
	readonly named: NamedValue | undefined;
}

export interface NamedValue {
	/** The value; it differs within a class. */
	readonly text: string;
	/**
	 * True when a taker receives all events except those of its value; false when it receives only those of its value. The same within a
	 * class.
	 */
	readonly negated: boolean;
	/** Reads the value from an object; undefined when the object has none. The same within a class. May throw. */
	valueIn(object: Selectable): string | undefined;
}

/** Receives events synchronously while its cursor waits. Its methods must not throw. */
export interface EventTaker {
	/** Class of the taker, constant while it waits. Undefined when it must be asked about each event separately. */
	readonly takerClass: TakerClass | undefined;
	/**
	 * Returns the bytes that `tell` would deliver for a single event. Undefined when the event is not for this taker; null when only `take`
	 * can decide.
	 */
	alreadyEncoded(event: CacheEvent): Buffer | undefined | null;
	/** Delivers bytes. Returns true when they are handled. */
	tell(bytes: Buffer): boolean;
	/** Delivers events. Returns true when they are handled. */
	take(events: readonly CacheEvent[]): boolean;
}

/**
 * A reader's position in the events of one resource. It has no queue, so a slow reader costs no memory. Positions older than memory are
 * served from the store's log until the reader catches up.
 */
export interface Cursor {
	/**
	 * Returns the next events, at least one and at most `limit`, in order; waits until there are some. Throws CompactedError; rejects with
	 * the signal's reason when aborted. While the cursor waits, new events are offered to `taker`, and the cursor keeps waiting as long as
	 * the taker accepts them. Without a taker, each delivery needs a promise, which costs half as much as the delivery itself.
	 */
	next(limit: number, signal: AbortSignal, taker?: EventTaker): Promise<readonly CacheEvent[]>;
	/**
	 * Moves back to a revision within the last result or the one before it, so that `next` returns the later events again. Not allowed
	 * while the cursor waits.
	 */
	back(to: Revision): void;
	/** Revision up to which `next` has returned all changes; a BOOKMARK may announce it. */
	readonly revision: Revision;
	close(): void;
}

export interface WatchCache {
	/** Applied revision, common to all types. */
	readonly revision: Revision;
	get(resource: string, namespace: string, name: string): CachedObject | undefined;
	/**
	 * Lists in key order (namespace, name). `namespace` empty: all. `after`: exclusive start. The result is a snapshot, unaffected by later
	 * changes. `only` allows omitting objects without this value of an indexed field.
	 */
	list(resource: string, namespace: string, after?: { readonly namespace: string; readonly name: string }, only?: FieldValue): Iterable<CachedObject>;
	count(resource: string, namespace: string): number;
	/** Counts the objects after a key. `namespace` empty: in all. */
	countAfter(resource: string, namespace: string, after: { readonly namespace: string; readonly name: string }): number;
	/** Reports whether the objects of a resource at a revision inside the history are the current ones. */
	isUnchanged(resource: string, revision: Revision): boolean;
	/**
	 * Returns objects of a resource at a revision, in key order, at most `limit`. It may return fewer when they are large; only an empty
	 * result means the end. Rejects with CompactedError.
	 */
	at(revision: Revision, range: KeyRange, limit: number, options?: CallOptions): Promise<readonly CachedObject[]>;
	/** Counts the objects of a resource at a revision. Rejects with CompactedError. */
	countAt(revision: Revision, range: KeyRange, options?: CallOptions): Promise<number>;
	/** Returns the damaged objects, in the order in which they were found. `namespace` empty: all. */
	damaged(resource: string, namespace: string): readonly Selectable[];
	/**
	 * Reports that a list found its objects, at most `objects` from `after` on, scattered in memory. The cache soon moves some of them next
	 * to each other for later lists.
	 */
	gather(resource: string, namespace: string, after: { readonly namespace: string; readonly name: string } | undefined, objects: number): void;
	/**
	 * Waits until the revision is applied; resolves at once when it is. Throws ApiError Timeout (504, ResourceVersionTooLarge, seed 1
	 * "Version semantics") after `timeoutMs`.
	 */
	waitFor(revision: Revision, timeoutMs: number, signal?: AbortSignal): Promise<void>;
	/**
	 * Waits until everything acknowledged before this call is applied: the consistent read of an unset resourceVersion. It returns
	 * immediately with a single writer. `waiting.signal` is therefore read only when a wait is needed.
	 */
	consistent(waiting?: { readonly signal: AbortSignal }): void | Promise<void>;
	/**
	 * Opens a cursor on events of a resource after a revision. `namespace` and `name` empty: any. `only` allows omitting events of objects
	 * that neither have nor had this value of an indexed field. Throws CompactedError when the history is gone.
	 */
	cursor(resource: string, from: Revision, scope: { readonly namespace: string; readonly name: string; readonly only?: FieldValue }): Cursor;
	/**
	 * Returns another encoding of an object (protobuf, Table row, another version), cached under a key that the encoder chooses; bounded in
	 * bytes.
	 */
	encoded(object: CachedObject, encoding: string, make: (object: CachedObject) => Buffer): Buffer;
	/** Returns a number for a list whose items use `encodedInList`. */
	beginList(): number;
	/** Returns an encoding as `encoded` does, but caches it only when it fits next to the other items of the list. */
	encodedInList(list: number, object: CachedObject, encoding: string, make: (object: CachedObject) => Buffer): Buffer;
	/** Returns a cached encoding; undefined when `encoded` would have to make it. */
	known(object: CachedObject, encoding: string): Buffer | undefined;
	/** Returns the names of resources that have objects, whether or not their kind is served. */
	resources(): Iterable<string>;
	/** Returns the number of rows of a resource by version (`Row.version`), without damaged rows. */
	written(resource: string): ReadonlyMap<string, number>;
	/** Reports whether an object's row would be written differently now: in another version, or with another key. */
	isOlder(resource: string, object: CachedObject): boolean;
	/**
	 * Returns the row as it would be written now; undefined when the object is damaged. Throws an Error that names the object when the
	 * conversion fails.
	 */
	rewritten(resource: string, object: CachedObject): WrittenState | undefined;
	/** Store that converts history to the versions in which the cache shows current objects. */
	readonly store: Store;
	/**
	 * Returns a view in the representation of the current snapshot, even after it is replaced, so that a request uses one snapshot
	 * throughout.
	 */
	view(): WatchCache;
	close(): Promise<void>;
}
