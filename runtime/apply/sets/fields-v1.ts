/**
 * FieldsV1, the form in which sets of fields lie in objects: an object whose names are elements; `.` in it says that the path
 * itself is in the set, too, and so does an object with nothing in it. Written as Kubernetes writes it, member by member.
 *
 * What lies in an object is asked as it lies where that will do: most writes touch little of what managers own.
 */
import type { JsonObject, JsonValue } from '../../model/catalog.ts';
import { MalformedError } from '../../model/malformed.ts';
import { type Element, readElement, sortElements } from './element.ts';
import { emptySet, type FieldSet, isEmpty, leaf, node, union } from './field-set.ts';

/** No object is deeper, since no JSON text is; each level of one may add two here. */
const deepest = 2_000;

/** Throws MalformedError, and nothing else. */
export function readFieldsV1(value: JsonValue | undefined): FieldSet {
	if (value === undefined || value === null) return emptySet;
	const { children } = readNode(value, undefined, 0);
	return children === undefined ? emptySet : node(false, children);
}

/** `like`: the neighbour before, which most entries of a list equal, and share. */
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
		// Names that are elements as they stand do not repeat.
		const before = isSpelledOtherwise ? children.get(element) : undefined;
		children.set(element, before === undefined ? last : union(before, last));
	}
	return children === undefined ? leaf : node(member, children);
}

/** Whether this is how a set of fields of a struct lies in an object; false where it takes more than a look. */
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
		// Neighbours that share their fields share what is written of them, too.
		if (inner !== last) written = inner.children === undefined ? {} : writeChildren(inner.member ? { '.': {} } : {}, inner);
		into[element] = written;
		last = inner;
	}
	return into;
}

/** Whether something of the set, as it lies in an object, is in `changed`, or below a path that is. */
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

/** More are asked for by what the set has: it may be one of many sets, each with little in it. */
const fewChanges = 16;

/** Whether all of `paths` are in the set as it lies in an object. */
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
