/**
 * Reading and writing of own properties only: names come from clients, and `__proto__`, `constructor` and the like
 * are data like any other (DESIGN section 10, first rule).
 */
import type { JsonObject, JsonValue } from '../schema/model.ts';

export function isObject(value: JsonValue | undefined): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function getOwn(object: JsonObject, key: string): JsonValue | undefined {
	return Object.hasOwn(object, key) ? object[key] : undefined;
}

export function setOwn(object: JsonObject, key: string, value: JsonValue): void {
	if (key === '__proto__') Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
	else object[key] = value;
}

/** A deep copy that shares nothing mutable with the original. */
export function cloneJson(value: JsonValue): JsonValue {
	if (Array.isArray(value)) return value.map(cloneJson);
	if (!isObject(value)) return value;
	const copy: JsonObject = {};
	for (const key of Object.keys(value)) setOwn(copy, key, cloneJson(value[key] ?? null));
	return copy;
}

/** Equality of JSON values; the order of an object's keys does not matter. */
export function equalJson(a: JsonValue, b: JsonValue): boolean {
	if (a === b) return true;
	if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => equalJson(item, b[i] ?? null));
	if (!isObject(a) || !isObject(b)) return false;
	const keys = Object.keys(a);
	return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equalJson(a[key] ?? null, b[key] ?? null));
}
