/** Entries of a map of one version that are fields of their own in the storage version: taken out on the way there, put in on the way back. */
import type { JsonObject, JsonValue, MovedEntry } from '../../model/catalog.ts';
import { setOwn } from '../../model/equal.ts';
import { getAt } from '../../model/path.ts';

interface Taken {
	/** What is left of the map; undefined: nothing. */
	readonly map: JsonValue | undefined;
	readonly placed: readonly { readonly path: string; readonly value: JsonValue }[];
}

/** `around`: what has the map, as this version has it. */
export function takeEntries(map: JsonValue, entries: readonly MovedEntry[], around: JsonObject): Taken {
	if (!isMap(map)) return { map, placed: [] };
	const left: JsonObject = { ...map };
	const placed = entries.flatMap((entry) => {
		const value = own(map, entry.key);
		if (value === undefined) return [];
		if ('repeats' in entry) {
			if (value === getAt(around, entry.repeats)) delete left[entry.key];
			return [];
		}
		delete left[entry.key];
		return [{ path: entry.storage, value }];
	});
	return { map: Object.keys(left).length === 0 ? undefined : left, placed };
}

/** `around`: what has the map, as it is stored. */
export function putEntries(map: JsonValue | undefined, entries: readonly MovedEntry[], around: JsonObject): JsonValue | undefined {
	const result: JsonObject = isMap(map) ? { ...map } : {};
	for (const entry of entries) {
		const value = getAt(around, 'repeats' in entry ? entry.repeats : entry.storage);
		const isSaid = 'repeats' in entry && (own(result, entry.key) ?? '') !== '';
		if (value !== undefined && value !== null && !isSaid) setOwn(result, entry.key, value);
	}
	return Object.keys(result).length === 0 ? map : result;
}

function own(map: JsonObject, key: string): JsonValue | undefined {
	return Object.hasOwn(map, key) ? map[key] : undefined;
}

function isMap(value: JsonValue | undefined): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
