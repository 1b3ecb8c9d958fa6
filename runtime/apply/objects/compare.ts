/** What a write changes: the fields that it adds or gives another value, and those that it takes away. */
import type { JsonObject, JsonValue } from '../../model/catalog.ts';
import { deepEqual } from '../../model/equal.ts';
import { type Element, fieldElement } from '../sets/element.ts';
import { emptySet, type FieldSet, isEqual, leaf, node, union } from '../sets/field-set.ts';
import { entryElement, hasSameKeys, isEmptyObject, isObject, undeclared } from './entries.ts';
import type { AnyMerge, ListMerge, MapMerge, MergeType, StructMerge } from './merge-schema.ts';
import { whole } from './owned.ts';

export interface Difference {
	/** Added, or of another value. */
	readonly changed: FieldSet;
	readonly removed: FieldSet;
}

const replaced: Difference = { changed: leaf, removed: emptySet };

/** Undefined: nothing. Throws MalformedError on an entry of a list that has no identity. */
export function compare(type: StructMerge, before: JsonObject, after: JsonObject): Difference | undefined {
	return compareMembers(type, before, after);
}

function compareValues(type: MergeType, before: JsonValue, after: JsonValue): Difference | undefined {
	if (before === after) return undefined;
	switch (type.kind) {
		case 'scalar':
			return compareWhole(before, after);
		case 'untracked':
			return undefined;
		case 'list':
			return type.of === 'atomic' ? compareWhole(before, after) : compareLists(type, before, after);
		case 'struct':
		case 'map':
			return type.atomic ? compareWhole(before, after) : compareObjects(type, before, after);
		case 'any':
			return type.atomic ? compareWhole(before, after) : compareAny(type, before, after);
	}
}

function compareWhole(before: JsonValue, after: JsonValue): Difference | undefined {
	return deepEqual(before, after) ? undefined : replaced;
}

/** Null is an object with nothing in it; from nothing to nothing, null and empty are told apart. */
function compareObjects(type: StructMerge | MapMerge | AnyMerge, before: JsonValue, after: JsonValue): Difference | undefined {
	const isNothing = (value: JsonValue): boolean => !isObject(value) || isEmptyObject(value);
	if (isNothing(before) && isNothing(after)) return compareWhole(before, after);
	return compareMembers(type, isObject(before) ? before : {}, isObject(after) ? after : {});
}

/** What is an object may become another thing: all that was in it goes then, or comes. */
function compareAny(type: AnyMerge, before: JsonValue, after: JsonValue): Difference | undefined {
	const isLike = (value: JsonValue): boolean => value === null || isObject(value);
	if (isLike(before) && isLike(after)) return compareObjects(type, before, after);
	if (isObject(before)) return { changed: leaf, removed: node(false, whole(type, before).children) };
	if (isObject(after)) return { changed: node(true, whole(type, after).children), removed: emptySet };
	return compareWhole(before, after);
}

function compareMembers(type: StructMerge | MapMerge | AnyMerge, before: JsonObject, after: JsonObject): Difference | undefined {
	const found = new Found();
	for (const name of Object.keys(after)) {
		const value = after[name] ?? null;
		if (!Object.hasOwn(before, name)) found.added(elementOf(type, name), whole(memberType(type, name), value));
		else if (before[name] !== value) found.take(elementOf(type, name), compareValues(memberType(type, name), before[name] ?? null, value));
	}
	for (const name of Object.keys(before)) {
		if (!Object.hasOwn(after, name)) found.gone(elementOf(type, name), whole(memberType(type, name), before[name] ?? null));
	}
	return found.all();
}

function memberType(type: StructMerge | MapMerge | AnyMerge, name: string): MergeType {
	if (type.kind === 'struct') return type.fields.get(name)?.type ?? type.rest ?? undeclared;
	return type.kind === 'map' ? type.values : type;
}

function elementOf(type: StructMerge | MapMerge | AnyMerge, name: string): Element {
	return (type.kind === 'struct' ? type.fields.get(name)?.element : undefined) ?? fieldElement(name);
}

function compareLists(list: ListMerge, before: JsonValue, after: JsonValue): Difference | undefined {
	const old = Array.isArray(before) ? before : [];
	const next = Array.isArray(after) ? after : [];
	if (old.length === 0 && next.length === 0) return compareWhole(before, after);
	return old.length === next.length ? compareInStep(list, old, next) : compareEntries(list, old, next, []);
}

/** Mostly entries are the same ones in the same order: which they are is asked only when something in them differs. */
function compareInStep(list: ListMerge, old: readonly JsonValue[], next: readonly JsonValue[]): Difference | undefined {
	for (let at = 0; at < old.length; at++) if (!hasSameKeys(list, old[at], next[at])) return compareEntries(list, old, next, []);
	let last: Difference | undefined;
	const inside = old.map((entry, at) => {
		const difference = compareValues(list.items, entry, next[at] ?? null);
		if (difference === undefined) return undefined;
		// What is done to one entry is mostly done to its neighbour.
		if (last === undefined || !isEqual(last.changed, difference.changed) || !isEqual(last.removed, difference.removed)) last = difference;
		return last;
	});
	return last === undefined ? undefined : compareEntries(list, old, next, inside);
}

/** `inStep`: what is known already of entries that stand at the same place in both and have the same keys. */
function compareEntries(
	list: ListMerge,
	old: readonly JsonValue[],
	next: readonly JsonValue[],
	inStep: readonly (Difference | undefined)[],
): Difference | undefined {
	const found = new Found();
	const before = new Places(list, old);
	// Entries that stand in step are the same ones.
	const after = inStep.length > 0 ? before : new Places(list, next);
	for (const [element, place] of after.first) {
		const was = before.first.get(element);
		const repeats = after.repeats.get(element);
		const repeated = before.repeats.get(element);
		if (repeats !== undefined && repeated !== undefined) found.take(element, isSameAt(old, repeated, next, repeats) ? undefined : replaced);
		else if (repeats !== undefined) {
			if (was !== undefined) found.gone(element, whole(list.items, old[was] ?? null));
			found.added(element, leaf);
		} else if (was === undefined || repeated !== undefined) {
			found.added(element, whole(list.items, next[place] ?? null));
			if (repeated !== undefined) found.gone(element, leaf);
		} else if (was === place && inStep.length > 0) found.take(element, inStep[place]);
		else found.take(element, compareValues(list.items, old[was] ?? null, next[place] ?? null));
	}
	for (const [element, was] of before.first) {
		if (!after.first.has(element)) found.gone(element, before.repeats.has(element) ? leaf : whole(list.items, old[was] ?? null));
	}
	return found.all();
}

/** Where each entry stands. Entries that repeat are compared as one. */
class Places {
	readonly first = new Map<Element, number>();
	/** All places of those that have several. */
	readonly repeats = new Map<Element, number[]>();

	constructor(list: ListMerge, entries: readonly JsonValue[]) {
		for (let place = 0; place < entries.length; place++) {
			const element = entryElement(list, entries[place] ?? null);
			const first = this.first.get(element);
			const repeats = this.repeats.get(element);
			if (first === undefined) this.first.set(element, place);
			else if (repeats === undefined) this.repeats.set(element, [first, place]);
			else repeats.push(place);
		}
	}
}

function isSameAt(old: readonly JsonValue[], were: readonly number[], next: readonly JsonValue[], places: readonly number[]): boolean {
	return were.length === places.length && were.every((was, at) => deepEqual(old[was], next[places[at] ?? -1]));
}

/** Differences of the parts of one value. */
class Found {
	#changed: Map<Element, FieldSet> | undefined;
	#removed: Map<Element, FieldSet> | undefined;

	added(element: Element, set: FieldSet): void {
		if (set === emptySet) return;
		this.#changed ??= new Map();
		this.#changed.set(element, union(this.#changed.get(element) ?? emptySet, set));
	}

	gone(element: Element, set: FieldSet): void {
		if (set === emptySet) return;
		this.#removed ??= new Map();
		this.#removed.set(element, union(this.#removed.get(element) ?? emptySet, set));
	}

	take(element: Element, difference: Difference | undefined): void {
		if (difference === undefined) return;
		this.added(element, difference.changed);
		this.gone(element, difference.removed);
	}

	all(): Difference | undefined {
		if (this.#changed === undefined && this.#removed === undefined) return undefined;
		return { changed: node(false, this.#changed), removed: node(false, this.#removed) };
	}
}
