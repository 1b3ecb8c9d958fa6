/**
 * By which its owners know the entries of lists that are sets or maps. One apply asks it of the same few lists at each of its steps; each
 * is told once, and what is known of a list from another one is handed on.
 */
import type { JsonValue } from '../../model/catalog.ts';
import type { Element } from '../sets/element.ts';
import { entryElement } from './entries.ts';
import type { ListMerge } from './merge-schema.ts';

/** The entries of one list. */
export class ListIndex {
	/** In the order of the entries. */
	readonly elements: readonly Element[];
	#first: ReadonlyMap<Element, number> | undefined;
	#repeats: ReadonlyMap<Element, readonly number[]> | undefined;
	/** Undefined: not known yet. */
	#isUnique: boolean | undefined;

	/** `isUnique`, `first`: from whoever knows them already. */
	constructor(elements: readonly Element[], isUnique?: boolean, first?: ReadonlyMap<Element, number>) {
		this.elements = elements;
		this.#isUnique = isUnique;
		this.#first = first;
	}

	/** Throws MalformedError on an entry that cannot be known. */
	static of(list: ListMerge, entries: readonly JsonValue[]): ListIndex {
		return new ListIndex(entries.map((entry) => entryElement(list, entry)));
	}

	/** Whether no entry repeats. */
	get isUnique(): boolean {
		this.#isUnique ??= this.first.size === this.elements.length;
		return this.#isUnique;
	}

	/** Where each entry stands; the first place of those that repeat. */
	get first(): ReadonlyMap<Element, number> {
		this.#first ??= firstOf(this.elements);
		return this.#first;
	}

	/** All places of those that have several. */
	get repeats(): ReadonlyMap<Element, readonly number[]> {
		this.#repeats ??= this.isUnique ? none : repeatsOf(this.elements, this.first);
		return this.#repeats;
	}
}

const none: ReadonlyMap<Element, readonly number[]> = new Map();

function firstOf(elements: readonly Element[]): ReadonlyMap<Element, number> {
	const first = new Map<Element, number>();
	// The last of those that repeat is set first.
	for (let place = elements.length - 1; place >= 0; place--) first.set(elements[place] ?? '', place);
	return first;
}

function repeatsOf(elements: readonly Element[], first: ReadonlyMap<Element, number>): ReadonlyMap<Element, readonly number[]> {
	const repeats = new Map<Element, number[]>();
	for (const [place, element] of elements.entries()) {
		const before = first.get(element) ?? place;
		if (before === place) continue;
		const known = repeats.get(element);
		if (known === undefined) repeats.set(element, [before, place]);
		else known.push(place);
	}
	return repeats;
}

/** The lists of the values of one write, which nobody changes while it is under way. */
export class ListIndexes {
	/** Made for the first: most writes ask of none. */
	#known: Map<readonly JsonValue[], { readonly list: ListMerge; readonly index: ListIndex }> | undefined;

	/** Throws MalformedError on an entry that cannot be known. */
	of(list: ListMerge, entries: readonly JsonValue[]): ListIndex {
		const known = this.#known?.get(entries);
		// Versions of an object share lists, whose keys may be others in each.
		if (known?.list === list) return known.index;
		const index = ListIndex.of(list, entries);
		this.tell(list, entries, index);
		return index;
	}

	tell(list: ListMerge, entries: readonly JsonValue[], index: ListIndex): void {
		this.#known ??= new Map();
		this.#known.set(entries, { list, index });
	}
}
