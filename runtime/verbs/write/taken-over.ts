/** What a client sent of an object that exists, as a proposal for what is stored. */
import type { JsonObject } from '../../model/catalog.ts';
import type { ServedResource } from '../../serving/resource.ts';

/** `sent` is in the version of the request, `old` and the result are in the storage version; with the defaults of both versions. */
export function inStorage(sent: JsonObject, _old: JsonObject, resource: ServedResource): JsonObject {
	resource.schema.applyDefaults(sent);
	if (resource.servesStoredBytes) return sent;
	const proposed = resource.toStorage(sent);
	resource.storageSchema.applyDefaults(proposed);
	return proposed;
}
