/**
 * get: returns one object. This is the hottest path of the server. When the answer is the stored JSON, only the response object is
 * allocated. Seed 1, "Version semantics of reads", get.
 */
import type { GetOptions } from '../../../generated/types/meta/v1.ts';
import { type ApiError, notFound } from '../../api/errors.ts';
import type { ApiRequest, ApiResponse, RequestInfo } from '../../api/request.ts';
import { scaleBody } from '../../model/endpoint.ts';
import { verbRecords } from '../../model/verb.ts';
import type { ServedResource } from '../../serving/resource.ts';
import type { CachedObject } from '../../watch/contract.ts';
import type { ReadContext, VerbWork } from '../contract.ts';
import { shownTo } from '../conversion/read.ts';
import { parseRevision } from '../read-options.ts';
import { representationOf, respondCached } from '../respond.ts';
import { acceptableTyped } from '../respond-typed.ts';
import { respondScale } from '../scale/get.ts';

type ResourceInfo = Extract<RequestInfo, { isResource: true }>;

/** Time for which a read waits for a version that this server does not have yet, as in Kubernetes. */
export const waitForVersionMs = 3000;

export const verb: VerbWork = {
	inThread: false,
	handlers: (context) => {
		const get = getHandler(context);
		return { stored: get, status: get, scale: get };
	},
};

export function getHandler(context: ReadContext): (request: ApiRequest, resource: ServedResource) => ApiResponse | Promise<ApiResponse> {
	return (request, resource) => {
		const waiting = fresh(context, request);
		return waiting === undefined ? answer(context, request, resource) : waiting.then(() => answer(context, request, resource));
	};
}

/** Waits until the cache is as new as the request requires; returns undefined when it already is. */
function fresh(context: ReadContext, request: ApiRequest): Promise<void> | undefined {
	const { cache } = context;
	const revision = request.query.includes('resourceVersion=') ? parseRevision(getOptions(context, request).resourceVersion ?? '') : undefined;
	if (revision === undefined) return cache.consistent(request) ?? undefined;
	return revision <= cache.revision ? undefined : cache.waitFor(revision, waitForVersionMs, request.signal);
}

function getOptions({ options }: ReadContext, request: ApiRequest): GetOptions {
	return options.of(verbRecords.get.options)(request.parameters());
}

function answer(context: ReadContext, request: ApiRequest, resource: ServedResource): ApiResponse | Promise<ApiResponse> {
	const info = request.info as ResourceInfo;
	const object = context.cache.get(resource.kind.storageName, info.namespace, info.name);
	if (object === undefined) throw missing(context, request, resource, info);
	const respond = (shown: CachedObject): ApiResponse | Promise<ApiResponse> =>
		info.subresource === 'scale' ? respondScale(context, request, resource, shown) : respondCached(context, request, resource, shown);
	if (resource.kind.conversionWebhook === undefined) return respond(object);
	const shown = shownTo(context, resource, object, request);
	return shown instanceof Promise ? shown.then(respond) : respond(shown);
}

/**
 * Returns the NotFound error. If the requested representation is not available, throws ApiError NotAcceptable first, as for an existing
 * object.
 */
function missing(context: ReadContext, request: ApiRequest, resource: ServedResource, { subresource, name }: ResourceInfo): ApiError {
	if (subresource === 'scale') acceptableTyped(context, request, scaleBody);
	else representationOf(context, request, resource);
	return notFound(resource.kind.plural, resource.version.group, name);
}
