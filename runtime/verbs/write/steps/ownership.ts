/**
 * Field ownership (`metadata.managedFields`) in every write but a delete. The writer owns the changes of its proposal. Later changes by
 * plugins and hooks have no owner. An apply has computed its managed fields already.
 */
import { damageOf, managedFieldsOf, withoutNewTimes } from '../../../apply/managers.ts';
import { type ObjectWrite, update } from '../../../apply/update.ts';
import type { JsonObject, JsonValue } from '../../../model/catalog.ts';
import { deepEqual } from '../../../model/equal.ts';
import { inVersions } from '../../conversion/pending.ts';
import { metadataOf } from '../../metadata/metadata.ts';
import type { Write } from './write.ts';

/** Records the manager as the owner of the fields that it changed. Returns a promise while a webhook converts. */
export function own(write: Write): void | Promise<void> {
	const { operation, scope, object, old } = write;
	if (operation === 'DELETE' || scope.isApply) return;
	const { resource, subresource, context, manager } = scope;
	// Fields that the server drops must not get an owner.
	if (operation === 'CREATE') context.metadata.dropFromNew(object);
	const { apiVersion, servesStoredBytes } = resource;
	const change: ObjectWrite = {
		live: servesStoredBytes ? old : old && resource.fromStorage(old),
		next: servesStoredBytes ? object : resource.fromStorage(object),
		withoutSent: scope.withoutSent,
		manager,
		apiVersion,
		subresource,
		now: context.clock.now(),
	};
	const managed = inVersions(scope, context.ownedVersions.of(resource, subresource), (versions) => update(versions, change));
	const set = (fields: readonly JsonObject[] | undefined): void => {
		write.object = withManagedFields(object, fields as JsonValue[] | undefined);
	};
	return managed instanceof Promise ? managed.then(set) : set(managed);
}

/** Restores managed fields that a mutating plugin made unreadable. `before`: their value after `own` or an apply. */
export function resetOwnership(write: Write, before: JsonValue | undefined): void {
	if (write.operation === 'DELETE') return;
	const after = managedFieldsOf(write.object);
	if (after === before) return;
	const damage = damageOf(after);
	if (damage === undefined) return;
	write.object = withManagedFields(write.object, before);
	write.scope.warnings.push(
		`.metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests: ${damage}`,
	);
}

/** Keeps the old times in managed fields when a write changes only these times. The write then makes no revision. */
export function keepTimes({ operation, object, old }: Write): void {
	if (operation !== 'UPDATE') return;
	const before = managedFieldsOf(old);
	const metadata = metadataOf(object);
	const { managedFields } = metadata;
	if (managedFields === before || managedFields === undefined) return;
	if (!isSame(object, old, 'metadata') || !isSame(metadata, metadataOf(old), 'managedFields', 'resourceVersion')) return;
	metadata.managedFields = withoutNewTimes(managedFields, before) ?? managedFields;
}

/** Compares all members except those with the given names. */
function isSame(a: JsonObject, b: JsonObject, but: string, orBut?: string): boolean {
	const counts = (name: string): boolean => name !== but && name !== orBut;
	for (const name of Object.keys(a)) if (counts(name) && !(Object.hasOwn(b, name) && deepEqual(a[name], b[name]))) return false;
	for (const name of Object.keys(b)) if (counts(name) && !Object.hasOwn(a, name)) return false;
	return true;
}

/** Sets managed fields. New ones become the last member, the order in which metadata is read. */
function withManagedFields(object: JsonObject, managedFields: JsonValue | undefined): JsonObject {
	const metadata = metadataOf(object);
	if (metadata.managedFields === managedFields) return object;
	if (managedFields !== undefined) return { ...object, metadata: { ...metadata, managedFields } };
	const { managedFields: _, ...others } = metadata;
	return { ...object, metadata: others };
}
