/** The fields of an object: those that whoever applies it owns, or every one that there is. */
import type { JsonObject, JsonValue } from '../../model/catalog.ts';
import { type Element, fieldElement } from '../sets/element.ts';
import { emptySet, type FieldSet, leaf, node } from '../sets/field-set.ts';
import { entryElement, isEmptyObject, isObject, undeclared } from './entries.ts';
import type { ListMerge, MapMerge, MergeType, StructMerge } from './merge-schema.ts';

/**
 * What an applier of the object owns: what has no parts of its own, entries of lists and maps, and what is null or empty; not
 * structs, and not lists, though they lead there. Throws MalformedError on an entry of a list that has no identity.
 */
export function owned(type: StructMerge, object: JsonObject): FieldSet {
	return rootOf(collect(type, object, 'owned'));
}

/** The same, with what the server sets. */
export function present(type: StructMerge, object: JsonObject): FieldSet {
	return rootOf(collect(type, object, 'present'));
}

/** The value with all that is in it: what has been added, where there was nothing. */
export function whole(type: MergeType, value: JsonValue): FieldSet {
	return collect(type, value, 'whole');
}

function rootOf(set: FieldSet): FieldSet {
	return set.member ? node(false, set.children) : set;
}

/** `whole`: whatever leads to a field is in the set, too. `present`: so is what belongs to nobody. */
type Which = 'owned' | 'present' | 'whole';

function collect(type: MergeType, value: JsonValue, which: Which): FieldSet {
	const all = which === 'whole';
	switch (type.kind) {
		case 'scalar':
			return leaf;
		case 'untracked':
			return which === 'present' ? leaf : emptySet;
		case 'list':
			if (type.of === 'atomic') return leaf;
			return Array.isArray(value) ? node(all, entriesOf(type, value, which)) : all ? leaf : emptySet;
		case 'struct':
			if (type.atomic) return leaf;
			return isObject(value) ? node(all && !type.unowned, fieldsOf(type, value, which)) : all && !type.unowned ? leaf : emptySet;
		case 'map':
			if (type.atomic) return leaf;
			return isObject(value) ? node(all, valuesOf(type, value, which)) : all ? leaf : emptySet;
		case 'any':
			if (!type.atomic && isObject(value)) return node(all, valuesOf({ kind: 'map', atomic: false, values: type }, value, which));
			return type.atomic || value !== null || all ? leaf : emptySet;
	}
}

function fieldsOf(type: StructMerge, object: JsonObject, which: Which): Map<Element, FieldSet> | undefined {
	let children: Map<Element, FieldSet> | undefined;
	for (const name of Object.keys(object)) {
		const field = type.fields.get(name);
		const value = object[name] ?? null;
		const inner = collect(field?.type ?? type.rest ?? undeclared, value, which);
		const member = field === undefined || isWithoutParts(field.type, value) ? asMember(inner) : inner;
		if (member === emptySet) continue;
		children ??= new Map();
		children.set(field?.element ?? fieldElement(name), member);
	}
	return children;
}

/** A declared field is owned as such only where there is nothing in it. */
function isWithoutParts(type: MergeType, value: JsonValue): boolean {
	if (type.kind === 'untracked' || (type.kind === 'struct' && type.unowned)) return false;
	return value === null || isEmptyObject(value);
}

function valuesOf(type: MapMerge, object: JsonObject, which: Which): Map<Element, FieldSet> {
	const children = new Map<Element, FieldSet>();
	for (const name of Object.keys(object)) children.set(fieldElement(name), asMember(collect(type.values, object[name] ?? null, which)));
	return children;
}

function entriesOf(list: ListMerge, entries: readonly JsonValue[], which: Which): Map<Element, FieldSet> {
	const children = new Map<Element, FieldSet>();
	for (const entry of entries) {
		const element = entryElement(list, entry);
		// Entries that repeat are owned together, without what is in them.
		children.set(element, children.has(element) ? leaf : asMember(collect(list.items, entry, which)));
	}
	return children;
}

function asMember(set: FieldSet): FieldSet {
	return set.member ? set : node(true, set.children);
}
