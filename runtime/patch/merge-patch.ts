/**
 * Merge patch (RFC 7386): null removes a member, objects merge, other values replace. Arguments are not changed. As in Kubernetes, null
 * also removes members of objects inside lists, where the RFC keeps it.
 */

import type { JsonObject, JsonValue } from '../model/catalog.ts';
import { setOwn } from '../model/equal.ts';
import { getOwn, isObject } from './own-properties.ts';

export function mergePatch(current: JsonValue | undefined, patch: JsonValue): JsonValue {
	if (isObject(patch)) return mergeObject(isObject(current) ? current : {}, patch);
	// A null list item stays, because it has a position.
	return Array.isArray(patch) ? patch.map((item) => mergePatch(undefined, item)) : patch;
}

/** Merges objects. The result shares unchanged parts. */
export function mergeObject(current: JsonObject, patch: JsonObject): JsonObject {
	const merged: JsonObject = { ...current };
	for (const key of Object.keys(patch)) {
		const value = patch[key] ?? null;
		if (value === null) delete merged[key];
		else setOwn(merged, key, mergePatch(getOwn(current, key), value));
	}
	return merged;
}
