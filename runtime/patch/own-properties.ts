/**
 * Access to own properties only. Clients choose the names, and `__proto__` or `constructor` are data like any other (DESIGN section 11,
 * first rule).
 */
import type { JsonObject, JsonValue } from '../model/catalog.ts';

export function isObject(value: JsonValue | undefined): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function getOwn(object: JsonObject, key: string): JsonValue | undefined {
	return Object.hasOwn(object, key) ? object[key] : undefined;
}
