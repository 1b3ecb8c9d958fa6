/**
 * Merges the applied configuration into the live object; the applied value wins. Its inputs stay unchanged. The result shares parts with
 * them, and is the live value itself when nothing changes.
 */
import type { JsonObject, JsonValue } from '../../model/catalog.ts';
import { deepEqual, setOwn } from '../../model/equal.ts';
import type { Element } from '../sets/element.ts';
import { entryElement, hasSameKeys, isEmptyObject, isObject, typeOfMember, undeclared } from './entries.ts';
import { ListIndex, ListIndexes } from './list-index.ts';
import type { ListMerge, MergeType, StructMerge } from './merge-schema.ts';

/**
 * Merges objects. The applied object has passed `check.ts`: entries of its lists have keys and no duplicates. Adds the lists of the result
 * to `indexes`. Throws MalformedError on an entry of a live list without keys.
 */
export function merge(type: StructMerge, live: JsonObject, applied: JsonObject, indexes = new ListIndexes()): JsonObject {
	return new Merge(indexes).objects(type, live, applied);
}

class Merge {
	readonly #indexes: ListIndexes;

	constructor(indexes: ListIndexes) {
		this.#indexes = indexes;
	}

	objects(type: MergeType, live: JsonObject, applied: JsonObject): JsonObject {
		let merged: JsonObject | undefined;
		for (const name of Object.keys(applied)) {
			const value = applied[name] ?? null;
			const before = Object.hasOwn(live, name) ? (live[name] ?? null) : undefined;
			const after = before === undefined ? value : this.#values(typeOfMember(type, name) ?? undeclared, before, value);
			if (after === before) continue;
			merged ??= { ...live };
			setOwn(merged, name, after);
		}
		return merged ?? live;
	}

	#values(type: MergeType, live: JsonValue, applied: JsonValue): JsonValue {
		if (live === applied) return live;
		if (type.kind === 'list') {
			if (type.of === 'atomic') return appliedOrLive(live, applied);
			if (!Array.isArray(live) || live.length === 0) return appliedOrLive(live, applied);
			return Array.isArray(applied) && applied.length > 0 ? this.#lists(type, live, applied) : live;
		}
		if (!mergesObjects(type, live, applied)) return appliedOrLive(live, applied);
		if (!isObject(live) || isEmptyObject(live)) return appliedOrLive(live, applied);
		return isObject(applied) && !isEmptyObject(applied) ? this.objects(type, live, applied) : live;
	}

	/**
	 * Merges lists. Applied entries keep their order. Entries only in the live list keep their positions relative to them, as far as
	 * possible.
	 */
	#lists(list: ListMerge, live: JsonValue[], applied: JsonValue[]): JsonValue[] {
		return isInStep(list, live, applied) ? this.#inStep(list, live, applied) : this.#entries(list, live, applied);
	}

	/** Merges lists with the same elements in the same order. Applied entries have no duplicates, so live ones have none either. */
	#inStep(list: ListMerge, live: JsonValue[], applied: readonly JsonValue[]): JsonValue[] {
		let merged: JsonValue[] | undefined;
		for (let at = 0; at < live.length; at++) {
			const entry = live[at] ?? null;
			const next = this.#values(list.items, entry, applied[at] ?? null);
			if (next === entry) continue;
			merged ??= live.slice();
			merged[at] = next;
		}
		if (merged === undefined) return live;
		const index = this.#indexes.of(list, applied);
		this.#indexes.tell(list, live, index);
		this.#indexes.tell(list, merged, index);
		return merged;
	}

	#entries(list: ListMerge, live: JsonValue[], applied: JsonValue[]): JsonValue[] {
		const asked = this.#indexes.of(list, applied);
		const { elements, places } = placesIn(list, live, applied, asked);
		const livePlaces = placesOf(places, applied.length);
		const isUnique = isUniqueBut(livePlaces, places, elements);
		this.#indexes.tell(list, live, new ListIndex(elements, isUnique));
		const merged: JsonValue[] = [];
		const mergedElements: Element[] = [];
		/** Index of the next applied entry that is also in the live list. */
		let shared = nextShared(livePlaces, 0);
		let atLive = 0;
		for (let at = 0; at < applied.length || atLive < live.length; ) {
			const here = atLive < live.length ? places[atLive] : undefined;
			if (here === absent) {
				mergedElements.push(elements[atLive] ?? '');
				merged.push(live[atLive++] ?? null);
				continue;
			}
			if (here !== undefined && at < applied.length && here !== at && shared < applied.length && here !== shared) {
				// The entry gets its position from the applied list.
				atLive++;
				continue;
			}
			if (here !== undefined && here <= at) atLive++;
			if (at >= applied.length) continue;
			mergedElements.push(asked.elements[at] ?? '');
			merged.push(this.#entry(list, live, livePlaces[at] ?? absent, applied[at] ?? null));
			if (at === shared) shared = nextShared(livePlaces, at + 1);
			at++;
		}
		if (merged.length === live.length && merged.every((entry, at) => entry === live[at])) return live;
		// An entry only in the live list may have duplicates.
		this.#indexes.tell(list, merged, new ListIndex(mergedElements, isUnique || undefined));
		return merged;
	}

	/** Merges one entry. An applied entry replaces duplicate live ones. */
	#entry(list: ListMerge, live: readonly JsonValue[], place: number, applied: JsonValue): JsonValue {
		if (place === absent) return applied;
		return this.#values(list.items, place === several ? null : (live[place] ?? null), applied);
	}
}

function mergesObjects(type: MergeType, live: JsonValue, applied: JsonValue): boolean {
	switch (type.kind) {
		case 'struct':
		case 'map':
			return !type.atomic;
		case 'any':
			return !type.atomic && isObject(live) && (isObject(applied) || applied === null);
		default:
			return false;
	}
}

function appliedOrLive(live: JsonValue, applied: JsonValue): JsonValue {
	return deepEqual(live, applied) ? live : applied;
}

/** Reports whether the lists have the same keys in the same order, the usual case; elements then need not be computed. */
function isInStep(list: ListMerge, live: readonly JsonValue[], applied: readonly JsonValue[]): boolean {
	return live.length === applied.length && live.every((entry, at) => hasSameKeys(list, entry, applied[at]));
}

/** Instead of an index: the entry is not in the other list. */
const absent = -1;
/** Instead of an index: the entry occurs several times. */
const several = -2;

interface Places {
	readonly elements: readonly Element[];
	/** Index of each live entry in the applied list, or `absent`. */
	readonly places: Int32Array;
}

/**
 * Finds the live entries in the applied list. Neighbouring entries usually have the same offset between the two lists, so the previous
 * entry's offset is tried first.
 */
function placesIn(list: ListMerge, live: readonly JsonValue[], applied: readonly JsonValue[], asked: ListIndex): Places {
	const places = new Int32Array(live.length);
	const elements: Element[] = [];
	let shift = 0;
	for (let at = 0; at < live.length; at++) {
		const entry = live[at] ?? null;
		if (hasSameKeys(list, entry, applied[at + shift])) {
			places[at] = at + shift;
			elements.push(asked.elements[at + shift] ?? '');
			continue;
		}
		const element = entryElement(list, entry);
		const place = asked.first.get(element);
		elements.push(element);
		places[at] = place ?? absent;
		if (place !== undefined) shift = place - at;
	}
	return { elements, places };
}

/** Returns the index of each applied entry in the live list, or `absent`, or `several`. */
function placesOf(places: Int32Array, count: number): Int32Array {
	const livePlaces = new Int32Array(count).fill(absent);
	for (let at = 0; at < places.length; at++) {
		const place = places[at] ?? absent;
		if (place !== absent) livePlaces[place] = livePlaces[place] === absent ? at : several;
	}
	return livePlaces;
}

/** Reports whether the live list has no duplicates. */
function isUniqueBut(livePlaces: Int32Array, places: Int32Array, elements: readonly Element[]): boolean {
	if (livePlaces.includes(several)) return false;
	const others = elements.filter((_, at) => places[at] === absent);
	return new Set(others).size === others.length;
}

function nextShared(livePlaces: Int32Array, from: number): number {
	let at = from;
	while (livePlaces[at] === absent) at++;
	return at;
}
