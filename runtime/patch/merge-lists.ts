/** Merges lists with patch strategy `merge`: entries identified by a key, or scalars as a set. */
import type { JsonObject, JsonValue } from '../model/catalog.ts';
import { directive, withoutDirectives } from './directives.ts';
import { invalidPatch, named } from './failure.ts';
import { orderEntries } from './list-order.ts';
import { getOwn, isObject } from './own-properties.ts';
import type { PatchSchema } from './patch-schema.ts';

/** A parameter, because the two files would otherwise import each other. */
export type MergeObjects = (current: JsonObject, patch: JsonObject, schema: PatchSchema) => JsonObject;

export function mergeLists(
	current: readonly JsonValue[],
	patch: readonly JsonValue[],
	mergeKey: string | undefined,
	schema: PatchSchema,
	merge: MergeObjects,
): JsonValue[] {
	const all = [...current, ...patch];
	if (all.length === 0) return [];
	if (all.some(Array.isArray)) throw invalidPatch('lists of lists are not supported');
	const objects = all.filter(isObject).length;
	if (objects === 0) return orderEntries([...new Set(all)], { before: current, order: patch, patch, mergeKey: undefined });
	if (objects !== all.length) throw invalidPatch('list element types are not identical');
	if (mergeKey === undefined) throw invalidPatch(`cannot merge lists without merge key for ${schema.name}`);
	return mergeKeyed(current as readonly JsonObject[], patch as readonly JsonObject[], mergeKey, schema, merge);
}

function mergeKeyed(current: readonly JsonObject[], patch: readonly JsonObject[], mergeKey: string, schema: PatchSchema, merge: MergeObjects): JsonValue[] {
	const changes = patch.filter((entry) => getOwn(entry, directive) === undefined);
	const before = afterDirectives(current, patch, mergeKey);
	if (before === undefined) return changes.map(withoutDirectives);
	const entries = [...before];
	const places = new Map<JsonValue, number>();
	entries.forEach((entry, i) => {
		const key = getOwn(entry, mergeKey);
		if (key !== undefined && !places.has(key)) places.set(key, i);
	});
	for (const change of changes) {
		const key = keyOf(change, mergeKey);
		const at = places.get(key);
		const existing = at === undefined ? undefined : entries[at];
		if (at === undefined || existing === undefined) places.set(key, entries.push(withoutDirectives(change) as JsonObject) - 1);
		else entries[at] = merge(existing, change, schema);
	}
	return orderEntries(entries, { before, order: changes, patch: changes, mergeKey });
}

/** Returns the current entries without those that the patch deletes, or undefined when the patch replaces the list. */
function afterDirectives(current: readonly JsonObject[], patch: readonly JsonObject[], mergeKey: string): readonly JsonObject[] | undefined {
	const gone = new Set<JsonValue>();
	let replaced = false;
	for (const entry of patch) {
		const what = getOwn(entry, directive);
		if (what === undefined) continue;
		if (what === 'replace') replaced = true;
		else if (what === 'delete') gone.add(keyOf(entry, mergeKey));
		else if (what === 'merge') throw invalidPatch('merging lists cannot yet be specified in the patch');
		else throw invalidPatch(`unknown patch type: ${named(what)}`);
	}
	if (replaced) return undefined;
	return gone.size === 0 ? current : current.filter((entry) => !gone.has(getOwn(entry, mergeKey) ?? null));
}

function keyOf(entry: JsonObject, mergeKey: string): JsonValue {
	const key = getOwn(entry, mergeKey);
	if (key === undefined)
		throw invalidPatch(`an entry with ${named(Object.keys(entry).slice(0, 10).join(', ') || 'nothing')} does not contain declared merge key: ${mergeKey}`);
	return key;
}

export function removeScalars(current: readonly JsonValue[], gone: readonly JsonValue[]): JsonValue[] {
	const those = new Set(gone);
	return current.filter((entry) => !those.has(entry));
}
