/** One resource of the cache: its current objects by key and in order, its recent events, and who waits for more. */
import type { ItemForm } from '../codec/item-form.ts';
import type { State } from '../storage/states.ts';
import type { Change, OutlinedChange, Revision, Row } from '../storage/store.ts';
import type { WrittenState } from '../storage/versions.ts';
import { FieldIndex } from './by-field/field-index.ts';
import { fieldOf } from './by-field/field-value.ts';
import type { FieldValue, ShownVersions } from './contract.ts';
import { Event } from './events/event.ts';
import type { EventBudget, EventLog, StoredEvent } from './events/log.ts';
import type { LogReads } from './events/log-reads.ts';
import { DamagedObject } from './objects/damaged.ts';
import { DeferredObject } from './objects/deferred.ts';
import type { Encodings } from './objects/encodings.ts';
import { type HeldObject, type ObjectKey, StoredObject } from './objects/object.ts';
import { OrderedObjects, type Place } from './objects/ordered.ts';
import { type CacheMemory, ShownVersion } from './objects/shown-version.ts';
import { writtenIn } from './objects/written-in.ts';
import type { Lineages } from './past/lineages.ts';
import type { MadeObjects } from './past/made-objects.ts';
import { merged } from './past/merged.ts';
import type { Renewal } from './renewal.ts';
import { Waiters } from './waiters.ts';
import { WrittenCounts } from './written-counts.ts';

/** What all resources share. */
export interface Shared extends CacheMemory {
	readonly encodings: Encodings;
	readonly budget: EventBudget;
	readonly reads: LogReads;
	/** What is to be gone through in slices. */
	readonly renewal: Renewal;
	applied(): Revision;
	/** Older revisions are forgotten, whatever memory still has of them. */
	oldest(): Revision;
	/** Counts one holder less. */
	letGo(object: HeldObject): void;
}

interface Namespace {
	/** The one text that its objects share. */
	readonly namespace: string;
	readonly objects: Map<string, HeldObject>;
}

const none: readonly DamagedObject[] = [];

/** Looked at for a list of the past by an index: a few milliseconds. */
const mostEvents = 10_000;

export class CachedResource {
	readonly resource: string;
	readonly ordered = new OrderedObjects<HeldObject>();
	readonly log: EventLog;
	readonly waiters = new Waiters();
	readonly reads: LogReads;
	readonly encodings: Encodings;
	readonly #shared: Shared;
	#shown: ShownVersion;
	/** Whether some objects are not as they are to be shown: then each that is asked for is looked at. */
	#isMixed = false;
	/** There is no such kind now: what is here is as it was when there was one. */
	#isGone = false;
	readonly #namespaces = new Map<string, Namespace>();
	readonly #damaged = new Set<DamagedObject>();
	readonly #writtenCounts: WrittenCounts;
	/** By field: those that somebody has asked for. */
	readonly #indices = new Map<string, FieldIndex>();

	constructor(shared: Shared, resource: string, versions: ShownVersions, start: Revision) {
		this.#shared = shared;
		this.reads = shared.reads;
		this.encodings = shared.encodings;
		this.resource = resource;
		this.#shown = new ShownVersion(resource, versions, shared);
		this.#writtenCounts = new WrittenCounts(this.#shown.version ?? '');
		this.log = shared.budget.addLog(start);
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

	/** What a change replaced, while memory has it as it was: of what was deleted it has the last state with the revision of the deletion. */
	replacedBy(change: Revision): HeldObject | undefined {
		const event = this.log.at(change);
		if (event?.type !== 'MODIFIED' || event.previous === undefined) return undefined;
		return event.previous.revision < change && event.previous.damaged === undefined ? event.previous : undefined;
	}

	/**
	 * What a change replaced, for lists of the past, where memory has what followed it. Such changes come from the newest on, all of them
	 * older than those of which it is known.
	 */
	keepReplaced({ namespace, name, revision }: OutlinedChange, was: State, lineages: Lineages, memory: MadeObjects): void {
		const now = this.#held(namespace, name);
		if (this.#isMixed || now === undefined) return;
		const replacedBy = now.revision === revision ? undefined : lineages.firstAfter(revision, now.revision);
		const became = now.revision === revision ? now : replacedBy && (this.replacedBy(replacedBy) ?? replacedBy);
		if (!(became instanceof StoredObject) && typeof became !== 'number') return;
		const { budget, slabs, sharedLabelsAndFields } = this.#shared;
		const key = { namespace, name, revision: was.revision };
		const object = slabs.placeAside(key, sharedLabelsAndFields.of(was.side), this.#shown.keptAs(was.version, was.bytes), was.bytes);
		budget.addReplaced(this.log, () => this.log.replaced.addInFront(revision, object, became, memory));
	}

	/** As the snapshot of now shows them, whatever happens while they are gone through. */
	list(namespace: string, after: Place | undefined): Iterable<HeldObject> {
		const objects = this.ordered.list(namespace, after);
		if (!this.#isMixed) return objects;
		const shown = this.#shown;
		return { [Symbol.iterator]: () => Iterator.from(objects).map((object) => this.#bring(object, shown)) };
	}

	/**
	 * Those that have a value, and perhaps others: undefined where the index of the field is not made, which begins now. As it was at an
	 * earlier revision, too, as far as objects of then are still there: undefined where memory does not know what has changed since.
	 */
	listBy({ field, value }: FieldValue, namespace: string, after: Place | undefined, since?: Revision): Iterable<HeldObject> | undefined {
		if (this.#isMixed || this.#isGone) return undefined;
		const found = this.#indexOf(field).list(value, namespace, after);
		if (found === undefined || since === undefined || since === this.applied()) return found;
		if (since < this.log.start || this.log.countAfter(since) > mostEvents) return undefined;
		const moved = new OrderedObjects<HeldObject>();
		for (const { type, object, previous } of this.log.after(since, mostEvents)) {
			if (type !== 'MODIFIED' || previous === undefined || fieldOf(previous, field) === fieldOf(object, field)) continue;
			const now = this.get(object.namespace, object.name);
			if (now !== undefined) moved.set(now);
		}
		return merged(found, moved.list(namespace, after));
	}

	#indexOf(field: string): FieldIndex {
		let index = this.#indices.get(field);
		if (index === undefined) {
			index = new FieldIndex(field, this.ordered);
			this.#indices.set(field, index);
			this.#shared.renewal.add(index);
		}
		return index;
	}

	/** A row of the first scan. */
	load(row: Row): void {
		if (row.damaged === true) this.#loadDamaged(held(new DamagedObject(this.resource, row)));
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

	/** How many rows are written in which version. */
	get written(): ReadonlyMap<string, number> {
		return this.#writtenCounts.of(this.#readable);
	}

	get #readable(): number {
		return this.ordered.size - this.#damaged.size;
	}

	/** The row of an object as it is to be written now. Undefined: it is damaged. Throws where it cannot be converted. */
	rewritten(object: HeldObject): WrittenState | undefined {
		const source = object instanceof DeferredObject ? object.source : object;
		return source instanceof StoredObject ? this.#shown.state(source) : undefined;
	}

	/** Another snapshot is served. True: some objects may be kept otherwise than they are to be shown now, and are to be brought. */
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
		// What a field says may be another thing now.
		for (const index of this.#indices.values()) this.#shared.renewal.drop(index);
		this.#indices.clear();
		// Events hold objects as they were; read in the store they are converted.
		budget.clear(this.log, this.applied());
		this.#isMixed = ordered.size > 0;
		return this.#isMixed;
	}

	/** Brings at most so many objects behind a place to how they are to be shown; the last of them, undefined when there are no more. */
	bring(count: number, after: Place | undefined): Place | undefined {
		let left = count;
		for (const object of this.ordered.list('', after)) {
			this.#bring(object, this.#shown);
			if (--left === 0) return object;
		}
		this.#isMixed = false;
		return undefined;
	}

	/** The object as `shown` says; in the index too, if it is still there and still to be shown so. */
	#bring(object: HeldObject, shown: ShownVersion): HeldObject {
		const brought = shown.show(object);
		if (shown !== this.#shown || this.#held(object.namespace, object.name) !== object) return brought;
		if (brought !== object) {
			this.#index(this.#namespaceOf(object.namespace), held(brought), object);
			this.#shared.letGo(object);
		}
		return brought;
	}

	/** Its row is another one now, or there is none. */
	#giveUp(object: HeldObject): void {
		if (object instanceof DamagedObject) this.#damaged.delete(object);
		else this.#writtenCounts.remove(writtenIn(object) ?? '');
		this.#shared.letGo(object);
		// No event has it, that would be told of what becomes of it.
		if (object.holders === 0) this.log.replaced.lose(object.revision);
	}

	/** Takes in a change; the event is for the waiters, once the whole batch is in. Undefined: what was deleted cannot be told, and what was before is forgotten. */
	apply(change: Change): StoredEvent | undefined {
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
		// Placed for this event alone, which is its first holder.
		const last = this.#remove(change);
		return new Event(this.encodings, 'DELETED', last, last, change.revision);
	}

	#written(change: Change, bytes: Uint8Array): StoredEvent {
		const known = this.#namespaceOf(change.namespace);
		const found = known.objects.get(change.name);
		// The event has it as it is to be shown.
		const old = found !== undefined && this.#isMixed && change.previous ? this.#bring(found, this.#shown) : found;
		const before = change.previous && this.#hold(old, change, change.previous);
		const object = this.#put(known, old, change, { version: change.version ?? '', side: change.side ?? '', bytes });
		// The index holds it, and the event too.
		object.holders++;
		return new Event(this.encodings, before ? 'MODIFIED' : 'ADDED', object, before, change.revision);
	}

	/** The state before a change, held for its event. `old`: as the cache has it. */
	#hold(old: HeldObject | undefined, { namespace, name, revision }: Change, previous: NonNullable<Change['previous']>): HeldObject {
		if (old === undefined) return this.#place({ namespace, name, revision }, previous);
		old.holders++;
		return old;
	}

	/** In the place of `old`. */
	#put(known: Namespace, old: HeldObject | undefined, { name, revision }: ObjectKey, state: WrittenState): HeldObject {
		const object = this.#place({ namespace: known.namespace, name: old?.name ?? name, revision }, state);
		this.#index(known, object, old);
		this.#writtenCounts.add(writtenIn(object) ?? '');
		if (old) this.#giveUp(old);
		return object;
	}

	/** In the place of `old`. */
	#index({ objects }: Namespace, object: HeldObject, old: HeldObject | undefined): void {
		objects.set(object.name, object);
		this.ordered.set(object);
		if (this.#indices.size > 0) for (const index of this.#indices.values()) index.set(object, old);
	}

	/** The last state, with the deletion's revision. */
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

	/** With a first holder. What is written in another version is shown in the one of now when somebody first looks at it. */
	#place(key: ObjectKey, { version, side, bytes }: WrittenState): HeldObject {
		const { slabs, sharedLabelsAndFields } = this.#shared;
		try {
			const stored = slabs.place(key, sharedLabelsAndFields.of(side), this.#shown.keptAs(version, bytes), bytes);
			const object = this.#shown.show(stored);
			// The holder of the stored one is then the one that is converted of it.
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

/** Counts a holder of an object that is in the cache, or made of one that is. */
function held<O extends HeldObject>(object: O): O {
	if (object.holders++ === 0 && object instanceof DeferredObject) object.source.holders++;
	return object;
}
