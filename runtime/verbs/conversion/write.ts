/**
 * Conversion in writes of a kind with a conversion webhook. Such a write works in the version of the request. The stored object is
 * converted to it first, and the result to the storage version at the end, as in Kubernetes.
 */
import { parseWhole } from '../../codec/item-form.ts';
import type { JsonObject } from '../../model/catalog.ts';
import type { CachedObject } from '../../watch/contract.ts';
import { stringifyJson } from '../../wire/json/json.ts';
import type { Outside } from '../write/commit/attempts.ts';
import type { WriteScope } from '../write/scope.ts';
import { apiVersionIn, convertTo, needsWebhook } from './convert.ts';
import { ShownObject } from './shown-object.ts';

/** Returns the stored object in the request's version. Returns undefined when it has changed while the webhook converted it. */
export async function shownToWrite(scope: WriteScope, stored: CachedObject, outside: Outside): Promise<CachedObject | undefined> {
	if (!needsWebhook(scope.resource, stored)) return stored;
	let shown: CachedObject = stored;
	const isOvertaken = await outside(
		shownAnswer(scope, stored).then((object) => {
			shown = object;
		}),
	);
	return isOvertaken ? undefined : shown;
}

/** Returns the written object in the request's version, for the answer. */
export async function shownAnswer({ context, resource, caller }: WriteScope, stored: CachedObject): Promise<ShownObject> {
	const { selectableFields } = resource.kind;
	if (!needsWebhook(resource, stored)) return new ShownObject(stored, stored.bytes, selectableFields);
	const [shown] = await convertTo(context, resource, [parseWhole(stored)], caller.signal);
	return new ShownObject(stored, Buffer.from(stringifyJson(shown as JsonObject)), selectableFields);
}

/** Returns the object in the storage version. Returns undefined when the stored object has changed while the webhook converted it. */
export async function toStored(scope: WriteScope, object: JsonObject, outside: Outside): Promise<JsonObject | undefined> {
	const { context, resource, caller } = scope;
	const storage = context.stored(resource.kind.storageName);
	if (storage === undefined) throw new Error(`${resource.kind.plural} have no storage version`);
	let stored = object;
	const converted = convertTo(context, storage, [object], caller.signal).then(([made]) => {
		stored = made ?? object;
	});
	return (await outside(converted)) ? undefined : stored;
}

/** Reports whether the object is stored in another version than the storage version, so that even a write without changes rewrites it. */
export function isInOtherVersion({ context, resource }: WriteScope, stored: CachedObject): boolean {
	const storage = context.stored(resource.kind.storageName);
	return storage !== undefined && needsWebhook(storage, stored) && apiVersionIn(stored.bytes) !== storage.apiVersion;
}
