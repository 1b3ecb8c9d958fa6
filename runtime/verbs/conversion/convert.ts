/** Conversion of single objects of a kind with a conversion webhook. Other kinds are converted synchronously (`schema/conversion/`). */

import type { RemoteConversions } from '../../api/remote-conversions.ts';
import type { JsonObject } from '../../model/catalog.ts';
import type { CompiledType } from '../../schema/compiled.ts';
import type { Misfit } from '../../schema/misfit.ts';
import type { ServedResource } from '../../serving/resource.ts';
import type { Serving } from '../../serving/serving.ts';

export interface ConversionContext extends Pick<Serving, 'stored'> {
	readonly conversions: RemoteConversions;
}

/** Bytes at the start of an object that contain its apiVersion: kind and apiVersion are first, and each has at most 317 characters. */
const headBytes = 1024;

/** Returns the version in which a whole object is written. */
export function apiVersionIn(bytes: Buffer): string {
	const [, version] = /"apiVersion":"([^"]+)"/.exec(bytes.toString('latin1', 0, headBytes)) ?? [];
	if (version === undefined) throw new Error('a stored object does not begin with its apiVersion');
	return version;
}

/** Reports whether a webhook must convert the object before a request in the resource's version can use it. */
export function needsWebhook({ kind, apiVersion }: ServedResource, { bytes }: { readonly bytes: Buffer }): boolean {
	return kind.conversionWebhook !== undefined && apiVersionIn(bytes) !== apiVersion;
}

/** Converts objects to the version of a resource in one call. Returns objects of that version unchanged. Rejects with ApiError. */
export async function convertTo(
	{ conversions }: Pick<ConversionContext, 'conversions'>,
	resource: ServedResource,
	objects: readonly JsonObject[],
	signal: AbortSignal,
): Promise<readonly JsonObject[]> {
	const { kind, apiVersion, schema } = resource;
	const others = objects.filter((object) => object.apiVersion !== apiVersion);
	if (others.length === 0) return objects;
	const converted = (await conversions.convert(kind, others, apiVersion, signal)).values();
	return objects.map((object) => (object.apiVersion === apiVersion ? object : fitted(schema, converted.next().value as JsonObject)));
}

/** Drops undeclared fields. An object with values of the wrong type stays as the webhook made it, because readers see such values as well. */
function fitted(schema: CompiledType, object: JsonObject): JsonObject {
	const misfits: Misfit[] = [];
	const { kind: _kind, apiVersion: _apiVersion, ...rest } = schema.read(object, { notices: [], misfits });
	const { kind = '', apiVersion = '' } = object;
	return misfits.length > 0 ? object : { kind, apiVersion, ...rest };
}
