/** Access to own properties only, because clients choose the names: `__proto__` and `constructor` are data like any other. */
import type { JsonObject, JsonValue } from '../model/catalog.ts';

export function isObject(value: JsonValue | undefined): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function getOwn(object: JsonObject, key: string): JsonValue | undefined {
	return Object.hasOwn(object, key) ? object[key] : undefined;
}
