/**
 * get and list of a kind without stored objects: a hook computes them for each request. They have no resourceVersion, so their lists are
 * not chunked and cannot be watched.
 */
import type { ObserveRequest } from '../api/endpoint-hooks.ts';
import { ApiError, notFound } from '../api/errors.ts';
import type { ApiRequest, ApiResponse } from '../api/request.ts';
import type { JsonObject } from '../model/catalog.ts';
import type { ServedResource } from '../serving/resource.ts';
import type { CachedObject } from '../watch/contract.ts';
import { stringifyJson } from '../wire/json/json.ts';
import type { VerbContext, VerbHandler } from './contract.ts';
import { listOptions } from './list/options.ts';
import { respondList } from './list/respond.ts';
import { respondCached } from './respond.ts';

type ComputedObjects = Readonly<Record<string, () => Promise<JsonObject>>>;

export function computedRead(context: VerbContext): Readonly<Record<'get' | 'list' | 'watch', VerbHandler>> {
	return {
		async get(request, resource) {
			const name = request.info.isResource ? request.info.name : '';
			const found = computeObjects(context, request, resource);
			const find = Object.hasOwn(found, name) ? found[name] : undefined;
			// Kubernetes uses the singular name in this error.
			if (find === undefined) throw notFound(resource.kind.singular, resource.version.group, name);
			return respondCached(context, request, resource, asCachedObject(resource, name, await find()));
		},
		async list(request, resource) {
			const options = listOptions(request, resource, context);
			const found = Object.entries(computeObjects(context, request, resource));
			const all = await Promise.all(found.map(async ([name, find]) => asCachedObject(resource, name, await find())));
			const objects = all.filter(options.matches);
			return respondList({ context, request, resource, options, token: undefined, metadata: {}, objects, isPast: false });
		},
		watch(_, { kind }): ApiResponse {
			const message = `watch is not supported on resources of kind "${kind.plural}"`;
			throw new ApiError('MethodNotAllowed', message, { kind: kind.plural });
		},
	};
}

function computeObjects({ cache }: VerbContext, request: ApiRequest, { kind, hooks }: ServedResource): ComputedObjects {
	const observe = hooks.observes?.[''];
	if (observe === undefined) throw new Error(`no hook answers ${kind.plural}: the start should have failed`);
	const asked: ObserveRequest = {
		signal: () => request.signal,
		reachStore: async () => {
			await cache.store.revision({ signal: request.signal });
		},
	};
	return observe(asked) as ComputedObjects;
}

/** Returns the object in the form of a cached object. */
function asCachedObject({ form, kind, storageApiVersion }: ServedResource, name: string, given: JsonObject): CachedObject {
	const { kind: _kind, apiVersion: _apiVersion, metadata: _metadata, ...rest } = given;
	const object = { ...(form.isWhole && { kind: kind.kind, apiVersion: storageApiVersion }), metadata: { name }, ...rest };
	return { namespace: '', name, labels: {}, fields: {}, revision: 0, form, bytes: Buffer.from(stringifyJson(object)) };
}
