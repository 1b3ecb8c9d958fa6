/** Changes an object on behalf of a hook, in a way that no client may. A binding, for example, assigns a pod to a node. */
import { parseWhole } from '../../codec/item-form.ts';
import type { JsonObject } from '../../model/catalog.ts';
import { stamped } from '../body.ts';
import { attempts } from './commit/attempts.ts';
import { type ReplaceResult, replace } from './commit/commit.ts';
import type { WriteScope } from './scope.ts';

/**
 * Changes the object. `change` is called for each attempt with the object, including its metadata.resourceVersion, and may throw to refuse.
 * Throws ApiError NotFound, Conflict and any error of `change`.
 */
export function amendObject(scope: WriteScope, change: (object: JsonObject) => JsonObject): Promise<ReplaceResult> {
	return attempts(scope, async (current, outside) => {
		const currentText = current.bytes.toString();
		const { resource, context } = scope;
		const old = parseWhole(current, currentText);
		const changed = resource.storageSchema.read(change(old), { notices: [] });
		const object = stamped(changed, { apiVersion: resource.storageApiVersion, kind: resource.kind.kind });
		context.metadata.set(object, { resourceVersion: undefined });
		return replace(scope, { stored: current, current, currentText, old, object, removed: false, removedShows: 'before', freesSpace: false }, outside);
	});
}
