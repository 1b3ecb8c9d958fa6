/**
 * Cache in the representation of one served snapshot. While that snapshot is current, calls pass through to the cache. After it was
 * replaced, each object is converted for the requests that began with it.
 */
import type { ItemForm } from '../codec/item-form.ts';
import type { CallOptions, KeyRange, Revision, Store } from '../storage/store.ts';
import { type WrittenState, withVersions } from '../storage/versions.ts';
import type { CachedObject, Cursor, FieldValue, Selectable, ShownVersions, WatchCache } from './contract.ts';
import type { HeldObject } from './objects/object.ts';
import type { ShownVersion } from './objects/shown-version.ts';
import type { Scope } from './waiters.ts';

/** Representation of a resource's history in one served snapshot. */
export interface ShownHistory {
	/** Form of lists. */
	readonly form: ItemForm;
	/** Store that converts rows to the snapshot's versions. */
	readonly store: Store;
	/** Returns a current object. */
	get(namespace: string, name: string): CachedObject | undefined;
}

/** Members of the cache that a view needs. */
export interface ViewedCache extends WatchCache {
	/** Versions in which the cache currently shows objects. */
	readonly versions: ShownVersions;
	get(resource: string, namespace: string, name: string): HeldObject | undefined;
	list(resource: string, namespace: string, after?: { readonly namespace: string; readonly name: string }, only?: FieldValue): Iterable<HeldObject>;
	/** Returns objects at a revision, in the representation of a snapshot. Rejects with CompactedError. */
	atAs(shown: ShownHistory, revision: Revision, range: KeyRange, limit: number, options?: CallOptions): Promise<readonly CachedObject[]>;
	/** Returns the representation of a resource in another snapshot than the current one. */
	shownVersion(resource: string, versions: ShownVersions): ShownVersion;
}

export class CacheView implements WatchCache {
	readonly store: Store;
	readonly #cache: ViewedCache;
	readonly #versions: ShownVersions;
	readonly #shown = new Map<string, ShownVersion>();

	/** `store`: returns rows as written. */
	constructor(cache: ViewedCache, versions: ShownVersions, store: Store) {
		this.#cache = cache;
		this.#versions = versions;
		this.store = withVersions(store, versions);
	}

	get revision(): Revision {
		return this.#cache.revision;
	}

	resources(): Iterable<string> {
		return this.#cache.resources();
	}

	/** Returns current counts, because rows do not depend on the snapshot. */
	written(resource: string): ReadonlyMap<string, number> {
		return this.#cache.written(resource);
	}

	isOlder(resource: string, object: CachedObject): boolean {
		return this.#cache.isOlder(resource, object);
	}

	rewritten(resource: string, object: CachedObject): WrittenState | undefined {
		return this.#cache.rewritten(resource, object);
	}

	get(resource: string, namespace: string, name: string): CachedObject | undefined {
		const object = this.#cache.get(resource, namespace, name);
		return object === undefined || this.#cache.versions === this.#versions ? object : this.#of(resource).show(object);
	}

	list(resource: string, namespace: string, after?: { readonly namespace: string; readonly name: string }, only?: FieldValue): Iterable<CachedObject> {
		if (this.#cache.versions === this.#versions) return this.#cache.list(resource, namespace, after, only);
		// The index has values of the current representation only, so it is not used.
		const objects = this.#cache.list(resource, namespace, after);
		const shown = this.#of(resource);
		return { [Symbol.iterator]: () => Iterator.from(objects).map((object) => shown.show(object)) };
	}

	count(resource: string, namespace: string): number {
		return this.#cache.count(resource, namespace);
	}

	countAfter(...[resource, namespace, after]: Parameters<WatchCache['countAfter']>): number {
		return this.#cache.countAfter(resource, namespace, after);
	}

	isUnchanged(resource: string, revision: Revision): boolean {
		return this.#cache.isUnchanged(resource, revision);
	}

	at(revision: Revision, range: KeyRange, limit: number, options?: CallOptions): Promise<readonly CachedObject[]> {
		const shown = {
			store: this.store,
			form: this.#versions.form(range.resource),
			get: (namespace: string, name: string) => this.get(range.resource, namespace, name),
		};
		return this.#cache.atAs(shown, revision, range, limit, options);
	}

	countAt(revision: Revision, range: KeyRange, options?: CallOptions): Promise<number> {
		return this.#cache.countAt(revision, range, options);
	}

	damaged(resource: string, namespace: string): readonly Selectable[] {
		return this.#cache.damaged(resource, namespace);
	}

	gather(...[resource, namespace, after, objects]: Parameters<WatchCache['gather']>): void {
		this.#cache.gather(resource, namespace, after, objects);
	}

	waitFor(revision: Revision, timeoutMs: number, signal?: AbortSignal): Promise<void> {
		return this.#cache.waitFor(revision, timeoutMs, signal);
	}

	consistent(waiting?: { readonly signal: AbortSignal }): void | Promise<void> {
		return this.#cache.consistent(waiting);
	}

	/** Opens a cursor in the current representation. A watch of a changed resource ends before it delivers an event. */
	cursor(resource: string, from: Revision, scope: Scope): Cursor {
		return this.#cache.cursor(resource, from, scope);
	}

	encoded(object: CachedObject, encoding: string, make: (object: CachedObject) => Buffer): Buffer {
		return this.#cache.encoded(object, encoding, make);
	}

	beginList(): number {
		return this.#cache.beginList();
	}

	encodedInList(list: number, object: CachedObject, encoding: string, make: (object: CachedObject) => Buffer): Buffer {
		return this.#cache.encodedInList(list, object, encoding, make);
	}

	known(object: CachedObject, encoding: string): Buffer | undefined {
		return this.#cache.known(object, encoding);
	}

	view(): WatchCache {
		return this;
	}

	/** Does nothing: the cache closes itself. */
	close(): Promise<void> {
		return Promise.resolve();
	}

	#of(resource: string): ShownVersion {
		let shown = this.#shown.get(resource);
		if (shown === undefined) {
			shown = this.#cache.shownVersion(resource, this.#versions);
			this.#shown.set(resource, shown);
		}
		return shown;
	}
}
