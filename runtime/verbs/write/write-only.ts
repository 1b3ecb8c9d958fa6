/** Fields that clients may write and nobody reads: what a hook has not taken over into other fields is not stored. */

import type { JsonObject } from '../../model/catalog.ts';
import { FieldWalks, type Walk } from '../../schema/field-walk.ts';
import type { ServedResource } from '../../serving/resource.ts';
import type { VerbContext } from '../contract.ts';

interface WriteOnly {
	readonly name: string;
}

const known = new WeakMap<ServedResource, { readonly walk: Walk<WriteOnly> | undefined }>();

/** In place, at any depth. */
export function dropWriteOnly(object: JsonObject, resource: ServedResource, { catalog }: VerbContext): void {
	let found = known.get(resource);
	if (found === undefined) {
		const walks = new FieldWalks<WriteOnly>(
			(name) => catalog.type(name),
			({ name, writeOnly }) => (writeOnly ? { name } : undefined),
		);
		found = { walk: walks.of(resource.storage.type) };
		known.set(resource, found);
	}
	found.walk?.(object, (holder, { name }) => delete holder[name]);
}
