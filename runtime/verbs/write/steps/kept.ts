/** Preserves fields that an endpoint does not write. Fields with a subresource are written only through that subresource. */
import type { JsonObject, Subresources } from '../../../model/catalog.ts';
import { isEmpty } from '../../../model/equal.ts';
import { fieldsApart, fieldsOf, subresourcesIn } from '../../../model/subresource-fields.ts';
import { stamped } from '../../body.ts';
import { metadataOf } from '../../metadata/metadata.ts';
import { warnOfRepeatedOwners } from '../../metadata/owners.ts';
import type { WriteScope } from '../scope.ts';
import type { Write } from './write.ts';

export function keepFromOld(write: Write): void {
	if (write.operation === 'DELETE') return;
	warnOfRepeatedOwners(write.object, write.scope, ' after mutating admission happens');
	const { scope, object } = write;
	if (write.operation === 'CREATE') {
		// A mutating webhook of a kind's own operator sends the status back. Defaults of built-in kinds have filled theirs by now.
		if (scope.resource.kind.defined === true) write.object = withoutStatus(object, scope);
		return;
	}
	const { old } = write;
	const { kind, version, hooks } = scope.resource;
	const subresources = subresourcesIn(kind, version);
	const own = scope.subresource === '' ? undefined : fieldsOf(scope.subresource, subresources);
	write.object = own === undefined ? withoutOthers(object, old, subresources) : only(own, hooks.preservedMetadata?.[scope.subresource] ?? [], object, old);
}

/** Drops `status`, which is written only through the status subresource. Kinds without that subresource keep it. */
export function withoutStatus(sent: JsonObject, { resource }: WriteScope): JsonObject {
	const { kind, version, schema } = resource;
	const { status } = subresourcesIn(kind, version);
	if (status === undefined || status.onCreate === true || sent.status === undefined) return sent;
	const { status: _status, ...rest } = sent;
	if (kind.defined === true) return rest;
	if (isEmpty(sent.status)) return sent;
	return stamped(schema.read(rest, { notices: [] }), { apiVersion: resource.apiVersion, kind: kind.kind });
}

/** Reports whether the write stores this top-level field of the sent object. */
export function takes(field: string, { operation, scope }: Write): boolean {
	const { kind, version } = scope.resource;
	const subresources = subresourcesIn(kind, version);
	if (operation === 'CREATE') return field !== 'status' || subresources.status === undefined || subresources.status.onCreate === true;
	const own = scope.subresource === '' ? undefined : fieldsOf(scope.subresource, subresources);
	return own?.includes(field) ?? !fieldsApart(subresources).includes(field);
}

/**
 * Returns the result of a write to a subresource, which changes only its own fields and metadata. `kept`: metadata fields that it
 * preserves.
 */
function only(own: readonly string[], kept: readonly string[], object: JsonObject, old: JsonObject): JsonObject {
	const metadata = kept.reduce((result, field) => withOld(field, result, metadataOf(old)), metadataOf(object));
	return own.reduce((result, field) => withOld(field, result, object), { ...old, metadata } as JsonObject);
}

function withoutOthers(object: JsonObject, old: JsonObject, subresources: Subresources): JsonObject {
	return fieldsApart(subresources).reduce((result, field) => withOld(field, result, old), object);
}

/** Returns the object with the field of the old object, or without the field if the old object lacks it. */
function withOld(field: string, object: JsonObject, old: JsonObject): JsonObject {
	const { [field]: _sent, ...rest } = object;
	const before = old[field];
	return before === undefined ? rest : { ...rest, [field]: before };
}
