/** Lists whose field says `merge`: entries identified by a key, or scalars as a set. */
import type { JsonObject, JsonValue } from '../schema/model.ts';
import { directive, withoutDirectives } from './directives.ts';
import { invalidPatch } from './failure.ts';
import { orderEntries } from './list-order.ts';
import { getOwn, isObject } from './own.ts';
import type { PatchSchema } from './patch-schema.ts';

/** Given, so that the two files do not import each other. */
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
	for (const change of changes) {
		const key = keyOf(change, mergeKey);
		const at = entries.findIndex((entry) => getOwn(entry, mergeKey) === key);
		const existing = entries[at];
		if (existing === undefined) entries.push(withoutDirectives(change) as JsonObject);
		else entries[at] = merge(existing, change, schema);
	}
	return orderEntries(entries, { before, order: changes, patch: changes, mergeKey });
}

/** The current entries without those that the patch deletes; undefined when it replaces all. */
function afterDirectives(current: readonly JsonObject[], patch: readonly JsonObject[], mergeKey: string): readonly JsonObject[] | undefined {
	let left: readonly JsonObject[] | undefined = current;
	for (const entry of patch) {
		const what = getOwn(entry, directive);
		if (what === undefined) continue;
		if (what === 'replace') left = undefined;
		else if (what === 'delete') {
			const key = keyOf(entry, mergeKey);
			left = left?.filter((existing) => getOwn(existing, mergeKey) !== key);
		} else if (what === 'merge') throw invalidPatch('merging lists cannot yet be specified in the patch');
		else throw invalidPatch(`unknown patch type: ${String(what)}`);
	}
	return left;
}

export function keyOf(entry: JsonObject, mergeKey: string): JsonValue {
	const key = getOwn(entry, mergeKey);
	if (key === undefined) throw invalidPatch(`map: ${Object.keys(entry).join(', ')} does not contain declared merge key: ${mergeKey}`);
	return key;
}

export function removeScalars(current: readonly JsonValue[], gone: readonly JsonValue[]): JsonValue[] {
	const those = new Set(gone);
	return current.filter((entry) => !those.has(entry));
}
