import { notFound } from '../api/errors.ts';
import type { ApiRequest } from '../api/request.ts';
import { parseWhole } from '../codec/item-form.ts';
import type { JsonObject } from '../model/catalog.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { ServedResource } from '../serving/resource.ts';
import type { VerbContext } from './contract.ts';

/**
 * Returns the stored object to which a subresource belongs. `named`: name of the object, where the URL holds more than the name. Returns
 * undefined for a resource without stored objects. Throws ApiError NotFound.
 */
export async function parentOf(
	context: VerbContext,
	request: ApiRequest,
	resource: ServedResource,
	{ subresource }: Endpoint,
	named?: string,
): Promise<JsonObject | undefined> {
	const { info } = request;
	if (subresource === '' || !info.isResource) return undefined;
	await context.cache.consistent(request);
	const name = named ?? info.name;
	const object = context.cache.get(resource.kind.storageName, info.namespace, name);
	if (object === undefined) throw notFound(resource.kind.plural, resource.version.group, name);
	return parseWhole(object);
}
