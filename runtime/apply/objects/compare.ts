/** Computes the difference between an object before and after a write: added or changed fields, and removed fields. */
import type { JsonObject, JsonValue } from '../../model/catalog.ts';
import { deepEqual } from '../../model/equal.ts';
import { type Element, fieldElement } from '../sets/element.ts';
import { emptySet, type FieldSet, isEqual, leaf, node } from '../sets/field-set.ts';
import { hasSameKeys, isEmptyObject, isObject, undeclared } from './entries.ts';
import { type ListIndex, ListIndexes } from './list-index.ts';
import type { AnyMerge, ListMerge, MapMerge, MergeType, StructMerge } from './merge-schema.ts';
import { whole } from './owned.ts';

export interface Difference {
	/** Fields that are new or have another value. */
	readonly changed: FieldSet;
	readonly removed: FieldSet;
}

const replaced: Difference = { changed: leaf, removed: emptySet };

/**
 * Returns the difference; undefined when there is none. `indexes`: of the lists in both objects. Throws MalformedError on a list entry
 * without keys.
 */
export function compare(type: StructMerge, before: JsonObject, after: JsonObject, indexes = new ListIndexes()): Difference | undefined {
	return new Comparison(indexes).members(type, before, after);
}

class Comparison {
	readonly #indexes: ListIndexes;

	constructor(indexes: ListIndexes) {
		this.#indexes = indexes;
	}

	members(type: StructMerge | MapMerge | AnyMerge, before: JsonObject, after: JsonObject): Difference | undefined {
		const found = new Differences();
		for (const name of Object.keys(after)) {
			const value = after[name] ?? null;
			if (!Object.hasOwn(before, name)) found.added(elementOf(type, name), this.#whole(memberType(type, name), value));
			else if (before[name] !== value) found.take(elementOf(type, name), this.#values(memberType(type, name), before[name] ?? null, value));
		}
		for (const name of Object.keys(before)) {
			if (!Object.hasOwn(after, name)) found.gone(elementOf(type, name), this.#whole(memberType(type, name), before[name] ?? null));
		}
		return found.all();
	}

	#values(type: MergeType, before: JsonValue, after: JsonValue): Difference | undefined {
		if (before === after) return undefined;
		switch (type.kind) {
			case 'scalar':
				return compareWhole(before, after);
			case 'untracked':
				return undefined;
			case 'list':
				return type.of === 'atomic' ? compareWhole(before, after) : this.#lists(type, before, after);
			case 'struct':
			case 'map':
				return type.atomic ? compareWhole(before, after) : this.#objects(type, before, after);
			case 'any':
				return type.atomic ? compareWhole(before, after) : this.#any(type, before, after);
		}
	}

	/** Compares objects. Null is compared as an empty object, but a change between null and an empty object is a difference. */
	#objects(type: StructMerge | MapMerge | AnyMerge, before: JsonValue, after: JsonValue): Difference | undefined {
		if (isNothing(before) && isNothing(after)) return compareWhole(before, after);
		return this.members(type, isObject(before) ? before : {}, isObject(after) ? after : {});
	}

	/** Compares values without a schema. When a value changes between object, list and scalar, all its fields are removed or added. */
	#any(type: AnyMerge, before: JsonValue, after: JsonValue): Difference | undefined {
		if ((before === null || isObject(before)) && (after === null || isObject(after))) return this.#objects(type, before, after);
		if (isObject(before)) return { changed: leaf, removed: node(false, this.#whole(type, before).children) };
		if (isObject(after)) return { changed: node(true, this.#whole(type, after).children), removed: emptySet };
		return compareWhole(before, after);
	}

	#lists(list: ListMerge, before: JsonValue, after: JsonValue): Difference | undefined {
		const old = Array.isArray(before) ? before : [];
		const next = Array.isArray(after) ? after : [];
		if (old.length === 0 && next.length === 0) return compareWhole(before, after);
		return old.length === next.length ? this.#inStep(list, old, next) : this.#entries(list, old, next, []);
	}

	/**
	 * Compares lists of equal length, entry by entry. Usually all entries are the same, so their elements are computed only when one
	 * differs.
	 */
	#inStep(list: ListMerge, old: readonly JsonValue[], next: readonly JsonValue[]): Difference | undefined {
		for (let at = 0; at < old.length; at++) if (!hasSameKeys(list, old[at], next[at])) return this.#entries(list, old, next, []);
		let last: Difference | undefined;
		const inside: (Difference | undefined)[] = [];
		for (let at = 0; at < old.length; at++) {
			const difference = this.#values(list.items, old[at] ?? null, next[at] ?? null);
			// Neighbouring entries usually have equal differences, which then share one object.
			if (difference !== undefined && !isSame(last, difference)) last = difference;
			inside.push(difference && last);
		}
		return last === undefined ? undefined : this.#entries(list, old, next, inside);
	}

	/** Compares lists by element. `inStep`: known differences of entries that have the same keys at the same index in both lists. */
	#entries(list: ListMerge, old: readonly JsonValue[], next: readonly JsonValue[], inStep: readonly (Difference | undefined)[]): Difference | undefined {
		const before = this.#indexes.of(list, old);
		// Lists with the same keys in the same order have the same elements.
		const after = inStep.length > 0 ? before : this.#indexes.of(list, next);
		return before.isUnique && after.isUnique
			? this.#unique(list, { old, before }, { next, after }, inStep)
			: this.#repeating(list, { old, before }, { next, after }, inStep);
	}

	#unique(list: ListMerge, { old, before }: OldValue, { next, after }: Next, inStep: readonly (Difference | undefined)[]): Difference | undefined {
		const found = new Differences();
		const isFound = new Uint8Array(old.length);
		let foundCount = 0;
		// Neighbouring entries usually have the same offset between the two lists, so the previous offset is tried first.
		let shift = 0;
		let last: FieldSet | undefined;
		for (let place = 0; place < next.length; place++) {
			const element = after.elements[place] ?? '';
			const was = before.elements[place + shift] === element ? place + shift : before.first.get(element);
			if (was === undefined) {
				last = this.#whole(list.items, next[place] ?? null, last);
				found.added(element, last);
				continue;
			}
			shift = was - place;
			isFound[was] = 1;
			foundCount++;
			found.take(element, was === place && inStep.length > 0 ? inStep[place] : this.#values(list.items, old[was] ?? null, next[place] ?? null));
		}
		for (let was = 0; foundCount < old.length && was < old.length; was++) {
			if (isFound[was] !== 0) continue;
			last = this.#whole(list.items, old[was] ?? null, last);
			found.gone(before.elements[was] ?? '', last);
		}
		return found.all();
	}

	/** Compares lists with duplicates; the duplicates of one element are compared as one value. */
	#repeating(list: ListMerge, { old, before }: OldValue, { next, after }: Next, inStep: readonly (Difference | undefined)[]): Difference | undefined {
		const found = new Differences();
		for (const [element, place] of after.first) {
			const was = before.first.get(element);
			const repeats = after.repeats.get(element);
			const repeated = before.repeats.get(element);
			if (repeats !== undefined && repeated !== undefined) found.take(element, isSameAt(old, repeated, next, repeats) ? undefined : replaced);
			else if (repeats !== undefined) {
				if (was !== undefined) found.gone(element, this.#whole(list.items, old[was] ?? null));
				found.added(element, leaf);
			} else if (was === undefined || repeated !== undefined) {
				found.added(element, this.#whole(list.items, next[place] ?? null));
				if (repeated !== undefined) found.gone(element, leaf);
			} else if (was === place && inStep.length > 0) found.take(element, inStep[place]);
			else found.take(element, this.#values(list.items, old[was] ?? null, next[place] ?? null));
		}
		for (const [element, was] of before.first) {
			if (!after.first.has(element)) found.gone(element, before.repeats.has(element) ? leaf : this.#whole(list.items, old[was] ?? null));
		}
		return found.all();
	}

	#whole(type: MergeType, value: JsonValue, like?: FieldSet): FieldSet {
		return whole(type, value, this.#indexes, like);
	}
}

interface OldValue {
	readonly old: readonly JsonValue[];
	readonly before: ListIndex;
}

interface Next {
	readonly next: readonly JsonValue[];
	readonly after: ListIndex;
}

function isNothing(value: JsonValue): boolean {
	return !isObject(value) || isEmptyObject(value);
}

function compareWhole(before: JsonValue, after: JsonValue): Difference | undefined {
	return deepEqual(before, after) ? undefined : replaced;
}

function memberType(type: StructMerge | MapMerge | AnyMerge, name: string): MergeType {
	if (type.kind === 'struct') return type.fields.get(name)?.type ?? type.rest ?? undeclared;
	return type.kind === 'map' ? type.values : type;
}

function elementOf(type: StructMerge | MapMerge | AnyMerge, name: string): Element {
	return (type.kind === 'struct' ? type.fields.get(name)?.element : undefined) ?? fieldElement(name);
}

function isSame(a: Difference | undefined, b: Difference): boolean {
	return a !== undefined && isEqual(a.changed, b.changed) && isEqual(a.removed, b.removed);
}

function isSameAt(old: readonly JsonValue[], were: readonly number[], next: readonly JsonValue[], places: readonly number[]): boolean {
	return were.length === places.length && were.every((was, at) => deepEqual(old[was], next[places[at] ?? -1]));
}

/** Collected differences of the parts of one value. Each element has at most one added and one removed part. */
class Differences {
	#changed: Map<Element, FieldSet> | undefined;
	#removed: Map<Element, FieldSet> | undefined;

	added(element: Element, set: FieldSet): void {
		if (set === emptySet) return;
		this.#changed ??= new Map();
		this.#changed.set(element, set);
	}

	gone(element: Element, set: FieldSet): void {
		if (set === emptySet) return;
		this.#removed ??= new Map();
		this.#removed.set(element, set);
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
