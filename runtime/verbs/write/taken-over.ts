/** What a client sent of an object that exists, as a proposal for what is stored: by PUT, by every kind of PATCH, and by apply. */
import type { JsonObject } from '../../model/catalog.ts';
import type { ServedResource } from '../../serving/resource.ts';

/** `sent` is in the version of the request, `old` and the result are in the storage version, with the defaults of both. `old` stays as it is. */
export function inStorage(sent: JsonObject, old: JsonObject, resource: ServedResource): JsonObject {
	if (!resource.servesStoredBytes) return resource.takeOver(old, defaulted(resource.fromStorage(old), resource), defaulted(sent, resource));
	resource.schema.applyDefaults(sent);
	return sent;
}

/** An object of the version of the request in the storage version, with the defaults of both. */
export function defaulted(object: JsonObject, resource: ServedResource): JsonObject {
	resource.schema.applyDefaults(object);
	if (resource.servesStoredBytes) return object;
	const stored = resource.toStorage(object);
	resource.storageSchema.applyDefaults(stored);
	return stored;
}
