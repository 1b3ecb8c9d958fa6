/** One resource of the cache: its current objects by key and in order, its recent events, and its waiting readers. */
import type { ItemForm } from '../codec/item-form.ts';
import type { BackgroundPass } from '../scheduling/background-pass.ts';
import type { Change, Revision, Row } from '../storage/store.ts';
import type { WrittenState } from '../storage/versions.ts';
import { FieldIndex } from './by-field/field-index.ts';
import type { FieldValue, ShownVersions } from './contract.ts';
import { Event } from './events/event.ts';
import type { EventBudget, EventLog, StoredEvent } from './events/log.ts';
import type { LogReads } from './events/log-reads.ts';
import { DamagedObject } from './objects/damaged.ts';
import { DeferredObject, rowVersionOf } from './objects/deferred.ts';
import type { Encodings } from './objects/encodings.ts';
import { type HeldObject, type ObjectKey, StoredObject } from './objects/object.ts';
import { OrderedObjects, type Place } from './objects/ordered.ts';
import { type CacheMemory, ShownVersion } from './objects/shown-version.ts';
import { Waiters } from './waiters.ts';
import { WrittenCounts } from './written-counts.ts';

/** Parts shared by all resources. */
export interface Shared extends CacheMemory {
	readonly encodings: Encodings;
	readonly budget: EventBudget;
	readonly reads: LogReads;
	/** Work that is done in slices. */
	readonly background: BackgroundPass<Place>;
	applied(): Revision;
	/** Oldest usable revision, even where memory reaches further back. */
	oldest(): Revision;
	/** Removes one holder. */
	letGo(object: HeldObject): void;
}

interface Namespace {
	/** Single string shared by the namespace's objects. */
	readonly namespace: string;
	readonly objects: Map<string, HeldObject>;
}

const none: readonly DamagedObject[] = [];

export class CachedResource {
	readonly resource: string;
	readonly ordered = new OrderedObjects<HeldObject>();
	readonly log: EventLog;
	readonly waiters = new Waiters();
	readonly reads: LogReads;
	readonly encodings: Encodings;
	readonly #shared: Shared;
	/** Revision of the last change; of the opening of the cache when there was none since. */
	#changedAt: Revision;
	#shown: ShownVersion;
	/** True when some objects may be in another representation than the current one, so that each access checks the object. */
	#isMixed = false;
	/** The kind is no longer served; its objects keep their last form. */
	#isGone = false;
	readonly #namespaces = new Map<string, Namespace>();
	readonly #damaged = new Set<DamagedObject>();
	readonly #writtenCounts: WrittenCounts;
	/** Indexes by field, created when a reader first asks for one. */
	readonly #indices = new Map<string, FieldIndex>();

	constructor(shared: Shared, resource: string, versions: ShownVersions, start: Revision) {
		this.#shared = shared;
		this.reads = shared.reads;
		this.encodings = shared.encodings;
		this.resource = resource;
		this.#shown = new ShownVersion(resource, versions, shared);
		this.#writtenCounts = new WrittenCounts(this.#shown.version ?? '');
		this.log = shared.budget.addLog(start);
		this.#changedAt = start;
	}

	/** Sets the revision of the rows that were loaded; all events are newer. */
	loaded(revision: Revision): void {
		this.log.start = revision;
		this.#changedAt = revision;
	}

	/** Revision since which no object changed. */
	get changedAt(): Revision {
		return this.#changedAt;
	}

	get form(): ItemForm {
		return this.#shown.form;
	}

	applied(): Revision {
		return this.#shared.applied();
	}

	oldest(): Revision {
		return this.#shared.oldest();
	}

	get(namespace: string, name: string): HeldObject | undefined {
		const object = this.#held(namespace, name);
		return this.#isMixed && object !== undefined ? this.#bring(object, this.#shown) : object;
	}

	#held(namespace: string, name: string): HeldObject | undefined {
		return this.#namespaces.get(namespace)?.objects.get(name);
	}

	count(namespace: string): number {
		return namespace === '' ? this.ordered.size : (this.#namespaces.get(namespace)?.objects.size ?? 0);
	}

	countAfter(namespace: string, after: Place): number {
		return this.ordered.countAfter(namespace, after);
	}

	/** Lists objects in the current representation, whatever snapshot is served during the iteration. */
	list(namespace: string, after: Place | undefined): Iterable<HeldObject> {
		const objects = this.ordered.list(namespace, after);
		if (!this.#isMixed) return objects;
		const shown = this.#shown;
		return { [Symbol.iterator]: () => Iterator.from(objects).map((object) => this.#bring(object, shown)) };
	}

	/**
	 * Lists the objects with a value, and possibly others. Returns undefined when the field has no complete index; its construction then
	 * begins.
	 */
	listBy({ field, value }: FieldValue, namespace: string, after: Place | undefined): Iterable<HeldObject> | undefined {
		return this.#isMixed || this.#isGone ? undefined : this.#indexOf(field).list(value, namespace, after);
	}

	#indexOf(field: string): FieldIndex {
		let index = this.#indices.get(field);
		if (index === undefined) {
			index = new FieldIndex(field, this.ordered);
			this.#indices.set(field, index);
			this.#shared.background.add(index);
		}
		return index;
	}

	/** Adds a row of the first scan. */
	load(row: Row): void {
		if (row.damaged === true) this.#loadDamaged(addHolder(new DamagedObject(this.resource, row)));
		else {
			const known = this.#namespaceOf(row.namespace);
			this.#put(known, known.objects.get(row.name), row, row);
		}
	}

	#loadDamaged(object: DamagedObject): void {
		this.#index(this.#namespaceOf(object.namespace), object, undefined);
		this.#damaged.add(object);
	}

	damaged(namespace: string): readonly DamagedObject[] {
		return this.#damaged.size === 0 ? none : [...this.#damaged].filter((object) => namespace === '' || object.namespace === namespace);
	}

	/** Number of rows by version. */
	get written(): ReadonlyMap<string, number> {
		return this.#writtenCounts.of(this.#readable);
	}

	get #readable(): number {
		return this.ordered.size - this.#damaged.size;
	}

	/** Returns the row of an object as it would be written now; undefined when it is damaged. Throws when the conversion fails. */
	rewritten(object: HeldObject): WrittenState | undefined {
		const source = object instanceof DeferredObject ? object.source : object;
		return source instanceof StoredObject ? this.#shown.state(source) : undefined;
	}

	/** Switches to another served snapshot. Returns true when some objects may be in another representation and need processing. */
	showIn(versions: ShownVersions): boolean {
		const { resource, ordered } = this;
		const { budget } = this.#shared;
		const wasGone = this.#isGone;
		this.#isGone = versions.current(resource) === undefined && this.#shown.version !== undefined;
		if (this.#isGone) return !wasGone && ordered.size > 0;
		if (this.#shown.isIn(versions)) {
			this.#shown.continueIn(versions);
			return wasGone && ordered.size > 0;
		}
		this.#shown = new ShownVersion(resource, versions, this.#shared);
		this.#writtenCounts.become(this.#shown.version ?? '', this.#readable);
		// A field's value may differ in the new version.
		for (const index of this.#indices.values()) this.#shared.background.drop(index);
		this.#indices.clear();
		// Events hold objects in the earlier representation; events read from the store are converted.
		budget.clear(this.log, this.applied());
		this.#isMixed = ordered.size > 0;
		return this.#isMixed;
	}

	/** Brings at most `count` objects after a key into the current representation. Returns the last one; undefined at the end. */
	process(count: number, after: Place | undefined): Place | undefined {
		let left = count;
		for (const object of this.ordered.list('', after)) {
			this.#bring(object, this.#shown);
			if (--left === 0) return object;
		}
		this.#isMixed = false;
		return undefined;
	}

	/** Converts the object to `shown`. Replaces it in the index if it is still current and `shown` is still the current representation. */
	#bring(object: HeldObject, shown: ShownVersion): HeldObject {
		const brought = shown.show(object);
		if (shown !== this.#shown || this.#held(object.namespace, object.name) !== object) return brought;
		if (brought !== object) {
			this.#index(this.#namespaceOf(object.namespace), addHolder(brought), object);
			this.#shared.letGo(object);
		}
		return brought;
	}

	/** Releases an object whose row was replaced or deleted. */
	#giveUp(object: HeldObject): void {
		if (object instanceof DamagedObject) this.#damaged.delete(object);
		else this.#writtenCounts.remove(rowVersionOf(object) ?? '');
		this.#shared.letGo(object);
	}

	/**
	 * Applies a change. The returned event is for the waiters, after the whole batch is applied. Undefined when a deletion has no last
	 * state; the earlier history is then dropped.
	 */
	apply(change: Change): StoredEvent | undefined {
		this.#changedAt = change.revision;
		if (change.bytes === undefined && change.previous === undefined) {
			this.#unindex(change);
			this.#shared.budget.clear(this.log, change.revision);
			return undefined;
		}
		const event = change.bytes === undefined ? this.#deleted(change) : this.#written(change, change.bytes);
		this.#shared.budget.push(this.log, event);
		return event;
	}

	#deleted(change: Change): StoredEvent {
		// The object is placed for this event alone, which is its first holder.
		const last = this.#remove(change);
		return new Event(this.encodings, 'DELETED', last, last, change.revision);
	}

	#written(change: Change, bytes: Uint8Array): StoredEvent {
		const known = this.#namespaceOf(change.namespace);
		const found = known.objects.get(change.name);
		// The event must hold the object in the current representation.
		const old = found !== undefined && this.#isMixed && change.previous ? this.#bring(found, this.#shown) : found;
		const before = change.previous && this.#hold(old, change, change.previous);
		const object = this.#put(known, old, change, { version: change.version ?? '', side: change.side ?? '', bytes });
		// Both the index and the event hold the object.
		object.holders++;
		return new Event(this.encodings, before ? 'MODIFIED' : 'ADDED', object, before, change.revision);
	}

	/** Returns the state before a change, held for its event. `old` is the cached object. */
	#hold(old: HeldObject | undefined, { namespace, name, revision }: Change, previous: NonNullable<Change['previous']>): HeldObject {
		if (old === undefined) return this.#place({ namespace, name, revision }, previous);
		old.holders++;
		return old;
	}

	/** Stores a state in place of `old`. */
	#put(known: Namespace, old: HeldObject | undefined, { name, revision }: ObjectKey, state: WrittenState): HeldObject {
		const object = this.#place({ namespace: known.namespace, name: old?.name ?? name, revision }, state);
		this.#index(known, object, old);
		this.#writtenCounts.add(rowVersionOf(object) ?? '');
		if (old) this.#giveUp(old);
		return object;
	}

	/** Indexes an object in place of `old`. */
	#index({ objects }: Namespace, object: HeldObject, old: HeldObject | undefined): void {
		objects.set(object.name, object);
		this.ordered.set(object);
		if (this.#indices.size > 0) for (const index of this.#indices.values()) index.set(object, old);
	}

	/** Removes the object. Returns its last state, with the deletion's revision. */
	#remove(change: Change): HeldObject {
		const { namespace, name, revision, previous } = change;
		if (previous === undefined) throw new Error(`revision ${revision} deletes ${this.resource} ${namespace}/${name}, which was not there`);
		const last = this.#place({ namespace, name, revision }, previous);
		this.#unindex({ namespace, name });
		return last;
	}

	#unindex({ namespace, name }: Place): void {
		const objects = this.#namespaces.get(namespace)?.objects;
		const old = objects?.get(name);
		if (objects === undefined || old === undefined) return;
		objects.delete(name);
		if (objects.size === 0) this.#namespaces.delete(namespace);
		this.ordered.delete(old);
		if (this.#indices.size > 0) for (const index of this.#indices.values()) index.delete(old);
		this.#giveUp(old);
	}

	/** Stores a state with a first holder. A state in another version is converted to the current one on first use. */
	#place(key: ObjectKey, { version, side, bytes }: WrittenState): HeldObject {
		const { slabs, sharedSideData } = this.#shared;
		try {
			const stored = slabs.place(key, sharedSideData.of(side), this.#shown.keptAs(version, bytes), bytes);
			const object = this.#shown.show(stored);
			// The stored object is then held by the converted one.
			if (object !== stored) object.holders = 1;
			return object;
		} catch (cause) {
			const { namespace, name, revision } = key;
			throw new Error(
				`${this.resource} ${namespace}/${name} at revision ${revision} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
				{ cause },
			);
		}
	}

	#namespaceOf(namespace: string): Namespace {
		let found = this.#namespaces.get(namespace);
		if (found === undefined) {
			found = { namespace, objects: new Map() };
			this.#namespaces.set(namespace, found);
		}
		return found;
	}
}

/** Counts a holder of a cached object; the first holder of a deferred object also counts for its source. */
function addHolder<O extends HeldObject>(object: O): O {
	if (object.holders++ === 0 && object instanceof DeferredObject) object.source.holders++;
	return object;
}
