/** Takes the fields of a set out of an object. What is left empty thereby stays, unless it is in the set itself: releases before 1.36 made it null. */
import type { JsonObject, JsonValue } from '../../model/catalog.ts';
import { setOwn } from '../../model/equal.ts';
import { type Element, fieldElement } from '../sets/element.ts';
import { type FieldSet, node } from '../sets/field-set.ts';
import { entryElement, isObject, typeOfMember, undeclared } from './entries.ts';
import type { ListMerge, MergeType, StructMerge } from './merge-schema.ts';

/** The object itself where none of the fields is in it. */
export function remove(type: StructMerge, object: JsonObject, fields: FieldSet): JsonObject {
	return removeMembers(type, object, fields);
}

function removeIn(type: MergeType, value: JsonValue, fields: FieldSet): JsonValue {
	if (type.kind === 'list') return type.of !== 'atomic' && Array.isArray(value) ? removeEntries(type, value, fields) : value;
	if (type.kind === 'scalar' || type.kind === 'untracked' || type.atomic || !isObject(value)) return value;
	return removeMembers(type, value, fields);
}

function removeMembers(type: MergeType, object: JsonObject, fields: FieldSet): JsonObject {
	const left: JsonObject = {};
	let differs = false;
	for (const name of Object.keys(object)) {
		const value = object[name] ?? null;
		const inner = fields.children?.get(fieldElement(name));
		const kept = inner === undefined ? value : inner.member ? undefined : removeIn(typeOfMember(type, name) ?? undeclared, value, inner);
		differs ||= kept !== value;
		if (kept !== undefined) setOwn(left, name, kept);
	}
	return differs ? left : object;
}

function removeEntries(list: ListMerge, entries: JsonValue[], fields: FieldSet): JsonValue[] {
	const left = entries.flatMap((entry) => {
		const inner = fields.children?.get(entryElement(list, entry));
		return inner === undefined ? [entry] : inner.member ? [] : [removeIn(list.items, entry, inner)];
	});
	return left.length === entries.length && left.every((entry, at) => entry === entries[at]) ? entries : left;
}

/** With the declared fields that lead to what is in the set: whoever owns something in a struct stands for the struct. */
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
