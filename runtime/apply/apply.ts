/**
 * Server-side apply: merges a partial object into the live one; its manager then owns the applied fields. Fields that other managers own
 * with another value are conflicts, unless the apply is forced. Fields that the manager applied before and no longer applies are removed,
 * unless another manager owns them. Source: seed 1, "Field ownership" and "Server-side apply endpoint"; otherwise Kubernetes' field
 * manager.
 */
import { ApiError } from '../api/errors.ts';
import type { JsonObject, JsonValue } from '../model/catalog.ts';
import { deepEqual } from '../model/equal.ts';
import { MalformedError } from '../model/malformed.ts';
import { type Conflict, conflictError } from './conflicts.ts';
import { clientSideApplier, lastAppliedFields, withLastApplied } from './last-applied.ts';
import { isSameManager, type Manager, ManagerEntry, managedFieldsOf, storedManagers, writeManagers } from './managers.ts';
import { check } from './objects/check.ts';
import { isObject } from './objects/entries.ts';
import { ListIndexes } from './objects/list-index.ts';
import { merge } from './objects/merge.ts';
import type { StructMerge } from './objects/merge-schema.ts';
import { owned, serverSet } from './objects/owned.ts';
import { remove } from './objects/remove.ts';
import { prune } from './prune.ts';
import { difference, emptySet, intersection, isEmpty, isEqual, recursiveDifference, union } from './sets/field-set.ts';
import { entryWithout, updateManagers } from './update.ts';
import { Change, type ObjectVersion, type Versions } from './versions.ts';

export interface ApplyRequest {
	/** The stored object in the version of the request, with its managed fields; undefined when it does not exist. */
	readonly live: JsonObject | undefined;
	/** The applied configuration as sent: parsed, without defaults. */
	readonly applied: JsonObject;
	readonly manager: string;
	readonly force: boolean;
	/** API version of the request. */
	readonly apiVersion: string;
	readonly kind: string;
	/** Subresource; empty for the object itself. */
	readonly subresource: string;
	/** Current time, RFC 3339 in seconds. */
	readonly now: string;
	/** Annotation in which client-side apply keeps the applied configuration. */
	readonly lastAppliedAnnotation: string;
}

/**
 * Returns the resulting object with its managed fields, before decoding and defaulting; the live object itself when nothing changes. The
 * result shares parts with both inputs. Throws ApiError: Conflict with a cause for each field, BadRequest for a configuration that cannot
 * be applied.
 */
export function apply(versions: Versions, request: ApplyRequest): JsonObject {
	const { apiVersion, kind, manager, live, lastAppliedAnnotation } = request;
	const version = versions.of(apiVersion);
	if (version === undefined) throw new ApiError('BadRequest', `Incorrect version specified in apply patch: ${apiVersion} is not served`);
	const indexes = new ListIndexes();
	const applied = accepted(version.type, request.applied, { apiVersion, kind }, indexes);
	try {
		const { object, entries } = applyManaged(versions, version, { ...request, applied }, indexes);
		const managed = withManagedFields(object, writeManagers(entries, managedFieldsOf(live)));
		return manager === clientSideApplier ? withLastApplied(managed, applied, lastAppliedAnnotation) : managed;
	} catch (error) {
		if (!(error instanceof MalformedError)) throw error;
		throw new ApiError('BadRequest', `failed to apply to the live object (${described(live ?? applied)}): ${error.message}`);
	}
}

/** Returns the applied configuration after checking it. Adds its lists to `indexes`. Throws ApiError BadRequest. */
export function accepted(
	type: StructMerge,
	applied: JsonObject,
	{ apiVersion, kind }: Pick<ApplyRequest, 'apiVersion' | 'kind'>,
	indexes = new ListIndexes(),
): JsonObject {
	if (applied.apiVersion !== apiVersion) {
		throw new ApiError(
			'BadRequest',
			`Incorrect version specified in apply patch. Specified patch version: ${text(applied.apiVersion)}, expected: ${apiVersion}`,
		);
	}
	const { metadata } = applied;
	if (isObject(metadata) && metadata.managedFields !== undefined && metadata.managedFields !== null) {
		throw new ApiError('BadRequest', 'metadata.managedFields must be nil');
	}
	if (applied.kind !== kind) {
		const sent = `${groupVersion(apiVersion)}, Kind=${text(applied.kind)}`;
		throw new ApiError('BadRequest', `failed to create typed patch object (${described(applied)}): no corresponding type for ${sent}`);
	}
	const problems = check(type, applied, indexes);
	if (problems.length > 0) {
		const told = problems.length === 1 ? problems.join() : ['errors:', ...problems].join('\n  ');
		throw new ApiError('BadRequest', `failed to create typed patch object (${described(applied)}): ${told}`);
	}
	if (!isObject(metadata) || metadata.managedFields === undefined) return applied;
	const { managedFields: _, ...others } = metadata;
	return { ...applied, metadata: others };
}

interface ApplyResult {
	readonly object: JsonObject;
	readonly entries: readonly ManagerEntry[];
}

function applyManaged(versions: Versions, version: ObjectVersion, request: ApplyRequest, indexes: ListIndexes): ApplyResult {
	const { live, applied, apiVersion, force, now } = request;
	const who: Manager = { name: request.manager || 'unknown', operation: 'Apply', apiVersion, subresource: request.subresource };
	const entries = ownersBefore(versions, request).filter(({ manager }) => versions.of(manager.apiVersion) !== undefined);
	const last = entries.find((entry) => isSameManager(entry.manager, who));
	const others = entries.filter((entry) => entry !== last);

	const lastType = last && versions.of(last.manager.apiVersion)?.type;
	const lastSet = last && lastType ? last.set(lastType) : emptySet;
	const set = recursiveDifference(owned(version.type, applied, lastSet, indexes), version.reset);
	const before = { apiVersion: last?.manager.apiVersion ?? apiVersion, set: lastSet };
	const isSameSet = last !== undefined && before.apiVersion === apiVersion && isEqual(lastSet, set);

	const merged = live === undefined ? applied : merge(version.type, live, applied, indexes);
	const pruned = (): JsonObject => {
		const now = { apiVersion, set: union(set, recursiveDifference(serverSet(version.type, applied), version.reset)) };
		return prune(versions, merged, { last: before, now, others }, indexes);
	};
	// Fast path: managers usually apply the same fields as before.
	const object = last === undefined || isSameSet ? merged : pruned();

	const change = new Change(versions, apiVersion, live, object, indexes);
	const conflicts = force ? [] : conflictsOf(versions, others, change);
	if (conflicts.length > 0) refuseConflicts(version, request, conflicts);

	const isChanged = object !== live && (live === undefined || change.in(apiVersion) !== undefined || isReordered(version, object, live));
	const time = isChanged ? now : last?.time;
	const own = isSameSet ? last.withTime(time) : ManagerEntry.of(who, time, set);
	const left = others.map((entry) => entryWithout(versions, entry, change.in(entry.manager.apiVersion)));
	return { object: isChanged || live === undefined ? object : live, entries: [...left, own] };
}

/**
 * Reports whether the objects differ only in list order, which no manager owns. Fields outside the endpoint do not count, so that a
 * manager's time stays when it changes nothing.
 */
function isReordered({ type, reset }: ObjectVersion, object: JsonObject, live: JsonObject): boolean {
	return !deepEqual(remove(type, object, reset), remove(type, live, reset));
}

/** Returns the managers of the live object. If it has no managed fields, one manager owns all fields. */
function ownersBefore(versions: Versions, { live, apiVersion, subresource, now }: ApplyRequest): readonly ManagerEntry[] {
	const entries = storedManagers(live);
	if (live === undefined || entries.length > 0) return entries;
	return updateManagers(versions, [], { live: undefined, next: live, manager: 'before-first-apply', apiVersion, subresource, now });
}

function conflictsOf(versions: Versions, others: readonly ManagerEntry[], change: Change): Conflict[] {
	return others.flatMap((owner) => {
		const type = versions.of(owner.manager.apiVersion)?.type;
		const made = change.in(owner.manager.apiVersion);
		if (type === undefined || made === undefined || !owner.touches(made.changed)) return [];
		const fields = intersection(owner.set(type), made.changed);
		return isEmpty(fields) ? [] : [{ owner, fields }];
	});
}

/** Throws the Conflict error, unless all conflicts are fields of client-side apply, which kubectl takes over. */
function refuseConflicts({ type }: ObjectVersion, request: ApplyRequest, conflicts: readonly Conflict[]): void {
	const { manager, live, apiVersion, lastAppliedAnnotation } = request;
	if (manager !== clientSideApplier || live === undefined) throw conflictError(conflicts);
	const allowed = lastAppliedFields(type, apiVersion, live, lastAppliedAnnotation);
	const left = conflicts.map(({ owner, fields }) => ({ owner, fields: difference(fields, allowed) })).filter(({ fields }) => !isEmpty(fields));
	if (left.length > 0) throw conflictError(left);
}

function withManagedFields(object: JsonObject, managedFields: readonly JsonObject[] | undefined): JsonObject {
	const metadata = isObject(object.metadata) ? object.metadata : {};
	if (metadata.managedFields === managedFields) return object;
	const { managedFields: _, ...others } = metadata;
	return { ...object, metadata: managedFields === undefined ? others : { ...others, managedFields: managedFields as JsonValue[] } };
}

/** Returns `namespace/name; group/version, Kind=Kind`. */
function described({ apiVersion, kind, metadata }: JsonObject): string {
	const { namespace, name } = isObject(metadata) ? metadata : {};
	return `${text(namespace)}/${text(name)}; ${groupVersion(text(apiVersion))}, Kind=${text(kind)}`;
}

function groupVersion(apiVersion: string): string {
	return apiVersion.includes('/') ? apiVersion : `/${apiVersion}`;
}

function text(value: JsonValue | undefined): string {
	return typeof value === 'string' ? value : '';
}
