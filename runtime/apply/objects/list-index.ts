/**
 * Elements of the entries of sets and list-maps, by list. Each step of an apply needs those of the same lists, so they are computed once. A
 * caller that derives a list from another can add its index directly.
 */
import type { JsonValue } from '../../model/catalog.ts';
import type { Element } from '../sets/element.ts';
import { entryElement } from './entries.ts';
import type { ListMerge } from './merge-schema.ts';

/** Index of the entries of one list. */
export class ListIndex {
	/** Elements in the order of the entries. */
	readonly elements: readonly Element[];
	#first: ReadonlyMap<Element, number> | undefined;
	#repeats: ReadonlyMap<Element, readonly number[]> | undefined;
	/** Undefined until computed. */
	#isUnique: boolean | undefined;

	/** `isUnique` and `first` may be given when they are known. */
	constructor(elements: readonly Element[], isUnique?: boolean, first?: ReadonlyMap<Element, number>) {
		this.elements = elements;
		this.#isUnique = isUnique;
		this.#first = first;
	}

	/** Computes the index of a list. Throws MalformedError on an entry without keys. */
	static of(list: ListMerge, entries: readonly JsonValue[]): ListIndex {
		return new ListIndex(entries.map((entry) => entryElement(list, entry)));
	}

	/** True when no two entries have the same element. */
	get isUnique(): boolean {
		this.#isUnique ??= this.first.size === this.elements.length;
		return this.#isUnique;
	}

	/** Index of each entry in the list; the first index of duplicates. */
	get first(): ReadonlyMap<Element, number> {
		this.#first ??= firstOf(this.elements);
		return this.#first;
	}

	/** All indices of elements that occur several times. */
	get repeats(): ReadonlyMap<Element, readonly number[]> {
		this.#repeats ??= this.isUnique ? none : repeatsOf(this.elements, this.first);
		return this.#repeats;
	}
}

const none: ReadonlyMap<Element, readonly number[]> = new Map();

function firstOf(elements: readonly Element[]): ReadonlyMap<Element, number> {
	const first = new Map<Element, number>();
	// Backwards, so that the first duplicate remains.
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

/** Indexes of the lists in one write, which must not change meanwhile. */
export class ListIndexes {
	/** Created on first use, because most writes need none. */
	#known: Map<readonly JsonValue[], { readonly list: ListMerge; readonly index: ListIndex }> | undefined;

	/** Returns the index of a list. Throws MalformedError on an entry without keys. */
	of(list: ListMerge, entries: readonly JsonValue[]): ListIndex {
		const known = this.#known?.get(entries);
		// Versions of an object share lists but may declare other keys for them.
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
