/** Values at dotted paths of plain objects; writers give a changed copy. Paths come from specs, values from clients. */
import type { JsonObject, JsonValue } from './catalog.ts';

export function getAt(object: JsonObject, path: string): JsonValue | undefined {
	let value: JsonValue | undefined = object;
	for (const name of path.split('.')) {
		if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
		value = value[name];
	}
	return value;
}

/** Objects on the way are made when they are not there. */
export function setAt(object: JsonObject, path: string, value: JsonValue): JsonObject {
	const { name, rest } = first(path);
	if (rest === undefined) return { ...object, [name]: value };
	const inner = Object.hasOwn(object, name) ? object[name] : undefined;
	return { ...object, [name]: setAt(isObject(inner) ? inner : {}, rest, value) };
}

/** Objects on the way that are left empty go as well. */
export function removeAt(object: JsonObject, path: string): JsonObject {
	const { name, rest } = first(path);
	if (!Object.hasOwn(object, name)) return object;
	const { [name]: inner, ...others } = object;
	if (rest === undefined || !isObject(inner)) return rest === undefined ? others : object;
	const left = removeAt(inner, rest);
	if (left === inner) return object;
	return Object.keys(left).length === 0 ? others : { ...object, [name]: left };
}

function first(path: string): { name: string; rest: string | undefined } {
	const dot = path.indexOf('.');
	return dot === -1 ? { name: path, rest: undefined } : { name: path.slice(0, dot), rest: path.slice(dot + 1) };
}

function isObject(value: JsonValue | undefined): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
