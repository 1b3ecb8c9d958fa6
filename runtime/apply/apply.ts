/**
 * Server-side apply: an object that says only what its manager wants is merged into the one that is there. Others' fields of
 * another value are conflicts, unless they are forced; what the manager applied before, and now does not, goes if nobody else owns it.
 * Source: seed 1, "Field ownership" and "Server-side apply endpoint"; what the seed leaves open as Kubernetes' field manager does it.
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
import { taken, updateManagers } from './update.ts';
import { Change, type ObjectVersion, type Versions } from './versions.ts';

export interface ApplyRequest {
	/** The object as it is stored, in the version of the request, with its managed fields; undefined: there is none. */
	readonly live: JsonObject | undefined;
	/** As it was sent: parsed, and nothing else. */
	readonly applied: JsonObject;
	readonly manager: string;
	readonly force: boolean;
	/** Of the request. */
	readonly apiVersion: string;
	readonly kind: string;
	/** Empty: the object itself. */
	readonly subresource: string;
	/** RFC 3339, in seconds. */
	readonly now: string;
	/** The annotation in which client-side apply keeps what was applied. */
	readonly lastAppliedAnnotation: string;
}

/**
 * What becomes of the object, managed fields included, still to be read and defaulted; the live one itself when nothing changes.
 * It shares parts with both operands. Throws ApiError: Conflict with a cause for each field, BadRequest for what cannot be applied.
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

/** What is applied, if it can be. `indexes` are told of its lists. Throws ApiError BadRequest. */
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

interface Applied {
	readonly object: JsonObject;
	readonly entries: readonly ManagerEntry[];
}

function applyManaged(versions: Versions, version: ObjectVersion, request: ApplyRequest, indexes: ListIndexes): Applied {
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
	// Mostly a manager applies the same fields again.
	const object = last === undefined || isSameSet ? merged : pruned();

	const change = new Change(versions, apiVersion, live, object, indexes);
	const conflicts = force ? [] : conflictsOf(versions, others, change);
	if (conflicts.length > 0) refuseConflicts(version, request, conflicts);

	const isChanged = object !== live && (live === undefined || change.in(apiVersion) !== undefined || isReordered(version, object, live));
	const time = isChanged ? now : last?.time;
	const own = isSameSet ? last.withTime(time) : ManagerEntry.of(who, time, set);
	const left = others.map((entry) => taken(versions, entry, change.in(entry.manager.apiVersion)));
	return { object: isChanged || live === undefined ? object : live, entries: [...left, own] };
}

/**
 * Whether objects with the same fields differ all the same: the order of a list has no owner. Fields that the endpoint does not write do not
 * count, so a manager that changes nothing keeps its time.
 */
function isReordered({ type, reset }: ObjectVersion, object: JsonObject, live: JsonObject): boolean {
	return !deepEqual(remove(type, object, reset), remove(type, live, reset));
}

/** Of an object that nobody has applied or been tracked on: all that is in it has one owner. */
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

/** Throws, unless client-side apply explains them all. */
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

/** `namespace/name; group/version, Kind=Kind`. */
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
