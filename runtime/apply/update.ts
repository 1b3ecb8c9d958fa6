/**
 * Field ownership after a create, update or patch. Such a write never conflicts: its manager takes over changed fields, and removed fields
 * have no owner. Source: seed 1, "Field ownership"; otherwise Kubernetes' field manager.
 */
import type { JsonObject } from '../model/catalog.ts';
import { MalformedError } from '../model/malformed.ts';
import { isReset, isSameManager, type Manager, ManagerEntry, managedFieldsOf, managersForWrite, writeManagers } from './managers.ts';
import type { Difference } from './objects/compare.ts';
import { difference, emptySet, isEmpty, union } from './sets/field-set.ts';
import { capUpdateManagers, mostUpdateManagers } from './update-cap.ts';
import { Change, type Versions } from './versions.ts';

export interface ObjectWrite {
	/** The stored object in the version of the request; undefined when it does not exist. */
	readonly live: JsonObject | undefined;
	/** The object after the write. */
	readonly next: JsonObject;
	/**
	 * Returns `live` without the fields that the request sends; undefined when it sends all. Absent for patches, which send only changes.
	 */
	readonly withoutSent?: ((live: JsonObject) => JsonObject | undefined) | undefined;
	/** Field manager named by the client, or else its user agent up to the first `/`. */
	readonly manager: string;
	/** API version of the request. */
	readonly apiVersion: string;
	/** Subresource; empty for the object itself. */
	readonly subresource: string;
	/** Current time, RFC 3339 in seconds. */
	readonly now: string;
}

/**
 * Returns `metadata.managedFields` after the write; undefined for none, and the stored list itself when nothing changes. An existing object
 * without managers gets them only by an apply, or by a reset together with changes. A reset is evaluated first: the writer then owns all
 * fields that it sends.
 */
export function update(versions: Versions, write: ObjectWrite): readonly JsonObject[] | undefined {
	const { live, next, subresource, withoutSent } = write;
	const reset = subresource === '' && isReset(managedFieldsOf(next));
	const entries = reset ? [] : managersForWrite(live, next, subresource);
	if (entries.length === 0 && live !== undefined && !reset) return undefined;
	try {
		const made = reset && live && withoutSent ? { ...write, live: withoutSent(live) } : write;
		return writeManagers(updateManagers(versions, entries, made), managedFieldsOf(live));
	} catch (error) {
		if (!(error instanceof MalformedError)) throw error;
		// Lists with entries without keys have no ownership; validation usually refuses them.
		return undefined;
	}
}

/** Returns the managers after the write. Throws MalformedError on list entries without keys. */
export function updateManagers(versions: Versions, stored: readonly ManagerEntry[], write: ObjectWrite): readonly ManagerEntry[] {
	const change = new Change(versions, write.apiVersion, write.live, write.next);
	const made = change.in(write.apiVersion);
	const served = stored.filter(({ manager }) => versions.of(manager.apiVersion) !== undefined);
	if (made === undefined) return served;
	const manager: Manager = { name: write.manager || 'unknown', operation: 'Update', apiVersion: write.apiVersion, subresource: write.subresource };
	const isOwn = (entry: ManagerEntry): boolean => isSameManager(entry.manager, manager);
	const others = served.filter((entry) => !isOwn(entry)).map((entry) => entryWithout(versions, entry, change.in(entry.manager.apiVersion)));
	const before = served.find(isOwn);
	const own = before === undefined ? ManagerEntry.of(manager, write.now, made.changed) : entryWith(versions, before, made, write.now);
	const entries = [...others, own].filter((entry) => !entry.isEmpty);
	return entries.length > mostUpdateManagers ? capUpdateManagers(entries, versions) : entries;
}

/** Returns another manager's entry without the fields that this write takes over or removes. */
export function entryWithout(versions: Versions, entry: ManagerEntry, made: Difference | undefined): ManagerEntry {
	const type = versions.of(entry.manager.apiVersion)?.type;
	if (type === undefined || made === undefined || !(entry.touches(made.changed) || entry.touches(made.removed))) return entry;
	const before = entry.set(type);
	const left = difference(difference(before, made.changed), made.removed);
	return left === before ? entry : ManagerEntry.of(entry.manager, entry.time, left);
}

/** Returns the writer's entry with the changed fields added. Its time is that of the last change. */
function entryWith(versions: Versions, entry: ManagerEntry, { changed, removed }: Difference, now: string): ManagerEntry {
	const time = isEmpty(changed) ? entry.time : now;
	if (entry.includes(changed) && !entry.touches(removed)) return entry.withTime(time);
	const type = versions.of(entry.manager.apiVersion)?.type;
	const before = type === undefined ? emptySet : entry.set(type);
	const after = union(difference(before, removed), changed);
	return after === before ? entry.withTime(time) : ManagerEntry.of(entry.manager, time, after);
}
