/**
 * Ownership after a write that is no apply: create, update, patch. Such a write never conflicts: who changes a field takes it from
 * its owners, and what goes is nobody's. Source: seed 1, "Field ownership"; what the seed leaves open as Kubernetes' field manager does it.
 */
import type { JsonObject } from '../model/catalog.ts';
import { MalformedError } from '../model/malformed.ts';
import { isReset, isSameManager, type Manager, ManagerEntry, managedFieldsOf, managersForWrite, writeManagers } from './managers.ts';
import type { Difference } from './objects/compare.ts';
import { difference, emptySet, isEmpty, union } from './sets/field-set.ts';
import { capUpdateManagers } from './update-cap.ts';
import { Change, type Versions } from './versions.ts';

export interface ObjectWrite {
	/** The object as it is stored, in the version of the request; undefined: there is none. */
	readonly live: JsonObject | undefined;
	/** As it shall be. */
	readonly next: JsonObject;
	/** Gives `live` less the fields that the request sends; undefined: less all. Absent: the request sends what it changes. */
	readonly withoutSent?: ((live: JsonObject) => JsonObject | undefined) | undefined;
	/** The field manager that the client names, or its user agent up to the first `/`. */
	readonly manager: string;
	/** Of the request. */
	readonly apiVersion: string;
	/** Empty: the object itself. */
	readonly subresource: string;
	/** RFC 3339, in seconds. */
	readonly now: string;
}

/**
 * `metadata.managedFields` of the object after the write; undefined: none. It is the stored list itself when nothing of it has
 * changed. An object that exists without owners stays so until somebody applies it, or resets them along with changes. A reset comes
 * first: the writer then owns every field that the request sends.
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
		// Entries of lists that nobody can tell apart: validation refuses them, or there is nothing to be said of who owns them.
		return undefined;
	}
}

/** The same, of entries. Throws MalformedError where entries of a list have no identity. */
export function updateManagers(versions: Versions, entries: readonly ManagerEntry[], write: ObjectWrite): readonly ManagerEntry[] {
	const change = new Change(versions, write.apiVersion, write.live, write.next);
	const made = change.in(write.apiVersion);
	const served = entries.filter(({ manager }) => versions.of(manager.apiVersion) !== undefined);
	if (made === undefined) return served;
	const manager: Manager = { name: write.manager || 'unknown', operation: 'Update', apiVersion: write.apiVersion, subresource: write.subresource };
	const isOwn = (entry: ManagerEntry): boolean => isSameManager(entry.manager, manager);
	const others = served.filter((entry) => !isOwn(entry)).map((entry) => taken(versions, entry, change.in(entry.manager.apiVersion)));
	const own = served.find(isOwn) ?? ManagerEntry.of(manager, undefined, emptySet);
	return capUpdateManagers(
		[...others, gained(versions, own, made, write.now)].filter((entry) => !entry.isEmpty),
		versions,
	);
}

/** What another write leaves of an entry. */
export function taken(versions: Versions, entry: ManagerEntry, made: Difference | undefined): ManagerEntry {
	const type = versions.of(entry.manager.apiVersion)?.type;
	if (type === undefined || made === undefined || !(entry.touches(made.changed) || entry.touches(made.removed))) return entry;
	const before = entry.set(type);
	const left = difference(difference(before, made.changed), made.removed);
	return left === before ? entry : ManagerEntry.of(entry.manager, entry.time, left);
}

/** The writer's own entry: it has what it has changed, too. Its time tells when it last changed something. */
function gained(versions: Versions, entry: ManagerEntry, { changed, removed }: Difference, now: string): ManagerEntry {
	const time = isEmpty(changed) ? entry.time : now;
	if (entry.includes(changed) && !entry.touches(removed)) return entry.withTime(time);
	const type = versions.of(entry.manager.apiVersion)?.type;
	const before = type === undefined ? emptySet : entry.set(type);
	const after = union(difference(before, removed), changed);
	return after === before ? entry.withTime(time) : ManagerEntry.of(entry.manager, time, after);
}
