/** Converts an object sent by PUT, PATCH or apply into the proposed state of the stored object. */
import type { JsonObject } from '../../model/catalog.ts';
import type { ServedResource } from '../../serving/resource.ts';

/**
 * Returns the proposed state. `sent`: object in the version of the request. `old` and the result are in the storage version, with the
 * defaults of both versions. Does not change `old`.
 */
export function toProposal(sent: JsonObject, old: JsonObject, resource: ServedResource): JsonObject {
	if (!resource.servesStoredBytes) return resource.takeOver(old, toComparable(resource.fromStorage(old), resource), toComparable(sent, resource));
	resource.schema.applyDefaults(sent);
	return sent;
}

/** Converts an object from the request's version to the storage version, with the defaults of both. */
export function toDefaultedStorage(object: JsonObject, resource: ServedResource): JsonObject {
	return convertWithDefaults(object, resource, resource.toStorage);
}

function toComparable(object: JsonObject, resource: ServedResource): JsonObject {
	return convertWithDefaults(object, resource, resource.toCompared);
}

function convertWithDefaults(object: JsonObject, resource: ServedResource, toStorage: (object: JsonObject) => JsonObject): JsonObject {
	resource.schema.applyDefaults(object);
	const stored = toStorage(object);
	if (stored !== object) resource.storageSchema.applyDefaults(stored);
	return stored;
}
