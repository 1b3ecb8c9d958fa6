/**
 * Pruning: removes the fields that the applier applied before, no longer applies, and that no other manager owns. It removes fields of
 * structs and entries of maps, sets and list-maps. Content of a removed value is checked separately, since other managers may own it.
 */
import type { JsonObject } from '../model/catalog.ts';
import { compareText } from '../model/text-order.ts';
import type { ManagerEntry } from './managers.ts';
import { ListIndexes } from './objects/list-index.ts';
import type { StructMerge } from './objects/merge-schema.ts';
import { present } from './objects/owned.ts';
import { remove, withNamedFields } from './objects/remove.ts';
import { difference, type FieldSet, intersection, isEmpty, union, unionAll } from './sets/field-set.ts';
import type { Versions } from './versions.ts';

export interface Applier {
	/** Set that the manager applied last time, and its version. */
	readonly last: { readonly apiVersion: string; readonly set: FieldSet };
	/** Set that it applies now, and its version. Includes server-set fields, so that metadata stays. */
	readonly now: { readonly apiVersion: string; readonly set: FieldSet };
	readonly others: readonly ManagerEntry[];
}

/**
 * Prunes the merged object; returns it unchanged when no field is removed. `merged` and the result are in the version applied now.
 * `indexes` has its lists.
 */
export function prune(versions: Versions, merged: JsonObject, applier: Applier, indexes = new ListIndexes()): JsonObject {
	const { last, now, others } = applier;
	const type = versions.of(last.apiVersion)?.type;
	if (type === undefined || isEmpty(last.set)) return merged;
	const isHere = (apiVersion: string): boolean => apiVersion === last.apiVersion;
	// Fast path: managers usually apply the same fields as before.
	if (isHere(now.apiVersion) && isEmpty(difference(last.set, now.set))) return merged;
	const before = withNamedFields(type, last.set);
	const owners = others.filter(({ manager }) => versions.of(manager.apiVersion) !== undefined);
	const here = owners.filter(({ manager }) => isHere(manager.apiVersion)).map((owner) => owner.set(type));
	const kept = unionAll([...(isHere(now.apiVersion) ? [now.set] : []), ...here].map((set) => withNamedFields(type, set)));
	const left = difference(before, kept);
	if (isEmpty(left)) return merged;
	if (isHere(now.apiVersion) && here.length === owners.length) return remove(type, merged, left, { applied: before, indexes });
	return pruneAcross(versions, merged, { last: { ...last, set: before }, now, others: owners }, type);
}

/** Prunes when owners use several versions. The object is converted to each of them. `last` includes the declared ancestors. */
function pruneAcross(versions: Versions, merged: JsonObject, applier: Applier, type: StructMerge): JsonObject {
	const { last, now } = applier;
	const object = versions.convert(merged, last.apiVersion);
	const left = givenBack(versions, object, remove(type, object, last.set), applier);
	const dropped = difference(fieldsOf(type, object), fieldsOf(type, versions.convert(left, last.apiVersion)));
	const gone = intersection(dropped, last.set);
	return isEmpty(gone) ? merged : versions.convert(remove(type, object, gone), now.apiVersion);
}

/**
 * Returns the pruned object with those removed fields restored that are owned in some version. The result is in the version of the last
 * owner.
 */
function givenBack(versions: Versions, object: JsonObject, pruned: JsonObject, { last, now, others }: Applier): JsonObject {
	const owners = new Map<string, FieldSet[]>([[now.apiVersion, [now.set]]]);
	for (const other of others) {
		const { apiVersion } = other.manager;
		const type = versions.of(apiVersion)?.type;
		if (type === undefined) continue;
		const sets = owners.get(apiVersion);
		if (sets === undefined) owners.set(apiVersion, [other.set(type)]);
		else sets.push(other.set(type));
	}
	// Owners in the pruned version come first: conversion to other versions may need their fields.
	const rank = (apiVersion: string): number => (apiVersion === last.apiVersion ? 0 : 1);
	let left = pruned;
	for (const [apiVersion, sets] of [...owners].sort(([a], [b]) => rank(a) - rank(b) || compareText(a, b))) {
		const type = versions.of(apiVersion)?.type;
		if (type === undefined) continue;
		const all = versions.convert(object, apiVersion);
		const kept = union(fieldsOf(type, versions.convert(left, apiVersion)), withNamedFields(type, unionAll(sets)));
		left = remove(type, all, difference(fieldsOf(type, all), kept));
	}
	return left;
}

function fieldsOf(type: StructMerge, object: JsonObject): FieldSet {
	return withNamedFields(type, present(type, object));
}
