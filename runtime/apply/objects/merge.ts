/**
 * What is applied goes into what is there: where both have a value, the applied one is taken. Operands stay as they are; the
 * result shares with them what it takes from them, and is the live value itself where nothing changes.
 */
import type { JsonObject, JsonValue } from '../../model/catalog.ts';
import { deepEqual, setOwn } from '../../model/equal.ts';
import type { Element } from '../sets/element.ts';
import { entryElement, hasSameKeys, isEmptyObject, isObject, typeOfMember, undeclared } from './entries.ts';
import type { ListMerge, MergeType, StructMerge } from './merge-schema.ts';

/** The applied object fits its type (`check.ts`): entries of its lists have identities and do not repeat. */
export function merge(type: StructMerge, live: JsonObject, applied: JsonObject): JsonObject {
	return mergeObjects(type, live, applied);
}

function mergeValues(type: MergeType, live: JsonValue, applied: JsonValue): JsonValue {
	if (live === applied) return live;
	switch (type.kind) {
		case 'list':
			if (type.of === 'atomic') return taken(live, applied);
			return mergeNullable(live, applied, Array.isArray, (l, a) => mergeLists(type, l, a));
		case 'struct':
		case 'map':
			if (type.atomic) return taken(live, applied);
			return mergeNullable(live, applied, isObject, (l, a) => mergeObjects(type, l, a));
		case 'any':
			if (type.atomic || !isObject(live) || !(isObject(applied) || applied === null)) return taken(live, applied);
			return mergeNullable(live, applied, isObject, (l, a) => mergeObjects(type, l, a));
		default:
			return taken(live, applied);
	}
}

function taken(live: JsonValue, applied: JsonValue): JsonValue {
	return deepEqual(live, applied) ? live : applied;
}

/** Null takes nothing away from what has parts, and what has none is null when null is applied. */
function mergeNullable<T extends JsonValue>(live: JsonValue, applied: JsonValue, isOf: (value: JsonValue) => value is T, both: (l: T, a: T) => T): JsonValue {
	if (!isOf(live) || isEmpty(live)) return taken(live, applied);
	if (!isOf(applied) || isEmpty(applied)) return live;
	return both(live, applied);
}

function isEmpty(value: JsonValue): boolean {
	return Array.isArray(value) ? value.length === 0 : isEmptyObject(value);
}

function mergeObjects(type: MergeType, live: JsonObject, applied: JsonObject): JsonObject {
	let merged: JsonObject | undefined;
	for (const name of Object.keys(applied)) {
		const value = applied[name] ?? null;
		const before = Object.hasOwn(live, name) ? (live[name] ?? null) : undefined;
		const after = before === undefined ? value : mergeValues(typeOfMember(type, name) ?? undeclared, before, value);
		if (after === before) continue;
		merged ??= { ...live };
		setOwn(merged, name, after);
	}
	return merged ?? live;
}

/** Entries stand in the order in which they are applied; those that only the live list has keep their places among them, as far as that order lets them. */
function mergeLists(list: ListMerge, live: JsonValue[], applied: JsonValue[]): JsonValue[] {
	return isInStep(list, live, applied) ? mergeInStep(list, live, applied) : mergeEntries(list, live, applied);
}

/** Mostly the same entries are applied again, in the order in which they lie: which they are need not be worked out. */
function isInStep(list: ListMerge, live: readonly JsonValue[], applied: readonly JsonValue[]): boolean {
	return live.length === applied.length && live.every((entry, at) => hasSameKeys(list, entry, applied[at]));
}

/** What is applied does not repeat, so that nothing of what lies there does. */
function mergeInStep(list: ListMerge, live: JsonValue[], applied: readonly JsonValue[]): JsonValue[] {
	let merged: JsonValue[] | undefined;
	for (const [at, entry] of live.entries()) {
		const next = mergeValues(list.items, entry, applied[at] ?? null);
		if (next === entry) continue;
		merged ??= live.slice();
		merged[at] = next;
	}
	return merged ?? live;
}

function mergeEntries(list: ListMerge, live: JsonValue[], applied: JsonValue[]): JsonValue[] {
	const liveElements = live.map((entry) => entryElement(list, entry));
	const appliedElements = applied.map((entry) => entryElement(list, entry));
	const asked = new Set(appliedElements);
	const known = entriesOf(liveElements, live);
	/** Entries of both lists, in the order of the applied one. */
	const shared = appliedElements.filter((element) => known.has(element));
	const done = new Set<Element>();
	const merged: JsonValue[] = [];
	let nextShared = 0;
	let atLive = 0;
	for (let at = 0; at < applied.length || atLive < live.length; ) {
		const here = liveElements[atLive];
		const next = appliedElements[at];
		if (here !== undefined && !asked.has(here)) {
			merged.push(live[atLive++] ?? null);
			continue;
		}
		if (here !== undefined && next !== undefined && here !== next && nextShared < shared.length && here !== shared[nextShared]) {
			// Its turn comes, or has come, where the applied list has it.
			atLive++;
			continue;
		}
		if (here !== undefined && (here === next || done.has(here))) atLive++;
		if (next === undefined) continue;
		merged.push(mergeEntry(list, known.get(next), applied[at++] ?? null));
		done.add(next);
		if (next === shared[nextShared]) nextShared++;
	}
	const isSame = merged.length === live.length && merged.every((entry, at) => entry === live[at]);
	return isSame ? live : merged;
}

/** What repeats is replaced by what is applied, as one. */
function mergeEntry(list: ListMerge, live: JsonValue | undefined, applied: JsonValue): JsonValue {
	return live === undefined ? applied : mergeValues(list.items, live, applied);
}

/** Live entries by their elements; null for those that repeat. */
function entriesOf(elements: readonly Element[], entries: readonly JsonValue[]): ReadonlyMap<Element, JsonValue> {
	const known = new Map<Element, JsonValue>();
	for (const [at, element] of elements.entries()) known.set(element, known.has(element) ? null : (entries[at] ?? null));
	return known;
}
