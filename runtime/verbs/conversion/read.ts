/** Objects of reads, as the version of the request shows them. Batches bound the size of a call, and the cache of encodings keeps results. */
import { ApiError } from '../../api/errors.ts';
import { parseWhole } from '../../codec/item-form.ts';
import type { JsonObject } from '../../model/catalog.ts';
import type { Predicate } from '../../select/index.ts';
import type { ServedResource } from '../../serving/resource.ts';
import type { CachedObject } from '../../watch/contract.ts';
import { stringifyJson } from '../../wire/json/json.ts';
import type { ReadContext } from '../contract.ts';
import { convertTo, needsWebhook } from './convert.ts';
import { ShownObject } from './shown-object.ts';

/** Bounds of one call: webhooks answer it within their timeout, and parsing the answer takes a few milliseconds. */
const objectsPerCall = 100;
const bytesPerCall = 512 * 1024;
/** Bytes of converted objects that one list may hold until they are written. */
const mostBytes = 64 * 1024 * 1024;

interface Caller {
	readonly signal: AbortSignal;
}

/** Returns the object; a promise when a webhook must convert it. Rejects with ApiError. */
export function shownTo(context: ReadContext, resource: ServedResource, object: CachedObject, caller: Caller): CachedObject | Promise<CachedObject> {
	if (!needsWebhook(resource, object)) return object;
	return shownBatch(context, resource, [object], caller).then(([shown]) => shown as CachedObject);
}

/** Returns at most `most` matching objects in order. Rejects with ApiError. */
export async function selectShown(
	context: ReadContext,
	resource: ServedResource,
	objects: Iterable<CachedObject>,
	{ matches, most, caller }: { readonly matches: Predicate; readonly most: number; readonly caller: Caller },
): Promise<CachedObject[]> {
	const found: CachedObject[] = [];
	let bytes = 0;
	for (const batch of batchesOf(objects, most)) {
		for (const shown of await shownBatch(context, resource, batch, caller)) {
			if (!matches(shown)) continue;
			found.push(shown);
			bytes += shown.bytes.length;
		}
		if (bytes > mostBytes) throw tooLarge();
		if (found.length >= most) break;
		await context.slices.later(() => caller.signal.throwIfAborted());
	}
	return found.length > most ? found.slice(0, most) : found;
}

/** Converts a batch in one call. Objects that the cache of encodings has are not converted again. */
export async function shownBatch(
	context: ReadContext,
	resource: ServedResource,
	objects: readonly CachedObject[],
	caller: Caller,
): Promise<readonly CachedObject[]> {
	const { cache } = context;
	const key = `converted ${resource.edition} ${resource.apiVersion}`;
	const shown = objects.map((object) => {
		if (!needsWebhook(resource, object)) return object;
		const known = cache.known(object, key);
		return known && new ShownObject(object, known, resource.kind.selectableFields);
	});
	const missing = objects.filter((_, index) => shown[index] === undefined);
	if (missing.length === 0) return shown as CachedObject[];
	const converted = await convertTo(
		context,
		resource,
		missing.map((object) => parseWhole(object)),
		caller.signal,
	);
	let next = 0;
	return objects.map((object, index) => {
		const known = shown[index];
		if (known !== undefined) return known;
		const made = converted[next++] as JsonObject;
		const bytes = cache.encoded(object, key, () => Buffer.from(stringifyJson(made)));
		return new ShownObject(object, bytes, resource.kind.selectableFields);
	});
}

/** Yields batches of objects, the first of at most `first` objects. */
export function* batchesOf<T extends { readonly bytes: Buffer }>(objects: Iterable<T>, first = objectsPerCall): Generator<T[]> {
	let batch: T[] = [];
	let bytes = 0;
	let most = Math.min(first, objectsPerCall);
	for (const object of objects) {
		const { length } = object.bytes;
		if (batch.length > 0 && (batch.length >= most || bytes + length > bytesPerCall)) {
			yield batch;
			batch = [];
			bytes = 0;
			most = objectsPerCall;
		}
		batch.push(object);
		bytes += length;
	}
	if (batch.length > 0) yield batch;
}

function tooLarge(): ApiError {
	const bound = `${mostBytes / 1024 / 1024} MiB`;
	return new ApiError('RequestEntityTooLarge', `a list may hold ${bound} of objects that a webhook converts, but this list is longer: use limit`);
}
