/**
 * The watch cache: follows the store's log, applies it to all resources, and wakes waiting readers once per batch. DESIGN section 6. It
 * holds bytes and the data that selectors need; it parses no object and knows no kinds, versions or clients.
 */
import { wholeForm } from '../codec/item-form.ts';
import { BackgroundPass } from '../scheduling/background-pass.ts';
import { type CallOptions, type Change, CompactedError, type KeyRange, type Revision, type Store } from '../storage/store.ts';
import { isOlder, type StoredVersions, type WrittenState, withVersions } from '../storage/versions.ts';
import { type CacheOptions, defaults, warnings } from './cache-options.ts';
import type { CachedObject, Cursor, FieldValue, Selectable, ShownVersions, WatchCache } from './contract.ts';
import { ResourceCursor } from './events/cursor.ts';
import { EventBudget, type StoredEvent } from './events/log.ts';
import { LogReads } from './events/log-reads.ts';
import { DeferredObject, rowVersionOf } from './objects/deferred.ts';
import { Encodings } from './objects/encodings.ts';
import { type HeldObject, StoredObject } from './objects/object.ts';
import type { Place } from './objects/ordered.ts';
import { ShownVersion } from './objects/shown-version.ts';
import { SharedSideData } from './objects/side-data.ts';
import { Slabs } from './objects/slab.ts';
import { UncachedObject } from './objects/uncached.ts';
import { CachedResource, type Shared } from './resource.ts';
import { startRetention } from './retention.ts';
import { RevisionWaiters } from './revision-waiters.ts';
import { CacheView, type ShownHistory, type ViewedCache } from './view.ts';
import type { Scope } from './waiters.ts';

/** Longest wait of a consistent read of a shared store for the log to arrive. */
const consistentTimeoutMs = 3000;

const asWritten: ShownVersions = { current: () => undefined, convert: (_, state) => state, form: () => wholeForm };

/** Reads all current rows, then follows the log. The cache does not close the store. */
export async function openCache(store: Store, options: CacheOptions = {}): Promise<Cache> {
	const cache = new Cache(store, options);
	await cache.start(options);
	return cache;
}

export class Cache implements ViewedCache {
	readonly store: Store;
	/** Store without conversions: followed changes are converted on first use. */
	readonly #asWritten: Store;
	readonly #isShared: boolean;
	readonly #encodings: Encodings;
	readonly #slabs = new Slabs();
	readonly #budget: EventBudget;
	readonly #reads: LogReads;
	readonly #sharedParts: Shared;
	readonly #resources = new Map<string, CachedResource>();
	readonly #revisionWaiters = new RevisionWaiters();
	readonly #applied = () => this.#revision;
	readonly #background = new BackgroundPass<Place>();
	#versions: ShownVersions;
	#revision: Revision = 0;
	/** Revision at which the cache was opened; every event in memory is newer. */
	#opened: Revision = 0;
	/** Oldest revision that lists and watches may use, even where memory reaches further back. */
	#oldest: Revision = 0;
	#gathering = false;
	#follower: { close(): Promise<void> } | undefined;
	#stopRetention: (() => Promise<void>) | undefined;

	/** Called by `openCache` only. */
	constructor(store: Store, options: CacheOptions) {
		this.#versions = options.shown ?? asWritten;
		this.#asWritten = store;
		this.store = withVersions(store, this.#presentVersions());
		this.#isShared = options.shared ?? false;
		this.#encodings = new Encodings(options.encodingBytes ?? defaults.encodingBytes);
		this.#budget = new EventBudget(options.eventBytes ?? defaults.eventBytes, (event) => this.#dropped(event));
		this.#reads = new LogReads(this.store);
		this.#sharedParts = {
			background: this.#background,
			slabs: this.#slabs,
			sharedSideData: new SharedSideData(),
			encodings: this.#encodings,
			budget: this.#budget,
			reads: this.#reads,
			applied: this.#applied,
			oldest: () => this.#oldest,
			letGo: (object) => this.#release(object),
		};
	}

	async start(options: CacheOptions): Promise<void> {
		const events = options.events ?? warnings;
		this.#revision = await this.#asWritten.snapshot((rows) => {
			for (const row of rows) {
				this.#resourceOf(row.resource).load(row);
			}
		});
		this.#opened = this.#revision;
		// Events before the snapshot exist only in the store's log, and the snapshot's revision is known only after it was read.
		for (const resource of this.#resources.values()) resource.loaded(this.#opened);
		this.#oldest = await this.store.oldest();
		this.#follower = await this.#asWritten.follow(this.#revision, {
			onChanges: (changes, applied) => this.#apply(changes, applied),
			onInterrupted: (error) => events.interrupted(error),
			onResumed: () => events.resumed(),
			onLost: (error) => events.lost(error),
		});
		this.#stopRetention = startRetention(this.store, {
			historyMs: options.historyMs ?? defaults.historyMs,
			applied: this.#applied,
			onForgotten: (oldest) => {
				this.#oldest = oldest;
			},
			onError: (error) => events.retentionFailed(error),
		});
	}

	get revision(): Revision {
		return this.#revision;
	}

	/** Bytes of memory reserved for objects and for other encodings; for figures. */
	get memory(): { readonly objectBytes: number; readonly encodingBytes: number } {
		return { objectBytes: this.#slabs.reservedBytes, encodingBytes: this.#encodings.bytes };
	}

	get(resource: string, namespace: string, name: string): HeldObject | undefined {
		return this.#resources.get(resource)?.get(namespace, name);
	}

	list(resource: string, namespace: string, after?: { readonly namespace: string; readonly name: string }, only?: FieldValue): Iterable<HeldObject> {
		const objects = this.#resources.get(resource);
		return (only && objects?.listBy(only, namespace, after)) ?? objects?.list(namespace, after) ?? [];
	}

	count(resource: string, namespace: string): number {
		return this.#resources.get(resource)?.count(namespace) ?? 0;
	}

	countAfter(resource: string, namespace: string, after: { readonly namespace: string; readonly name: string }): number {
		return this.#resources.get(resource)?.countAfter(namespace, after) ?? 0;
	}

	isUnchanged(resource: string, revision: Revision): boolean {
		return revision >= this.#oldest && revision >= (this.#resources.get(resource)?.changedAt ?? this.#opened);
	}

	at(revision: Revision, range: KeyRange, limit: number, options?: CallOptions): Promise<readonly CachedObject[]> {
		const { resource } = range;
		const shown = { store: this.store, form: this.#versions.form(resource), get: (namespace: string, name: string) => this.get(resource, namespace, name) };
		return this.atAs(shown, revision, range, limit, options);
	}

	/** Returns objects at a revision, in the representation `shown`. */
	async atAs({ store, form, get }: ShownHistory, revision: Revision, range: KeyRange, limit: number, options?: CallOptions): Promise<readonly CachedObject[]> {
		const rows = await store.at(revision, range, limit, options);
		const { sharedSideData } = this.#sharedParts;
		return rows.map((row) => {
			// A current object is shared, because a list holds its objects until the client has read them.
			const current = get(row.namespace, row.name);
			return current?.revision === row.revision ? current : new UncachedObject(row, sharedSideData.of(row.side), row.bytes, form);
		});
	}

	countAt(revision: Revision, range: KeyRange, options?: CallOptions): Promise<number> {
		return this.#asWritten.countAt(revision, range, options);
	}

	damaged(resource: string, namespace: string): readonly Selectable[] {
		return this.#resources.get(resource)?.damaged(namespace) ?? [];
	}

	*resources(): Generator<string> {
		for (const { resource, ordered } of this.#resources.values()) if (ordered.size > 0) yield resource;
	}

	written(resource: string): ReadonlyMap<string, number> {
		return this.#resources.get(resource)?.written ?? new Map();
	}

	isOlder(resource: string, object: CachedObject): boolean {
		const version = rowVersionOf(object as HeldObject);
		return version !== undefined && isOlder(this.#versions.current(resource), version);
	}

	rewritten(resource: string, object: CachedObject): WrittenState | undefined {
		return this.#resources.get(resource)?.rewritten(object as HeldObject);
	}

	gather(resource: string, namespace: string, after: { readonly namespace: string; readonly name: string } | undefined, objects: number): void {
		if (this.#gathering) return;
		this.#gathering = true;
		// Gathering waits until the list that found the objects has been sent.
		setImmediate(() => {
			this.#gathering = false;
			const listed = this.#resources.get(resource)?.ordered.list(namespace, after);
			if (listed !== undefined) this.#slabs.gather(storedOf(first(listed, objects)));
		});
	}

	waitFor(revision: Revision, timeoutMs: number, signal?: AbortSignal): Promise<void> {
		return this.#revisionWaiters.wait(revision, this.#applied, timeoutMs, signal);
	}

	consistent(waiting?: { readonly signal: AbortSignal }): void | Promise<void> {
		if (!this.#isShared) return;
		return this.#caughtUp(waiting?.signal);
	}

	async #caughtUp(signal: AbortSignal | undefined): Promise<void> {
		const deadlineMs = performance.now() + consistentTimeoutMs;
		const revision = await this.store.revision({ deadlineMs, ...(signal && { signal }) });
		await this.waitFor(revision, deadlineMs - performance.now(), signal);
	}

	cursor(resource: string, from: Revision, scope: Scope): Cursor {
		const source = this.#resourceOf(resource);
		if (from < this.#oldest) throw new CompactedError(this.#oldest);
		return new ResourceCursor(source, from, scope);
	}

	encoded(object: CachedObject, encoding: string, make: (object: CachedObject) => Buffer): Buffer {
		// An object that the cache has released, or that came from the log, has no holder through which its encodings would be dropped.
		if (!(object instanceof StoredObject || object instanceof DeferredObject) || object.holders === 0) return make(object);
		return this.#encodings.of(object, encoding, () => make(object));
	}

	beginList(): number {
		return this.#encodings.beginList();
	}

	encodedInList(list: number, object: CachedObject, encoding: string, make: (object: CachedObject) => Buffer): Buffer {
		if (!(object instanceof StoredObject || object instanceof DeferredObject) || object.holders === 0) return make(object);
		return this.#encodings.ofList(list, object, encoding, () => make(object));
	}

	known(object: CachedObject, encoding: string): Buffer | undefined {
		return object instanceof StoredObject || object instanceof DeferredObject ? this.#encodings.known(object, encoding) : undefined;
	}

	/** Versions in which objects are currently shown. */
	get versions(): ShownVersions {
		return this.#versions;
	}

	/** Switches to another served snapshot. Objects in another representation are converted in slices, or on access if that comes first. */
	showIn(versions: ShownVersions): void {
		this.#versions = versions;
		this.#reads.clear();
		for (const resource of this.#resources.values()) if (resource.showIn(versions)) this.#background.add(resource);
	}

	view(): WatchCache {
		return new CacheView(this, this.#versions, this.#asWritten);
	}

	/** Returns the representation of a resource in another snapshot than the current one. */
	shownVersion(resource: string, versions: ShownVersions): ShownVersion {
		return new ShownVersion(resource, versions, this.#sharedParts);
	}

	async close(): Promise<void> {
		this.#background.stop();
		await this.#stopRetention?.();
		await this.#follower?.close();
	}

	#resourceOf(name: string): CachedResource {
		let resource = this.#resources.get(name);
		if (resource === undefined) {
			resource = new CachedResource(this.#sharedParts, name, this.#versions, this.#opened);
			this.#resources.set(name, resource);
		}
		return resource;
	}

	#apply(changes: readonly Change[], applied: Revision): void {
		const touched = new Map<CachedResource, StoredEvent[]>();
		/** Resources whose watchers must restart. */
		const broken = new Set<CachedResource>();
		for (const change of changes) {
			const resource = this.#resourceOf(change.resource);
			const event = resource.apply(change);
			const events = touched.get(resource);
			if (event === undefined) broken.add(resource);
			else if (events) events.push(event);
			else touched.set(resource, [event]);
		}
		this.#revision = applied;
		for (const resource of broken) {
			this.#reads.clear();
			touched.delete(resource);
			resource.waiters.fail(new CompactedError(applied));
		}
		for (const [resource, events] of touched) resource.waiters.wake(events, applied);
		this.#revisionWaiters.applied(applied);
		this.#budget.enforce();
	}

	#dropped(event: StoredEvent): void {
		this.#encodings.forget(event);
		this.#release(event.object);
		if (event.type === 'MODIFIED' && event.previous !== undefined) this.#release(event.previous);
	}

	#release(object: HeldObject): void {
		if (--object.holders > 0) return;
		this.#encodings.forget(object);
		if (object instanceof StoredObject) this.#slabs.release(object);
		else if (object instanceof DeferredObject) {
			this.#release(object.source);
			if (object.converted !== undefined) this.#release(object.converted);
		}
	}

	/** Returns the versions of the current snapshot, even after it was replaced. */
	#presentVersions(): StoredVersions {
		return { current: (resource) => this.#versions.current(resource), convert: (key, state) => this.#versions.convert(key, state) };
	}
}

/** Yields the listed objects that are stored in slabs. */
function* storedOf(objects: Iterable<HeldObject>): Generator<StoredObject> {
	for (const object of objects) {
		const stored = object instanceof DeferredObject ? object.converted : object;
		if (stored instanceof StoredObject) yield stored;
	}
}

function* first<T>(items: Iterable<T>, most: number): Generator<T> {
	let left = most;
	for (const item of items) {
		if (left-- === 0) return;
		yield item;
	}
}
