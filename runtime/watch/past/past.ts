/**
 * One resource as of a revision. Objects unchanged since come from the cache. For the others, the change that replaced their state is
 * known, and the state is read from the store when needed. The cost depends on the listed objects, not on the number of changes since.
 */
import type { ItemForm } from '../../codec/item-form.ts';
import { everything, type Predicate } from '../../select/index.ts';
import type { CallOptions, Revision, Store } from '../../storage/store.ts';
import type { CachedObject, FieldValue, PastObjects } from '../contract.ts';
import { SharedLabelsAndFields } from '../objects/labels-and-fields.ts';
import type { HeldObject, StoredObject } from '../objects/object.ts';
import type { Place } from '../objects/ordered.ts';
import type { Gone, History } from './history.ts';
import { MadeObjects } from './made-objects.ts';
import { merged } from './merged.ts';
import { ReplacedObject } from './replaced-object.ts';
import { restored, roomEach } from './restored.ts';

/** Representation of history in one served snapshot. */
export interface ShownPast {
	/** Form of lists. */
	readonly form: ItemForm;
	/** Store that converts rows to the snapshot's versions. */
	readonly store: Store;
	show(object: HeldObject): CachedObject;
}

/** The current objects. */
export interface PresentObjects extends ShownPast {
	readonly resource: string;
	/** `only` allows omitting objects that have this value of an indexed field neither now nor at the revision. */
	list(namespace: string, after: Place | undefined, only: FieldValue | undefined): Iterable<HeldObject>;
	count(namespace: string): number;
	/** Returns the state that a change replaced, if it is still in memory. */
	replacedBy(change: Revision): HeldObject | undefined;
	/** Rebuilds the state that a change replaced after its event left memory, if memory has enough data. */
	madeAnew(change: Revision, place: Place, memory: MadeObjects): StoredObject | undefined;
	/** Called with the changes whose replaced states were read from the store. */
	onRead(replaced: readonly ReplacedObject[]): void;
}

export class Past implements PastObjects {
	readonly #present: PresentObjects;
	readonly #history: History;
	readonly #revision: Revision;
	/** Labels and fields; equal ones are parsed once. */
	readonly #sides = new SharedLabelsAndFields();
	readonly #made = new MadeObjects();

	constructor(present: PresentObjects, history: History, revision: Revision) {
		this.#present = present;
		this.#history = history;
		this.#revision = revision;
	}

	count(namespace: string): number {
		this.#history.verify(this.#revision);
		return this.#present.count(namespace) - this.#history.grewSince(this.#present.resource, this.#revision, namespace);
	}

	list(namespace: string, after: Place | undefined, matches: Predicate, only?: FieldValue): Iterable<CachedObject | ReplacedObject | undefined> {
		const gone = this.#history.gone(this.#present.resource, this.#revision, namespace, after);
		const present = this.#present.list(namespace, after, only);
		const all = gone === undefined ? present : merged(gone, present);
		return { [Symbol.iterator]: () => this.#asTheyWere(all[Symbol.iterator](), matches) };
	}

	#asTheyWere(all: Iterator<Gone | HeldObject>, matches: Predicate): Iterator<CachedObject | ReplacedObject | undefined> {
		return {
			next: () => {
				const next = all.next();
				return next.done === true ? next : { done: false, value: this.#asItWas(next.value, matches) };
			},
		};
	}

	#asItWas(one: Gone | HeldObject, matches: Predicate): CachedObject | ReplacedObject | undefined {
		this.#history.verify(this.#revision);
		return 'deletedAt' in one ? this.#replaced(one, one.deletedAt, matches) : this.#ofPresent(one, matches);
	}

	#ofPresent(object: HeldObject, matches: Predicate): CachedObject | ReplacedObject | undefined {
		const { revision } = object;
		if (revision > this.#revision) {
			// Labels and fields often stay equal while the rest changes; an object that does not match can then be omitted without a read.
			const isSeenAlike = matches !== everything && this.#history.lineages.seenSince(revision) <= this.#revision;
			return isSeenAlike && !matches(this.#present.show(object)) ? undefined : this.#replaced(object, revision, matches);
		}
		const shown = this.#present.show(object);
		return matches(shown) ? shown : undefined;
	}

	/** Returns the state before the changes that led to `change`. */
	#replaced(place: Place, change: Revision, matches: Predicate): CachedObject | ReplacedObject | undefined {
		const first = this.#history.lineages.firstAfter(this.#revision, change);
		if (first === undefined) return undefined;
		const replaced = this.#present.replacedBy(first);
		const made = replaced === undefined ? this.#present.madeAnew(first, place, this.#made) : undefined;
		const known = replaced ?? made;
		if (known === undefined) return new ReplacedObject(this.#present.resource, place, first);
		const was = this.#present.show(known);
		if (!matches(was)) return undefined;
		if (made !== undefined) this.#made.keep(made);
		return was;
	}

	async read(replaced: readonly ReplacedObject[], matches: Predicate, options: CallOptions): Promise<readonly (CachedObject | undefined)[]> {
		const { store, form } = this.#present;
		const states = await store.replaced(replaced, roomEach, options);
		for (let i = 0; i < states.count; i++) this.#verify(replaced[i], states.revisions[i] ?? 0);
		this.#present.onRead(replaced);
		return restored(states, replaced, form, this.#sides, matches);
	}

	/** Throws when outline and store disagree: an error is better than a state that never existed. */
	#verify(replaced: ReplacedObject | undefined, revision: Revision): void {
		if (revision <= this.#revision) return;
		throw new Error(`${replaced?.resource} ${replaced?.namespace}/${replaced?.name} became what it was by revision ${revision} alone, after ${this.#revision}`);
	}
}
