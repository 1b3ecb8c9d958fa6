/** Removes the fields in a set from an object. */
import type { JsonObject, JsonValue } from '../../model/catalog.ts';
import { setOwn } from '../../model/equal.ts';
import { type Element, fieldElement } from '../sets/element.ts';
import { emptySet, type FieldSet, node } from '../sets/field-set.ts';
import { hasSameKeys, isObject, typeOfMember, undeclared } from './entries.ts';
import { ListIndex, ListIndexes } from './list-index.ts';
import type { ListMerge, MergeType, StructMerge } from './merge-schema.ts';

/**
 * Removes the fields; returns the object itself when it has none of them. A value that becomes empty is removed too if it is in `applied`,
 * and otherwise stays empty.
 */
export function remove(
	type: StructMerge,
	object: JsonObject,
	fields: FieldSet,
	{ applied = emptySet, indexes = new ListIndexes() }: RemoveOptions = {},
): JsonObject {
	return new Removal(indexes).members(type, object, fields, applied);
}

export interface RemoveOptions {
	readonly applied?: FieldSet;
	/** Receives the indexes of the resulting lists. */
	readonly indexes?: ListIndexes;
}

class Removal {
	readonly #indexes: ListIndexes;

	constructor(indexes: ListIndexes) {
		this.#indexes = indexes;
	}

	#in(type: MergeType, value: JsonValue, fields: FieldSet, applied: FieldSet): JsonValue {
		if (type.kind === 'list') return type.of !== 'atomic' && Array.isArray(value) ? this.#entries(type, value, fields, applied) : value;
		if (type.kind === 'scalar' || type.kind === 'untracked' || type.atomic || !isObject(value)) return value;
		return this.members(type, value, fields, applied);
	}

	members(type: MergeType, object: JsonObject, fields: FieldSet, applied: FieldSet): JsonObject {
		const left: JsonObject = {};
		let differs = false;
		for (const name of Object.keys(object)) {
			const value = object[name] ?? null;
			const element = fieldElement(name);
			const inner = fields.children?.get(element);
			const kept = inner === undefined ? value : this.#remainder(type, name, value, inner, applied.children?.get(element) ?? emptySet);
			differs ||= kept !== value;
			if (kept !== undefined) setOwn(left, name, kept);
		}
		return differs ? left : object;
	}

	#remainder(type: MergeType, name: string, value: JsonValue, fields: FieldSet, applied: FieldSet): JsonValue | undefined {
		if (fields.member) return isOwnable(type, name, value) ? undefined : value;
		const member = typeOfMember(type, name) ?? undeclared;
		const kept = this.#in(member, value, fields, applied);
		if (kept === value || !applied.member) return kept;
		// A value that becomes empty because its unownable content is removed is judged by its previous content.
		const left = isObject(kept) && Object.keys(kept).length === 0 ? this.#in(member, value, fields, emptySet) : kept;
		return isOwnable(type, name, left) ? kept : undefined;
	}

	#entries(list: ListMerge, entries: JsonValue[], fields: FieldSet, applied: FieldSet): JsonValue[] {
		const { elements, isUnique } = this.#indexes.of(list, entries);
		const left: JsonValue[] = [];
		const leftElements: Element[] = [];
		let differs = false;
		// The owner of an entry may not own its key. The removal can then delete the key and so change the entry's element.
		let isKnown = true;
		for (let at = 0; at < entries.length; at++) {
			const entry = entries[at] ?? null;
			const element = elements[at] ?? '';
			const inner = fields.children?.get(element);
			differs ||= inner?.member === true;
			if (inner?.member) continue;
			const kept = inner === undefined ? entry : this.#in(list.items, entry, inner, applied.children?.get(element) ?? emptySet);
			differs ||= kept !== entry;
			isKnown &&= hasSameKeys(list, entry, kept);
			left.push(kept);
			leftElements.push(element);
		}
		if (!differs) return entries;
		if (isKnown) this.#indexes.tell(list, left, new ListIndex(leftElements, isUnique || undefined));
		return left;
	}
}

/** Reports whether the member or a part of it can be owned. Empty lists in structs cannot, nor structs that contain only those. */
function isOwnable(type: MergeType, name: string, value: JsonValue): boolean {
	const field = type.kind === 'struct' ? type.fields.get(name)?.type : undefined;
	if (field === undefined || value === null) return true;
	if (field.kind === 'list') return field.of === 'atomic' || !Array.isArray(value) || value.length > 0;
	if (field.kind !== 'struct' || field.atomic || !isObject(value)) return true;
	const names = Object.keys(value);
	return names.length === 0 || names.some((inner) => isOwnable(field, inner, value[inner] ?? null));
}

/** Adds the declared ancestors of all paths: an owner of a field in a struct keeps the struct. */
export function withNamedFields(type: MergeType, set: FieldSet): FieldSet {
	if (set.children === undefined) return set;
	let children: Map<Element, FieldSet> | undefined;
	for (const [element, inner] of set.children) {
		if (inner.children === undefined) continue;
		const name = element.charCodeAt(0) === 0x66 ? element.slice(2) : undefined;
		const below = typeBelow(type, element, name);
		const named = below === undefined ? inner : withNamedFields(below, inner);
		const isDeclared = name !== undefined && type.kind === 'struct' && type.fields.has(name);
		const next = isDeclared && !named.member ? node(true, named.children) : named;
		if (next === inner) continue;
		children ??= new Map(set.children);
		children.set(element, next);
	}
	return children === undefined ? set : node(set.member, children);
}

function typeBelow(type: MergeType, element: Element, name: string | undefined): MergeType | undefined {
	if (name !== undefined) return typeOfMember(type, name);
	return type.kind === 'list' && element.charCodeAt(0) === 0x6b ? type.items : undefined;
}
