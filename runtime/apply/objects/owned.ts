/** Field sets of an object: the fields that its applier owns, or all fields present. */
import type { JsonObject, JsonValue } from '../../model/catalog.ts';
import { type Element, fieldElement } from '../sets/element.ts';
import { emptySet, type FieldSet, leaf, node, union } from '../sets/field-set.ts';
import { isEmptyObject, isObject, undeclared } from './entries.ts';
import { ListIndexes } from './list-index.ts';
import type { ListMerge, MergeType, StructMerge } from './merge-schema.ts';

/**
 * Returns the fields that the applier of this object owns: scalars, entries of lists and maps, and null or empty values. Structs and lists
 * that contain owned fields are not owned themselves. `like`: a similar set, with which equal parts are shared. Throws MalformedError on a
 * list entry without keys.
 */
export function owned(type: StructMerge, object: JsonObject, like?: FieldSet, indexes = new ListIndexes()): FieldSet {
	return rootOf(new Collector('owned', indexes).collect(type, object, like));
}

/** Returns the same set plus the server-set fields. */
export function present(type: StructMerge, object: JsonObject): FieldSet {
	return union(owned(type, object), serverSet(type, object));
}

/** Returns the server-set fields of the object, which are at the top level and in metadata. */
export function serverSet(type: StructMerge, object: JsonObject): FieldSet {
	const children = new Map<Element, FieldSet>();
	for (const [name, value] of Object.entries(object)) {
		const field = type.fields.get(name);
		if (field?.type.kind === 'untracked') children.set(field.element, leaf);
		else if (field?.type.kind === 'struct' && field.type.unowned && isObject(value)) {
			const inner = serverSet(field.type, value);
			if (inner !== emptySet) children.set(field.element, inner);
		}
	}
	return node(false, children);
}

/** Returns the set of an added value with all its content. `like` as in `owned`. */
export function whole(type: MergeType, value: JsonValue, indexes: ListIndexes, like: FieldSet | undefined): FieldSet {
	return new Collector('whole', indexes).collect(type, value, like);
}

function rootOf(set: FieldSet): FieldSet {
	return set.member ? node(false, set.children) : set;
}

/** Kind of set; `whole` also contains the ancestors of fields. */
type Which = 'owned' | 'whole';

/**
 * Collects the set of a value. List entries usually resemble their neighbours, and a configuration resembles the previous one. So the set
 * is compared with a similar one, and a new set is made only when they differ.
 */
class Collector {
	readonly #which: Which;
	readonly #indexes: ListIndexes;
	/** Stack of the elements found, those of the innermost object last. */
	readonly #elements: Element[] = [];
	readonly #sets: FieldSet[] = [];

	constructor(which: Which, indexes: ListIndexes) {
		this.#which = which;
		this.#indexes = indexes;
	}

	/** Collects a value; `member` includes the value itself, whatever its form. */
	collect(type: MergeType, value: JsonValue, like: FieldSet | undefined, member = false): FieldSet {
		const all = member || this.#which === 'whole';
		switch (type.kind) {
			case 'scalar':
				return leaf;
			case 'untracked':
				return member ? leaf : emptySet;
			case 'list':
				if (type.of === 'atomic') return leaf;
				return Array.isArray(value) ? this.#entries(type, value, like, all) : all ? leaf : emptySet;
			case 'struct': {
				if (type.atomic) return leaf;
				const own = member || (all && !type.unowned);
				return isObject(value) ? this.#fields(type, value, like, own) : own ? leaf : emptySet;
			}
			case 'map':
				if (type.atomic) return leaf;
				return isObject(value) ? this.#values(type.values, value, like, all) : all ? leaf : emptySet;
			case 'any':
				if (!type.atomic && isObject(value)) return this.#values(type, value, like, all);
				return type.atomic || value !== null || all ? leaf : emptySet;
		}
	}

	#fields(type: StructMerge, object: JsonObject, like: FieldSet | undefined, member: boolean): FieldSet {
		const from = this.#elements.length;
		for (const name of Object.keys(object)) {
			const field = type.fields.get(name);
			const value = object[name] ?? null;
			const element = field?.element ?? fieldElement(name);
			const isMember = field === undefined || isWithoutParts(field.type, value);
			this.#push(element, this.collect(field?.type ?? type.rest ?? undeclared, value, like?.children?.get(element), isMember));
		}
		return this.#pop(from, like, member);
	}

	#values(type: MergeType, object: JsonObject, like: FieldSet | undefined, member: boolean): FieldSet {
		const from = this.#elements.length;
		let last: FieldSet | undefined;
		for (const name of Object.keys(object)) {
			const element = fieldElement(name);
			last = this.collect(type, object[name] ?? null, like?.children?.get(element) ?? last, true);
			this.#push(element, last);
		}
		return this.#pop(from, like, member);
	}

	#push(element: Element, set: FieldSet): void {
		if (set === emptySet) return;
		this.#elements.push(element);
		this.#sets.push(set);
	}

	/** Returns the set of the elements pushed since `from`. */
	#pop(from: number, like: FieldSet | undefined, member: boolean): FieldSet {
		const [elements, sets] = [this.#elements, this.#sets];
		const known = like?.children;
		let isLike = known?.size === elements.length - from;
		for (let at = from; isLike && at < elements.length; at++) isLike = known?.get(elements[at] ?? '') === sets[at];
		let children = known;
		if (!isLike) {
			const made = new Map<Element, FieldSet>();
			for (let at = from; at < elements.length; at++) made.set(elements[at] ?? '', sets[at] ?? leaf);
			children = made;
		}
		elements.length = from;
		sets.length = from;
		return isLike && like?.member === member ? like : node(member, children);
	}

	#entries(list: ListMerge, entries: readonly JsonValue[], like: FieldSet | undefined, member: boolean): FieldSet {
		const { elements, isUnique, repeats } = this.#indexes.of(list, entries);
		const known = like?.children;
		const sets: FieldSet[] = [];
		let isLike = known !== undefined && isUnique && known.size === elements.length;
		let last: FieldSet | undefined;
		for (let at = 0; at < entries.length; at++) {
			const element = elements[at] ?? '';
			const before = known?.get(element);
			const repeated = isUnique ? undefined : repeats.get(element);
			// The first duplicate is visited nevertheless, to find entries in it without keys.
			if (repeated === undefined || repeated[0] === at) last = this.collect(list.items, entries[at] ?? null, before ?? last, true);
			// Duplicates are owned as one entry, without its content.
			if (repeated !== undefined || last === undefined) last = leaf;
			isLike &&= last === before;
			sets.push(last);
		}
		if (isLike) return like?.member === member ? like : node(member, known);
		const children = new Map<Element, FieldSet>();
		for (let at = 0; at < elements.length; at++) children.set(elements[at] ?? '', sets[at] ?? leaf);
		return node(member, children);
	}
}

/** Reports whether the value is empty: only then is a declared field itself owned. */
function isWithoutParts(type: MergeType, value: JsonValue): boolean {
	if (type.kind === 'untracked' || (type.kind === 'struct' && type.unowned)) return false;
	return value === null || isEmptyObject(value);
}
