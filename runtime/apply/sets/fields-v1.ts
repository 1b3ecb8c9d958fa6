/**
 * FieldsV1, the serialised form of field sets: a JSON object whose names are elements. A member `.` means that the path itself is in the
 * set, and
 * so does an empty object. The output equals that of Kubernetes byte for byte.
 *
 * Queries read the serialised form directly where possible, because most writes affect few owned fields.
 */
import type { JsonObject, JsonValue } from '../../model/catalog.ts';
import { MalformedError } from '../../model/malformed.ts';
import { type Element, readElement, sortElements } from './element.ts';
import { emptySet, type FieldSet, isEmpty, leaf, node, union } from './field-set.ts';

/** Maximum depth. Decoded JSON has a limited depth, and each level of an object may add two levels here. */
const deepest = 2_000;

/** Reads a set. Throws MalformedError and no other error. */
export function readFieldsV1(value: JsonValue | undefined): FieldSet {
	if (value === undefined || value === null) return emptySet;
	const { children } = readNode(value, undefined, 0);
	return children === undefined ? emptySet : node(false, children);
}

/** Decodes a node. `like`: the previous sibling's set, which is reused when equal, as for most list entries. */
function readNode(value: JsonValue, like: FieldSet | undefined, depth: number): FieldSet {
	if (value === null) return leaf;
	if (typeof value !== 'object' || Array.isArray(value)) throw new MalformedError('invalid fieldsV1: expected an object below every path element');
	if (depth > deepest) throw new MalformedError(`invalid fieldsV1: nested more than ${deepest} levels deep`);
	if (like !== undefined && isWritten(like, value)) return like;
	let member = false;
	let children: Map<Element, FieldSet> | undefined;
	let last: FieldSet | undefined;
	let isSpelledOtherwise = false;
	for (const name of Object.keys(value)) {
		if (name === '.') {
			member = true;
			continue;
		}
		const element = readElement(name);
		if (element === undefined) continue;
		isSpelledOtherwise ||= element !== name;
		last = readNode(value[name] ?? null, last, depth + 1);
		children ??= new Map();
		// Only elements in a non-canonical spelling can occur twice.
		const before = isSpelledOtherwise ? children.get(element) : undefined;
		children.set(element, before === undefined ? last : union(before, last));
	}
	return children === undefined ? leaf : node(member, children);
}

/** Reports whether `fields` is the serialised form of a struct's set. May return false when the check would be expensive. */
function isWritten({ member, children }: FieldSet, fields: JsonObject): boolean {
	let others = (children?.size ?? 0) + (member && children !== undefined ? 1 : 0);
	for (const name in fields) {
		others--;
		if (!isBare(fields[name])) return false;
		if (name === '.' ? !member || children === undefined : children?.get(name) !== leaf) return false;
	}
	return others === 0;
}

export function writeFieldsV1(set: FieldSet): JsonObject {
	return writeChildren({}, set);
}

function writeChildren(into: JsonObject, set: FieldSet): JsonObject {
	if (set.children === undefined) return into;
	let last: FieldSet | undefined;
	let written: JsonObject = {};
	for (const [element, inner] of set.children.size === 1 ? set.children : sortElements([...set.children])) {
		// Siblings that share their set share its serialised form.
		if (inner !== last) written = inner.children === undefined ? {} : writeChildren(inner.member ? { '.': {} } : {}, inner);
		into[element] = written;
		last = inner;
	}
	return into;
}

/** Reports whether the serialised set has a path that is in `changed`, or below one. */
export function touches(fields: JsonValue | undefined, changed: FieldSet): boolean {
	if (changed.children === undefined || !isNode(fields)) return false;
	if (changed.children.size > fewChanges) {
		for (const element in fields) {
			const inner = changed.children.get(element);
			if (inner !== undefined && (inner.member || touches(fields[element], inner))) return true;
		}
		return false;
	}
	for (const [element, inner] of changed.children) {
		if (!Object.hasOwn(fields, element)) continue;
		if (inner.member || touches(fields[element], inner)) return true;
	}
	return false;
}

/** Number of changes up to which each is looked up in the set. With more, the members of the set are looked up in the changes. */
const fewChanges = 16;

/** Reports whether all `paths` are in the serialised set. */
export function includes(fields: JsonValue | undefined, paths: FieldSet): boolean {
	if (paths.children === undefined) return isEmpty(paths);
	if (!isNode(fields)) return false;
	for (const [element, inner] of paths.children) {
		if (!Object.hasOwn(fields, element)) return false;
		const below = fields[element];
		if (inner.member && !isMember(below)) return false;
		if (inner.children !== undefined && !includes(below, inner)) return false;
	}
	return true;
}

function isMember(fields: JsonValue | undefined): boolean {
	return !isNode(fields) || Object.hasOwn(fields, '.') || isBare(fields);
}

function isBare(fields: JsonValue | undefined): boolean {
	if (!isNode(fields)) return false;
	for (const _ in fields) return false;
	return true;
}

function isNode(value: JsonValue | undefined): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
