/** One resource of the cache: its current objects by key and in order, its recent events, and who waits for more. */
import { type ItemForm, wholeBytes } from '../codec/item-form.ts';
import { StorageDamagedError } from '../storage/errors.ts';
import type { Change, Revision, Row } from '../storage/store.ts';
import { isOlder, type StoredVersions } from '../storage/versions.ts';
import { Event } from './events/event.ts';
import type { EventBudget, EventLog, StoredEvent } from './events/log.ts';
import type { LogReads } from './events/log-reads.ts';
import { DeferredObject, type Finish } from './objects/deferred.ts';
import type { Encodings } from './objects/encodings.ts';
import type { StoredObject } from './objects/object.ts';
import { OrderedObjects } from './objects/ordered.ts';
import type { Sides } from './objects/side.ts';
import type { Slabs } from './objects/slab.ts';
import { Waiters } from './waiters.ts';

/** What all resources share. */
export interface Shared {
	readonly slabs: Slabs;
	readonly sides: Sides;
	readonly encodings: Encodings;
	readonly budget: EventBudget;
	readonly reads: LogReads;
	readonly versions: StoredVersions;
	/** In which the objects of a resource are kept. */
	readonly forms: (resource: string) => ItemForm;
	/** Objects whose rows are written in another version than the one of now, and their resources. */
	readonly older: Map<StoredObject, string>;
	applied(): Revision;
	/** Counts one holder less. */
	letGo(object: StoredObject): void;
}

const nothing = new Uint8Array();

interface Namespace {
	/** The one text that its objects share. */
	readonly namespace: string;
	readonly objects: Map<string, StoredObject>;
}

export class CachedResource {
	readonly resource: string;
	readonly ordered = new OrderedObjects();
	readonly log: EventLog;
	readonly waiters = new Waiters();
	readonly reads: LogReads;
	readonly encodings: Encodings;
	form: ItemForm;
	readonly #shared: Shared;
	/** In which its objects are written now. */
	#version: string | undefined;
	readonly #namespaces = new Map<string, Namespace>();

	constructor(shared: Shared, resource: string, start: Revision) {
		this.#shared = shared;
		this.reads = shared.reads;
		this.encodings = shared.encodings;
		this.resource = resource;
		this.form = shared.forms(resource);
		this.#version = shared.versions.current(resource);
		this.log = shared.budget.addLog(start);
	}

	applied(): Revision {
		return this.#shared.applied();
	}

	get(namespace: string, name: string): StoredObject | undefined {
		return this.#namespaces.get(namespace)?.objects.get(name);
	}

	count(namespace: string): number {
		return namespace === '' ? this.ordered.size : (this.#namespaces.get(namespace)?.objects.size ?? 0);
	}

	/** A row of the first scan. */
	load(row: Row): void {
		if (row.damaged === true || isOlder(this.#version, row.version)) this.#defer(row);
		else this.#put(row, row.revision, row.side, row.bytes);
	}

	/** One that is not as it is to be shown: it is made so when it is first used. */
	#defer(row: Row): void {
		const { slabs, sides, versions, older } = this.#shared;
		const { resource } = this;
		const { namespace, objects } = this.#namespaceOf(row.namespace);
		const { name, revision, version, side } = row;
		const isDamaged = row.damaged === true;
		// Of the row only its key is kept: its bytes are lent.
		const finish = (bytes: Uint8Array) => {
			if (isDamaged)
				throw new StorageDamagedError(`${resource} ${namespace === '' ? name : `${namespace}/${name}`} is not what was written, and is not served`);
			return versions.convert({ resource, namespace, name }, { version, side, bytes });
		};
		const object = slabs.defer({ namespace, name, revision }, sides.of(isDamaged ? '' : side), isDamaged ? nothing : row.bytes, {
			sides,
			form: this.form,
			finish,
		});
		objects.set(name, object);
		this.ordered.set(object);
		if (!isDamaged) older.set(object, resource);
	}

	/** Its objects may be written in another version from now on: what is here is then as if it had been read in the earlier one. */
	versionMoved(): void {
		const { slabs, sides, versions, older, budget } = this.#shared;
		const { resource } = this;
		const before = this.#version;
		this.#version = versions.current(resource);
		if (this.#version === before) return;
		this.form = this.#shared.forms(resource);
		if (this.#version === undefined || before === undefined) return;
		// Events hold objects as they were; read in the store they are converted.
		budget.clear(this.log, this.applied());
		for (const object of [...this.ordered.list('', undefined)]) {
			// One that nobody has looked at is converted from what it was stored in.
			if (object instanceof DeferredObject && object.isPending) continue;
			const deferred = slabs.deferAgain(object, { sides, form: this.form, finish: this.#finishKept(object, before) });
			const { namespace, name } = object;
			this.#namespaceOf(namespace).objects.set(name, deferred);
			this.ordered.set(deferred);
			this.#shared.letGo(object);
			older.set(deferred, resource);
		}
	}

	/** Of what is kept as lists show it. */
	#finishKept({ namespace, name, side, keptForm: form }: StoredObject, version: string): Finish {
		const { versions } = this.#shared;
		const { resource } = this;
		return (kept) => {
			const bytes = wholeBytes({ bytes: Buffer.from(kept.buffer, kept.byteOffset, kept.byteLength), form });
			return versions.convert({ resource, namespace, name }, { version, side: side.text, bytes });
		};
	}

	/** Takes in a change; the event is for the waiters, once the whole batch is in. */
	apply(change: Change): StoredEvent {
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
		const before = change.previous && this.#hold(change, change.previous);
		const object = this.#put(change, change.revision, change.side ?? '', bytes);
		// The index holds it, and the event too.
		object.holders++;
		return new Event(this.encodings, before ? 'MODIFIED' : 'ADDED', object, before, change.revision);
	}

	/** The state before a change, held for its event. */
	#hold({ namespace, name, revision }: Change, previous: NonNullable<Change['previous']>): StoredObject {
		const old = this.get(namespace, name);
		if (old === undefined) return this.#place(namespace, name, revision, previous.side, previous.bytes);
		old.holders++;
		return old;
	}

	#put(key: { readonly namespace: string; readonly name: string }, revision: Revision, side: string, json: Uint8Array): StoredObject {
		const { namespace, objects } = this.#namespaceOf(key.namespace);
		const old = objects.get(key.name);
		const object = this.#place(namespace, old?.name ?? key.name, revision, side, json);
		objects.set(object.name, object);
		this.ordered.set(object);
		if (old) this.#shared.letGo(old);
		return object;
	}

	/** The last state, with the deletion's revision. */
	#remove(change: Change): StoredObject {
		const { namespace, name, revision, previous } = change;
		if (previous === undefined) throw new Error(`revision ${revision} deletes ${this.resource} ${namespace}/${name}, which was not there`);
		const last = this.#place(namespace, name, revision, previous.side, previous.bytes);
		const objects = this.#namespaces.get(namespace)?.objects;
		const old = objects?.get(name);
		if (objects === undefined || old === undefined) return last;
		objects.delete(name);
		if (objects.size === 0) this.#namespaces.delete(namespace);
		this.ordered.delete(old);
		this.#shared.letGo(old);
		return last;
	}

	#place(namespace: string, name: string, revision: Revision, side: string, json: Uint8Array): StoredObject {
		const { slabs, sides } = this.#shared;
		try {
			return slabs.place({ namespace, name, revision }, sides.of(side), this.form, json);
		} catch (cause) {
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
