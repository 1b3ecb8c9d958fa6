/** Dotted paths of columns, scale subresources and field selectors: `spec.replicas`, `self.status.conditions[0].type`. */
import type { JsonObject, JsonValue } from './catalog.ts';

const plain = /^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*|\[\d+\]|\[(?:"[^"\\]*"|'[^'\\]*')\])*$/;
const part = /[A-Za-z_][A-Za-z0-9_]*|\[(\d+)\]|\[(?:"([^"\\]*)"|'([^'\\]*)')\]/g;
const literals: ReadonlySet<string> = new Set(['true', 'false', 'null', 'in']);

/** Returns the segments of a plain path; undefined for other texts, such as CEL expressions. Keeps a leading `self`. */
export function pathSegments(text: string): readonly (string | number)[] | undefined {
	if (!plain.test(text) || literals.has(text)) return undefined;
	return [...text.matchAll(part)].map(([name, index, double, single]) => (index === undefined ? (double ?? single ?? name) : Number(index)));
}

/** Returns the value at a path, or undefined. Reads own properties only. */
export function readSegments(value: JsonValue, segments: readonly (string | number)[]): JsonValue | undefined {
	let current: JsonValue | undefined = value;
	for (const segment of segments) {
		if (current === null || typeof current !== 'object') return undefined;
		if (Array.isArray(current)) current = typeof segment === 'number' ? current[segment] : undefined;
		else current = Object.hasOwn(current, segment) ? current[segment] : undefined;
	}
	return current;
}

/** Returns the value at a dotted path, or undefined. */
export function getAt(object: JsonObject, path: string): JsonValue | undefined {
	return readSegments(object, path.split('.'));
}

/** Returns a copy with another value at a dotted path. Missing objects on the path are created; all other values are shared. */
export function setAt(object: JsonObject, path: string, value: JsonValue): JsonObject {
	const { name, rest } = first(path);
	if (rest === undefined) return { ...object, [name]: value };
	const inner = Object.hasOwn(object, name) ? object[name] : undefined;
	return { ...object, [name]: setAt(isObject(inner) ? inner : {}, rest, value) };
}

/** Returns a copy without the value at a dotted path, and without objects on the path that become empty. */
export function removeAt(object: JsonObject, path: string): JsonObject {
	const { name, rest } = first(path);
	if (!Object.hasOwn(object, name)) return object;
	const { [name]: inner, ...others } = object;
	if (rest === undefined || !isObject(inner)) return rest === undefined ? others : object;
	const left = removeAt(inner, rest);
	if (left === inner) return object;
	return Object.keys(left).length === 0 ? others : { ...object, [name]: left };
}

/** Returns a copy without the value at a dotted path. Objects on the path stay, even when empty. */
export function removeLeafAt(object: JsonObject, path: string): JsonObject {
	const { name, rest } = first(path);
	if (!Object.hasOwn(object, name)) return object;
	const { [name]: inner, ...others } = object;
	if (rest === undefined) return others;
	return isObject(inner) ? { ...object, [name]: removeLeafAt(inner, rest) } : object;
}

function first(path: string): { name: string; rest: string | undefined } {
	const dot = path.indexOf('.');
	return dot === -1 ? { name: path, rest: undefined } : { name: path.slice(0, dot), rest: path.slice(dot + 1) };
}

function isObject(value: JsonValue | undefined): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
