/** Equality, identity and emptiness of JSON values. Key order does not matter; numbers are compared by value, bigint or not. */
import type { JsonObject, JsonValue } from './catalog.ts';

export function deepEqual(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
	if (a === b) return true;
	if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
	if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, index) => deepEqual(item, b[index]));
	if (Array.isArray(b)) return false;
	const keys = Object.keys(a);
	if (keys.length !== Object.keys(b).length) return false;
	return keys.every((key) => Object.hasOwn(b, key) && deepEqual(a[key], b[key]));
}

/** Compares like `deepEqual`, but an absent member equals an empty text, list or map, at every depth. */
export function equalOrEmpty(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
	if (a === b || (isEmpty(a) && isEmpty(b))) return true;
	if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return deepEqual(a, b);
	if (Array.isArray(a) || Array.isArray(b)) {
		return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, index) => equalOrEmpty(item, b[index]));
	}
	return [...Object.keys(a), ...Object.keys(b)].every((key) => equalOrEmpty(a[key], b[key]));
}

/** Returns a text that is the same for equal values only; usable as a key. */
export function identity(value: JsonValue): string {
	if (value === null || typeof value !== 'object') return typeof value === 'string' ? JSON.stringify(value) : String(value);
	if (Array.isArray(value)) return `[${value.map(identity).join(',')}]`;
	const keys = Object.keys(value).sort();
	return `{${keys.map((key) => `${JSON.stringify(key)}:${identity(value[key] ?? null)}`).join(',')}}`;
}

/** True for values that violate `required`: absent, null, and the empty string, list and map. Zero and false are values. */
export function isEmpty(value: JsonValue | undefined): boolean {
	if (value === undefined || value === null || value === '') return true;
	if (typeof value !== 'object') return false;
	if (Array.isArray(value)) return value.length === 0;
	for (const _ in value) return false;
	return true;
}

/** True for absent, null, and the empty string and list. Numbers, booleans and objects, even empty ones, are present. */
export function isAbsent(value: JsonValue | undefined): boolean {
	return isEmpty(value) && !(value !== null && typeof value === 'object' && !Array.isArray(value));
}

/** True for zero values, which `omitZero` leaves out. */
export function isZero(value: JsonValue): boolean {
	if (value === '' || value === 0 || value === false) return true;
	if (typeof value !== 'object' || value === null) return false;
	if (Array.isArray(value)) return value.length === 0;
	for (const _ in value) return false;
	return true;
}

/** Sets an own property, even for special names (`__proto__`). */
export function setOwn<Value>(object: { [key: string]: Value }, key: string, value: Value): void {
	if (key === '__proto__') Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
	else object[key] = value;
}

/** Returns a deep copy. */
export function copy(value: JsonValue): JsonValue {
	if (value === null || typeof value !== 'object') return value;
	if (Array.isArray(value)) return value.map(copy);
	const result: JsonObject = {};
	for (const key of Object.keys(value)) setOwn(result, key, copy(value[key] ?? null));
	return result;
}
