/**
 * One resource as it was at a revision: objects that have not changed since are those of the cache, and of the others it is known which
 * change replaced what they were then; that is read in the store when it is wanted. What it costs depends on what is listed, and not on
 * how much has happened since.
 */
import type { ItemForm } from '../../codec/item-form.ts';
import type { CallOptions, Revision, Row, Store } from '../../storage/store.ts';
import type { CachedObject, PastObjects, Selectable } from '../contract.ts';
import { SharedLabelsAndFields } from '../objects/labels-and-fields.ts';
import type { HeldObject } from '../objects/object.ts';
import type { Place } from '../objects/ordered.ts';
import type { Gone, History } from './history.ts';
import { merged } from './merged.ts';
import { ReplacedObject } from './replaced-object.ts';
import { restored } from './restored.ts';

/** How a snapshot of what is served shows the past. */
export interface ShownPast {
	/** Of lists. */
	readonly form: ItemForm;
	/** In whose versions rows come. */
	readonly store: Store;
	show(object: HeldObject): CachedObject;
}

/** What there is now. */
export interface PresentObjects extends ShownPast {
	readonly resource: string;
	list(namespace: string, after: Place | undefined): Iterable<HeldObject>;
	count(namespace: string): number;
	/** What a change replaced, as far as it is still in memory. */
	replacedBy(change: Revision): HeldObject | undefined;
}

export class Past implements PastObjects {
	readonly #present: PresentObjects;
	readonly #history: History;
	readonly #revision: Revision;
	/** Equal ones are parsed once. */
	readonly #sides = new SharedLabelsAndFields();

	constructor(present: PresentObjects, history: History, revision: Revision) {
		this.#present = present;
		this.#history = history;
		this.#revision = revision;
	}

	count(namespace: string): number {
		this.#history.verify(this.#revision);
		return this.#present.count(namespace) - this.#history.grewSince(this.#present.resource, this.#revision, namespace);
	}

	list(namespace: string, after: Place | undefined): Iterable<CachedObject | ReplacedObject> {
		const { resource } = this.#present;
		const gone = this.#history.gone(resource, this.#revision, namespace, after);
		const all = merged(gone, this.#present.list(namespace, after));
		return { [Symbol.iterator]: () => this.#asTheyWere(all) };
	}

	*#asTheyWere(all: Iterable<Gone | HeldObject>): Generator<CachedObject | ReplacedObject> {
		const present = this.#present;
		const revision = this.#revision;
		for (const one of all) {
			this.#history.verify(revision);
			const change = 'deletedAt' in one ? one.deletedAt : one.revision;
			if (change <= revision) {
				yield present.show(one as HeldObject);
				continue;
			}
			const first = this.#history.lineages.firstAfter(revision, change);
			if (first === undefined) continue;
			const replaced = present.replacedBy(first);
			yield replaced === undefined ? new ReplacedObject(present.resource, one, first, this.#seen(one)) : present.show(replaced);
		}
	}

	/** What selectors see of an object often stays as it is while the rest changes. */
	#seen(object: Gone | HeldObject): CachedObject | undefined {
		if ('deletedAt' in object || this.#history.lineages.seenSince(object.revision) > this.#revision) return undefined;
		return this.#present.show(object);
	}

	async read(
		replaced: readonly ReplacedObject[],
		matches: (object: Selectable) => boolean,
		options: CallOptions,
	): Promise<readonly (CachedObject | undefined)[]> {
		const { store, form } = this.#present;
		const rows = await store.replaced(replaced, options);
		for (const row of rows) this.#verify(row);
		return restored(rows, form, this.#sides, matches);
	}

	/** Throws when the outline and the store say different things: better nothing than what never was. */
	#verify({ resource, namespace, name, revision }: Row): void {
		if (revision > this.#revision)
			throw new Error(`${resource} ${namespace}/${name} was not what it was at revision ${revision} yet, but at ${this.#revision}`);
	}
}
