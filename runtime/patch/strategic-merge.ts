/**
 * Strategic merge patch: a merge patch that merges lists by the merge keys in descriptors. Directives: `$patch: replace|delete`,
 * `$retainKeys`, `$setElementOrder/<list>` and `$deleteFromPrimitiveList/<list>`. Behaves like Kubernetes; arguments are not changed.
 */

import type { JsonObject, JsonValue } from '../model/catalog.ts';
import { setOwn } from '../model/equal.ts';
import { deletionPrefix, directive, isBroken, isDirective, orderPrefix, retainKeys, withoutDirectives } from './directives.ts';
import { invalidPatch, malformedPatch, named } from './failure.ts';
import { orderEntries } from './list-order.ts';
import { mergeLists, removeScalars } from './merge-lists.ts';
import { getOwn, isObject } from './own-properties.ts';
import type { FieldMerge, PatchSchema } from './patch-schema.ts';

/** Throws ApiError: BadRequest (invalid directives), Invalid (does not apply). */
export function strategicMerge(current: JsonObject, patch: JsonObject, schema: PatchSchema): JsonObject {
	const whole = getOwn(patch, directive);
	if (whole !== undefined) return wholeObject(whole, patch);
	const broken = Object.keys(patch).find(isBroken);
	if (broken !== undefined)
		throw malformedPatch(`invalid patch format of ${broken.startsWith(orderPrefix.slice(0, -1)) ? 'setElementOrder' : 'primitive'} list`);
	const merged = retained(current, patch);
	const ordered = orderedLists(merged, patch, schema);
	const names = Object.keys(patch).filter((name) => !isDirective(name) && !ordered.has(name));
	for (const name of names) mergeField(merged, name, patch[name] ?? null, schema.field(name));
	// Deletions come last: an entry that the patch both adds and deletes is removed.
	for (const name of Object.keys(patch)) {
		if (name.startsWith(deletionPrefix)) deleteEntries(merged, name.slice(deletionPrefix.length), patch[name] ?? null);
	}
	return merged;
}

function wholeObject(value: JsonValue, patch: JsonObject): JsonObject {
	if (value === 'delete') return {};
	if (value !== 'replace') throw invalidPatch(`unknown patch type: ${named(value)} in map: ${named(Object.keys(patch).slice(0, 10).join(', '))}`);
	return withoutDirectives(patch) as JsonObject;
}

/** Copies the current object; with `$retainKeys`, only the fields named there. */
function retained(current: JsonObject, patch: JsonObject): JsonObject {
	const keep = getOwn(patch, retainKeys);
	if (keep === undefined) return { ...current };
	if (!Array.isArray(keep)) throw malformedPatch('invalid patch format of retainKeys');
	const kept = new Set(keep);
	const stray = Object.keys(patch).find((name) => !isDirective(name) && patch[name] !== null && !kept.has(name));
	if (stray !== undefined) throw malformedPatch(`invalid patch format of retainKeys: it does not list ${JSON.stringify(named(stray))}`);
	return Object.fromEntries(Object.entries(current).filter(([name]) => kept.has(name)));
}

/** Merges the lists that have a `$setElementOrder`, in place. Returns their names. */
function orderedLists(merged: JsonObject, patch: JsonObject, schema: PatchSchema): Set<string> {
	const done = new Set<string>();
	for (const key of Object.keys(patch)) {
		if (!key.startsWith(orderPrefix)) continue;
		const name = key.slice(orderPrefix.length);
		const order = list(patch[key] ?? null, key);
		const { mergeKey, strategy, inside } = schema.field(name);
		const current = getOwn(merged, name);
		const changes = getOwn(patch, name);
		// Null with an order removes the list. Other lists are merged with the remaining fields.
		if (changes === null || (current === undefined && changes === undefined)) continue;
		done.add(name);
		const before = current === undefined || current === null ? [] : list(current, name);
		const those = changes === undefined ? [] : list(changes, name);
		const changed = (): JsonValue[] =>
			strategy === 'merge' ? mergeLists(before, those, mergeKey, inside, strategicMerge) : (withoutDirectives(those) as JsonValue[]);
		// An order without changes changes no entry, so duplicates stay.
		const entries = changes === undefined ? before : changed();
		setOwn(merged, name, orderEntries(entries, { before, order, patch: those, mergeKey }));
	}
	return done;
}

function list(value: JsonValue, name: string): JsonValue[] {
	if (Array.isArray(value)) return value;
	throw invalidPatch(`expected a list for ${JSON.stringify(name)}, but received ${value === null ? 'null' : typeof value}`);
}

function mergeField(merged: JsonObject, name: string, change: JsonValue, { strategy, mergeKey, inside }: FieldMerge): void {
	if (change === null) {
		delete merged[name];
		return;
	}
	const current = getOwn(merged, name);
	if (isObject(current) && isObject(change) && strategy !== 'replace') setOwn(merged, name, strategicMerge(current, change, inside));
	else if (Array.isArray(current) && Array.isArray(change) && strategy === 'merge') {
		setOwn(merged, name, mergeLists(current, change, mergeKey, inside, strategicMerge));
	} else setOwn(merged, name, withoutDirectives(change));
}

function deleteEntries(merged: JsonObject, name: string, gone: JsonValue): void {
	const current = getOwn(merged, name);
	if (!Array.isArray(gone)) throw malformedPatch('invalid patch format of primitive list');
	if (Array.isArray(current)) setOwn(merged, name, removeScalars(current, gone));
}
