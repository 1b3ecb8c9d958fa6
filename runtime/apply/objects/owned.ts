/** The fields of an object: those that whoever applies it owns, or every one that there is. */
import type { JsonObject, JsonValue } from '../../model/catalog.ts';
import { type Element, fieldElement } from '../sets/element.ts';
import { emptySet, type FieldSet, leaf, node, union } from '../sets/field-set.ts';
import { isEmptyObject, isObject, undeclared } from './entries.ts';
import { ListIndexes } from './list-index.ts';
import type { ListMerge, MergeType, StructMerge } from './merge-schema.ts';

/**
 * What an applier of the object owns: what has no parts of its own, entries of lists and maps, and what is null or empty; not
 * structs, and not lists, though they lead there. `like`: a set that it may equal in parts, and shares these with. Throws
 * MalformedError on an entry of a list that has no identity.
 */
export function owned(type: StructMerge, object: JsonObject, like?: FieldSet, indexes = new ListIndexes()): FieldSet {
	return rootOf(new Collector('owned', indexes).collect(type, object, like));
}

/** The same, with what the server sets: what the object says, whoever it belongs to. */
export function present(type: StructMerge, object: JsonObject): FieldSet {
	return union(owned(type, object), serverSet(type, object));
}

/** What is in the object that belongs to nobody. It stands in the object itself, and in its metadata. */
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

/** The value with all that is in it: what has been added, where there was nothing. `like`: as of `owned`. */
export function whole(type: MergeType, value: JsonValue, indexes: ListIndexes, like: FieldSet | undefined): FieldSet {
	return new Collector('whole', indexes).collect(type, value, like);
}

function rootOf(set: FieldSet): FieldSet {
	return set.member ? node(false, set.children) : set;
}

/** `whole`: whatever leads to a field is in the set, too. */
type Which = 'owned' | 'whole';

/**
 * Entries of a list are mostly like each other, and what is applied is mostly like what was applied before: each value has a set
 * that it is compared with once it has been walked, and a new one is made only where it is another.
 */
class Collector {
	readonly #which: Which;
	readonly #indexes: ListIndexes;
	/** Of objects that are being walked, those within others last. */
	readonly #elements: Element[] = [];
	readonly #sets: FieldSet[] = [];

	constructor(which: Which, indexes: ListIndexes) {
		this.#which = which;
		this.#indexes = indexes;
	}

	/** `member`: in the set by itself, whatever it is. */
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

	/** What has been pushed since `from`, as one. */
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
			// The first of those that repeat is walked all the same, for what nobody could own in it.
			if (repeated === undefined || repeated[0] === at) last = this.collect(list.items, entries[at] ?? null, before ?? last, true);
			// They are owned together, without what is in them.
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

/** A declared field is owned as such only where there is nothing in it. */
function isWithoutParts(type: MergeType, value: JsonValue): boolean {
	if (type.kind === 'untracked' || (type.kind === 'struct' && type.unowned)) return false;
	return value === null || isEmptyObject(value);
}
