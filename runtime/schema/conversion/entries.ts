/**
 * Moves map entries of one version that are separate fields in the storage version. On the way to storage they are taken out of the map,
 * and on the way back they are put into it.
 */
import type { JsonObject, JsonValue, MovedEntry } from '../../model/catalog.ts';
import { setOwn } from '../../model/equal.ts';
import { getAt } from '../../model/path.ts';

interface TakenEntries {
	/** Rest of the map. Undefined when it is empty. */
	readonly map: JsonValue | undefined;
	readonly placed: readonly { readonly path: string; readonly value: JsonValue }[];
}

/** Moves entries out of the map. `around`: object with the map, in this version. */
export function takeEntries(map: JsonValue, entries: readonly MovedEntry[], around: JsonObject): TakenEntries {
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

/** Moves entries back into the map. `around`: object with the map, in the storage version. */
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
