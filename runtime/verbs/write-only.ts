/** Fields that clients may write and nobody reads: what a hook has not taken over into other fields is not stored. */
import type { JsonObject } from '../schema/model.ts';
import type { ServedResource, VerbContext } from './contract.ts';

const known = new WeakMap<ServedResource, readonly string[]>();

/** In place, at the top of the object, where write-only fields stand. */
export function dropWriteOnly(object: JsonObject, resource: ServedResource, context: VerbContext): void {
	let fields = known.get(resource);
	if (fields === undefined) {
		const { fields: all } = context.catalog.type(resource.storage.type);
		fields = all.filter((field) => field.writeOnly).map((field) => field.name);
		known.set(resource, fields);
	}
	for (const field of fields) delete object[field];
}
