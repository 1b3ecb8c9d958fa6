/**
 * Verbs: the operations on a resource and its subresources. Each request is dispatched to one handler, or refused. Authentication and
 * authorization happen before, encoding to the wire afterwards.
 */
import { ApiError } from '../api/errors.ts';
import type { ApiRequest, ApiResponse, RequestInfo, RequestVerb } from '../api/request.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { verbRecord, verbsThat } from '../model/verb.ts';
import type { ServedResource } from '../serving/resource.ts';
import type { VerbContext, VerbWorks } from './contract.ts';
import { handlersOf, writesOf } from './handlers.ts';
import { largeWrites } from './large-writes.ts';
import { emptyCrdList } from './list/empty-crd-list.ts';
import { Superseded } from './write/commit/superseded.ts';

type ResourceInfo = Extract<RequestInfo, { readonly isResource: true }>;

/**
 * Returns the function that answers requests for resources. It throws or rejects with ApiError. `works`: implementations of the verbs
 * (`generated/verbs.ts`).
 */
export function verbHandlers(works: VerbWorks, context: VerbContext): (request: ApiRequest) => ApiResponse | Promise<ApiResponse> {
	const handlers = handlersOf(works, context);
	const large = context.large && largeWrites(context.large, writesOf(works, context), context);
	const definitions = emptyCrdList(context);
	return (request) => {
		const { info } = request;
		if (!info.isResource) throw unknownResource();
		const resource = context.resource(info.group, info.version, info.resource);
		const endpoint = resource?.endpoints.get(info.subresource);
		if (resource === undefined || endpoint === undefined || !isInScope(info, resource, endpoint) || (info.path !== undefined && !endpoint.path)) {
			const none = resource === undefined ? definitions(request, info) : undefined;
			if (none !== undefined) return none;
			throw unknownResource();
		}
		const handler = allows(endpoint, request, info) ? handlers[endpoint.handler][info.verb || 'get'] : undefined;
		if (handler === undefined || !hasTarget(info, resource)) throw notAllowed();
		const warned = request.warnings.length;
		if (resource.deprecation !== undefined) tellDeprecation(request, resource.deprecation, resource, context);
		const answer = large?.(request, resource, endpoint, handler) ?? handler(request, resource, endpoint);
		if (!changing.has(info.verb) || !(answer instanceof Promise)) return answer;
		return answer.catch((error: unknown) => {
			if (!(error instanceof Superseded)) throw error;
			request.warnings.length = warned;
			return verbHandlers(works, context.current())(request);
		});
	};
}

/**
 * Reports whether the endpoint allows the verb. An endpoint that forwards a path accepts every method, including OPTIONS, which maps to no
 * verb.
 */
function allows({ verbs, path, handler }: Endpoint, { method }: ApiRequest, { verb, subresource }: ResourceInfo): boolean {
	// Allowed although not in `verbs`: the handler then answers with the error of kinds that cannot be watched.
	if (handler === 'observed' && verbRecord(verb)?.streams) return true;
	if (verb === '') return path === true && subresource !== '' && method === 'OPTIONS';
	return (verbs as readonly RequestVerb[]).includes(verb);
}

/**
 * Reports a deprecated API in the warnings and in the audit event. `server/request-path.ts` reports it in the metrics. Seed 1, "Signals
 * when a deprecated API is called".
 */
function tellDeprecation(request: ApiRequest, text: string, { version }: ServedResource, { vocabulary }: VerbContext): void {
	request.warnings.push(text);
	request.audit?.annotate(`${vocabulary.groupDomain}/deprecated`, 'true');
	if (version.removed !== undefined) request.audit?.annotate(`${vocabulary.groupDomain}/removed-release`, version.removed);
}

/** Verbs that start over when a newer snapshot has been served in the meantime. */
const changing: ReadonlySet<RequestVerb> = new Set(verbsThat(({ of, reads }) => of === 'object' && reads !== true));

/**
 * Reports whether the path fits the scope of the kind. A cluster-scoped kind has no objects in a namespace, and a namespaced one has none
 * outside (CVE-2019-11247).
 */
function isInScope(info: ResourceInfo, resource: ServedResource, endpoint: Endpoint): boolean {
	const { scope } = resource.kind;
	// A kind that clients only post has neither objects nor a list over all namespaces.
	if (endpoint.handler === 'computed' && info.subresource === '' && (info.name !== '' || (info.namespace === '' && scope === 'Namespaced'))) return false;
	return scope === 'Cluster' ? info.namespace === '' : info.namespace !== '' || info.name === '';
}

/** Reports whether the path has the target that the verb needs: one object, or a collection. */
function hasTarget(info: ResourceInfo, resource: ServedResource): boolean {
	if (info.subresource !== '') return info.name !== '';
	const record = verbRecord(info.verb);
	if (info.name !== '') return record?.of !== 'collection';
	return record?.of !== 'object' && (record?.acrossNamespaces === true || resource.kind.scope === 'Cluster' || info.namespace !== '');
}

function unknownResource(): ApiError {
	return new ApiError('NotFound', 'the server could not find the requested resource', {});
}

function notAllowed(): ApiError {
	return new ApiError('MethodNotAllowed', 'the server does not allow this method on the requested resource', {});
}
