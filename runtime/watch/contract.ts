/**
 * What the rest of the server sees of the watch cache: current objects of every type at one applied revision,
 * and cursors over what happened since. One reader follows the store's log and applies it to all types. DESIGN section 6.
 */
import type { Item, ItemForm } from '../codec/item-form.ts';
import type { CallOptions, Revision, Store } from '../storage/store.ts';
import type { StoredVersions, WrittenState } from '../storage/versions.ts';
import type { ReplacedObject } from './past/replaced-object.ts';

/** How one snapshot of what is served shows the objects of each resource. */
export interface ShownVersions extends StoredVersions {
	/** In which its lists show them. */
	form(resource: string): ItemForm;
}

/** What selectors need of an object. */
export interface Selectable {
	readonly namespace: string;
	readonly name: string;
	readonly labels: Readonly<Record<string, string>>;
	/** Values of the kind's selectable fields by dotted path, always text. */
	readonly fields: Readonly<Record<string, string>>;
}

/** What a selector wants a field to be. Absent and empty are the same. */
export interface FieldValue {
	readonly field: string;
	readonly value: string;
}

/** `bytes` are JSON in the storage version with metadata.resourceVersion, in the form in which lists of the type show it (`Item`). */
export interface CachedObject extends Selectable, Item {
	readonly revision: Revision;
	/** A view that must not be written to. Valid as long as it is referenced. */
	readonly bytes: Buffer;
	/** Only its key is known: whatever else is looked at throws StorageDamagedError. */
	readonly damaged?: true;
	/** Where `bytes` lie now, with a comma behind them, so that neighbours are part of a list as they are. Absent: nowhere but in `bytes`. */
	readonly place?: { readonly buffer: Buffer; readonly offset: number; readonly length: number };
}

export interface CacheEvent {
	readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
	/** For DELETED: the last state, with the deletion's revision as resourceVersion. */
	readonly object: CachedObject;
	/** The state before, with its own resourceVersion: what selectors tell entering and leaving from changing by, and what one that is left is told. Absent for ADDED. */
	readonly previous?: CachedObject;
	readonly revision: Revision;
	/** `{"type":...,"object":...}\n`, serialised once however many watchers take it. */
	json(): Buffer;
	/** A place for other encodings of the same event (Table, protobuf, another version), by a key of the encoder's choosing; byte-budgeted, may be dropped. */
	encoded(encoding: string, make: (event: CacheEvent) => Buffer): Buffer;
	/** What `encoded` gives without making it; undefined: it would have to. */
	known(encoding: string): Buffer | undefined;
}

/** Takers of one resource that are told the same of each event that comes alone, but for events of the value that one of them names. */
export interface TakerClass {
	/** Equal for those of one class. */
	readonly name: string;
	/** Undefined: they name none. */
	readonly named: NamedValue | undefined;
}

export interface NamedValue {
	/** Differs within a class. */
	readonly text: string;
	/** Whether others are told what this one is not, and not this one alone what others are not. The same within a class. */
	readonly negated: boolean;
	/** The same within a class. Undefined: an object has none. May throw. */
	valueIn(object: Selectable): string | undefined;
}

/** Who takes events in the turn in which they come. Nothing of it may throw. */
export interface EventTaker {
	/** The same for as long as it is one. Undefined: it is asked about each event by itself. */
	readonly takerClass: TakerClass | undefined;
	/** What `tell` would tell of an event that comes alone; undefined: nothing, it is not for this one; null: only `take` can say. */
	made(event: CacheEvent): Buffer | undefined | null;
	/** True: it is dealt with. */
	tell(bytes: Buffer): boolean;
	/** True: they are dealt with. */
	take(events: readonly CacheEvent[]): boolean;
}

/**
 * A reader's place in one resource's events. Holds no queue: a slow reader costs nothing.
 * A cursor older than memory is served from the store's log until it catches up.
 */
export interface Cursor {
	/**
	 * The next events, at least one, at most `limit`, in order; waits for some. Throws CompactedError; rejects with the signal's reason when
	 * aborted. `taker` is offered what comes while it waits: as long as it takes that, the cursor waits on. A promise for each delivery
	 * would cost half as much as the delivery.
	 */
	next(limit: number, signal: AbortSignal, taker?: EventTaker): Promise<readonly CacheEvent[]>;
	/** Takes back what was returned behind a revision, one of those returned last or the one before them: `next` returns it again. Not while it waits. */
	back(to: Revision): void;
	/** All changes up to here have been returned by `next`: what a BOOKMARK may say. */
	readonly revision: Revision;
	close(): void;
}

/** One resource as it was at a revision. What is returned may throw CompactedError when it is gone through. */
export interface PastObjects {
	/**
	 * In key order, as `WatchCache.list`; undefined for each that does not match. What has been replaced since, and is not in memory, is
	 * read by `read`: it may match.
	 */
	list(
		namespace: string,
		after: { readonly namespace: string; readonly name: string } | undefined,
		matches: (object: Selectable) => boolean,
		only?: FieldValue,
	): Iterable<CachedObject | ReplacedObject | undefined>;
	/** How many there were. `namespace` empty: in all. Throws CompactedError. */
	count(namespace: string): number;
	/** The objects as they were, from the first on; undefined for those that do not match. Fewer where they are large, one at least. Rejects with CompactedError. */
	read(replaced: readonly ReplacedObject[], matches: (object: Selectable) => boolean, options: CallOptions): Promise<readonly (CachedObject | undefined)[]>;
}

export interface WatchCache {
	/** The one applied revision of all types. */
	readonly revision: Revision;
	get(resource: string, namespace: string, name: string): CachedObject | undefined;
	/**
	 * In key order (namespace, name). `namespace` empty: all. `after`: exclusive start. A snapshot: later changes do not disturb the iteration.
	 * `only`: those without this value of an indexed field may be left out.
	 */
	list(resource: string, namespace: string, after?: { readonly namespace: string; readonly name: string }, only?: FieldValue): Iterable<CachedObject>;
	count(resource: string, namespace: string): number;
	/** How many there are behind a place. `namespace` empty: in all. */
	countAfter(resource: string, namespace: string, after: { readonly namespace: string; readonly name: string }): number;
	/** A resource at a revision that is not newer than the applied one. Rejects with CompactedError. */
	past(resource: string, revision: Revision): Promise<PastObjects>;
	/** Those that are damaged, in the order in which they were found. `namespace` empty: all. */
	damaged(resource: string, namespace: string): readonly Selectable[];
	/** A list found its objects scattered in memory, so many at most from behind `after`: some of them are laid side by side, soon, for the lists to come. */
	gather(resource: string, namespace: string, after: { readonly namespace: string; readonly name: string } | undefined, objects: number): void;
	/** Resolves at once when the revision is applied; throws ApiError Timeout (504, ResourceVersionTooLarge, seed 1 "Version semantics") after `timeoutMs`. */
	waitFor(revision: Revision, timeoutMs: number, signal?: AbortSignal): Promise<void>;
	/**
	 * Waits until everything acknowledged before this call is applied: the consistent read of an unset resourceVersion. Free with one
	 * writer, so that the signal of whoever waits is asked for only when there is something to wait for.
	 */
	consistent(waiting?: { readonly signal: AbortSignal }): void | Promise<void>;
	/**
	 * Events of a resource after a revision. `namespace` and `name` empty: any. `only`: those of objects that neither have nor had this value of
	 * an indexed field may be left out. Throws CompactedError when the history is gone.
	 */
	cursor(resource: string, from: Revision, scope: { readonly namespace: string; readonly name: string; readonly only?: FieldValue }): Cursor;
	/** A cached other encoding of an object (protobuf, Table row, another version), by a key of the encoder's choosing; byte-budgeted. */
	encoded(object: CachedObject, encoding: string, make: (object: CachedObject) => Buffer): Buffer;
	/** Numbers a list whose items are `encodedInList`. */
	beginList(): number;
	/** As `encoded`, but an item that has no room beside other items of the list is not kept. */
	encodedInList(list: number, object: CachedObject, encoding: string, make: (object: CachedObject) => Buffer): Buffer;
	/** What `encoded` gives without making it; undefined: it would have to. */
	known(object: CachedObject, encoding: string): Buffer | undefined;
	/** Names under which there are objects, whether or not their kind is served. */
	resources(): Iterable<string>;
	/** How many rows of a resource are written in which version, as `Row.version`; those that are damaged are not among them. */
	written(resource: string): ReadonlyMap<string, number>;
	/** Whether the row of an object of this cache would be written otherwise now: in another version, or with another key. */
	isOlder(resource: string, object: CachedObject): boolean;
	/** How it would be. Undefined: it is damaged. Throws an Error that names the object when it cannot be converted. */
	rewritten(resource: string, object: CachedObject): WrittenState | undefined;
	/** Shows the past in the same versions as the cache does the present. */
	readonly store: Store;
	/** As the snapshot of now shows it, also when another has taken its place: what began with one snapshot ends with it. */
	view(): WatchCache;
	close(): Promise<void>;
}
