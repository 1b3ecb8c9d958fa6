/** Conversion of an object sent by PUT, PATCH or apply into a proposal for the stored object. */
import type { JsonObject } from '../../model/catalog.ts';
import type { ServedResource } from '../../serving/resource.ts';

/**
 * Returns the proposal. `sent` is in the version of the request; `old` and the result are in the storage version, with the defaults of
 * both. Does not change `old`.
 */
export function inStorage(sent: JsonObject, old: JsonObject, resource: ServedResource): JsonObject {
	if (!resource.servesStoredBytes) return resource.takeOver(old, compared(resource.fromStorage(old), resource), compared(sent, resource));
	resource.schema.applyDefaults(sent);
	return sent;
}

/** Converts an object of the request's version to the storage version, with the defaults of both. */
export function defaulted(object: JsonObject, resource: ServedResource): JsonObject {
	return converted(object, resource, resource.toStorage);
}

function compared(object: JsonObject, resource: ServedResource): JsonObject {
	return converted(object, resource, resource.toCompared);
}

function converted(object: JsonObject, resource: ServedResource, toStorage: (object: JsonObject) => JsonObject): JsonObject {
	resource.schema.applyDefaults(object);
	const stored = toStorage(object);
	if (stored !== object) resource.storageSchema.applyDefaults(stored);
	return stored;
}
