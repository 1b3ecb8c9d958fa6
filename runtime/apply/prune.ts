/**
 * What an applier does not apply any more, and nobody owns, goes from the object. Fields of a struct, entries of maps, sets and
 * lists by key go alike; what is inside something that goes is looked at by itself, as others may own it.
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
	/** What the manager has applied before, and in which version. */
	readonly last: { readonly apiVersion: string; readonly set: FieldSet };
	/** What it applies now, and in which version; what the server sets as well, since that keeps the metadata that it stands in. */
	readonly now: { readonly apiVersion: string; readonly set: FieldSet };
	readonly others: readonly ManagerEntry[];
}

/** `merged` and the result are in the version applied now. The object itself where nothing goes. `indexes`: of its lists. */
export function prune(versions: Versions, merged: JsonObject, applier: Applier, indexes = new ListIndexes()): JsonObject {
	const { last, now, others } = applier;
	const type = versions.of(last.apiVersion)?.type;
	if (type === undefined || isEmpty(last.set)) return merged;
	const isHere = (apiVersion: string): boolean => apiVersion === last.apiVersion;
	// Mostly a manager applies the same fields again.
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

/** The same where others own in other versions: what they own there is found there. `last` with the named fields. */
function pruneAcross(versions: Versions, merged: JsonObject, applier: Applier, type: StructMerge): JsonObject {
	const { last, now } = applier;
	const object = versions.convert(merged, last.apiVersion);
	const left = givenBack(versions, object, remove(type, object, last.set), applier);
	const dropped = difference(fieldsOf(type, object), fieldsOf(type, versions.convert(left, last.apiVersion)));
	const gone = intersection(dropped, last.set);
	return isEmpty(gone) ? merged : versions.convert(remove(type, object, gone), now.apiVersion);
}

/** The object with what somebody owns in some version, though it was taken out. In the version in which the last of them owns. */
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
	// First those of the version in which it was taken out: what is there no more may be needed to convert it.
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
