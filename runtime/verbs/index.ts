/**
 * Verbs: what may be done to a resource and its subresources. From here a request goes to one handler, or is refused;
 * what happens before (identity, authorization) and after (the wire) is not theirs.
 */
import { ApiError } from '../api/errors.ts';
import type { ApiRequest, ApiResponse, RequestInfo, RequestVerb } from '../api/request.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { verbRecord, verbsThat } from '../model/verb.ts';
import type { ServedResource } from '../serving/resource.ts';
import type { VerbContext, VerbWorks } from './contract.ts';
import { handlersOf, writesOf } from './handlers.ts';
import { largeWrites } from './large-writes.ts';
import { noDefinitions } from './read/no-definitions.ts';
import { Superseded } from './write/commit/superseded.ts';

type ResourceInfo = Extract<RequestInfo, { readonly isResource: true }>;

/** Answers every resource request. Throws (or rejects with) ApiError. `works`: what each verb does (`generated/verbs.ts`). */
export function verbHandlers(works: VerbWorks, context: VerbContext): (request: ApiRequest) => ApiResponse | Promise<ApiResponse> {
	const handlers = handlersOf(works, context);
	const large = context.large && largeWrites(context.large, writesOf(works, context), context);
	const definitions = noDefinitions(context);
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

/** Whatever is passed on by its path is passed on by any method, also where no verb is meant by it. */
function allows({ verbs, path, handler }: Endpoint, { method }: ApiRequest, { verb, subresource }: ResourceInfo): boolean {
	// The handler says that there is nothing to watch.
	if (handler === 'observed' && verbRecord(verb)?.streams) return true;
	if (verb === '') return path === true && subresource !== '' && method === 'OPTIONS';
	return (verbs as readonly RequestVerb[]).includes(verb);
}

/** In the answer and in what is audited; metrics tell it of what they count (`server/request-path.ts`). Seed 1, "Signals when a deprecated API is called". */
function tellDeprecation(request: ApiRequest, text: string, { version }: ServedResource, { vocabulary }: VerbContext): void {
	request.warnings.push(text);
	request.audit?.annotate(`${vocabulary.groupDomain}/deprecated`, 'true');
	if (version.removed !== undefined) request.audit?.annotate(`${vocabulary.groupDomain}/removed-release`, version.removed);
}

/** What is made anew when another snapshot has taken over meanwhile. */
const changing: ReadonlySet<RequestVerb> = new Set(verbsThat(({ of, reads }) => of === 'object' && reads !== true));

/** A kind of the cluster is never found in a namespace, nor an object of a namespace outside one (CVE-2019-11247). */
function isInScope(info: ResourceInfo, resource: ServedResource, endpoint: Endpoint): boolean {
	const { scope } = resource.kind;
	// Of what is only sent there are neither objects nor a list of all namespaces.
	if (endpoint.handler === 'computed' && info.subresource === '' && (info.name !== '' || (info.namespace === '' && scope === 'Namespaced'))) return false;
	return scope === 'Cluster' ? info.namespace === '' : info.namespace !== '' || info.name === '';
}

/** Whether the verb fits what the path names: one object, or a collection. */
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
