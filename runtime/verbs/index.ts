/**
 * Verbs: what may be done to a resource and its subresources. From here a request goes to one handler, or is refused;
 * what happens before (identity, authorization) and after (the wire) is not theirs.
 */
import { ApiError } from '../api/errors.ts';
import type { ApiRequest, ApiResponse, RequestInfo, RequestVerb } from '../api/request.ts';
import type { ServedResource } from '../serving/resource.ts';
import type { VerbContext } from './contract.ts';
import { getHandler } from './read/get.ts';
import { listHandler } from './read/list.ts';
import { noDefinitions } from './read/no-definitions.ts';
import { patchScale, updateScale } from './scale/update.ts';
import { watchHandler } from './watch/watch.ts';
import { create } from './write/create.ts';
import { deleteVerb } from './write/delete.ts';
import { deleteCollection } from './write/delete-collection.ts';
import { patch } from './write/patch.ts';
import { update } from './write/update.ts';

type VerbHandler = (request: ApiRequest, resource: ServedResource) => ApiResponse | Promise<ApiResponse>;
type Answers = Readonly<Partial<Record<RequestVerb, VerbHandler>>>;
type ResourceInfo = Extract<RequestInfo, { readonly isResource: true }>;

/** Answers every resource request. Throws (or rejects with) ApiError. */
export function verbHandlers(context: VerbContext): (request: ApiRequest) => ApiResponse | Promise<ApiResponse> {
	const read = getHandler(context);
	const main: Answers = {
		get: read,
		list: listHandler(context),
		watch: watchHandler(context),
		create: create(context),
		update: update(context),
		patch: patch(context),
		delete: deleteVerb(context),
		deletecollection: deleteCollection(context),
	};
	const status: Answers = { get: read, update: main.update as VerbHandler, patch: main.patch as VerbHandler };
	const definitions = noDefinitions(context);
	const scale: Answers = { get: read, update: updateScale(context), patch: patchScale(context) };

	return (request) => {
		const { info } = request;
		if (!info.isResource) throw unknownResource();
		const resource = context.resource(info.group, info.version, info.resource);
		if (resource === undefined) {
			const none = definitions(request, info);
			if (none !== undefined) return none;
		}
		if (resource === undefined || !isInScope(info, resource)) throw unknownResource();
		const handler = answersOf(info, resource)?.[info.verb];
		if (handler === undefined || !hasTarget(info, resource)) throw notAllowed();
		if (resource.deprecation !== undefined) request.warnings.push(resource.deprecation);
		return handler(request, resource);
	};

	/** What there is at this path; throws where there is nothing at all. */
	function answersOf(info: ResourceInfo, resource: ServedResource): Answers | undefined {
		const { subresources, verbs, kind } = resource.kind;
		const isOneOf = (some: readonly RequestVerb[]): boolean => some.includes(info.verb);
		switch (info.subresource) {
			case '':
				return isOneOf(verbs) ? main : undefined;
			case 'status':
				if (subresources.status === undefined) throw unknownResource();
				return status;
			case 'scale':
				if (subresources.scale === undefined) throw unknownResource();
				return scale;
			default: {
				const other = subresources.other?.find((candidate) => candidate.name === info.subresource);
				if (other === undefined) throw unknownResource();
				// One that has the object's own type is another way of writing the object; hooks see its name.
				return other.kind === kind && isOneOf(other.verbs) ? status : undefined;
			}
		}
	}
}

/** A kind of the cluster is never found in a namespace, nor an object of a namespace outside one (CVE-2019-11247). */
function isInScope(info: ResourceInfo, resource: ServedResource): boolean {
	return resource.kind.scope === 'Cluster' ? info.namespace === '' : info.namespace !== '' || info.name === '';
}

const collectionVerbs: ReadonlySet<RequestVerb> = new Set(['list', 'create', 'deletecollection']);

/** Whether the verb fits what the path names: one object, or a collection. */
function hasTarget(info: ResourceInfo, resource: ServedResource): boolean {
	if (info.verb === 'watch') return true;
	if (!collectionVerbs.has(info.verb)) return info.name !== '';
	const acrossNamespaces = resource.kind.scope === 'Namespaced' && info.namespace === '';
	return info.name === '' && (info.verb === 'list' || !acrossNamespaces);
}

function unknownResource(): ApiError {
	return new ApiError('NotFound', 'the server could not find the requested resource', {});
}

function notAllowed(): ApiError {
	return new ApiError('MethodNotAllowed', 'the server does not allow this method on the requested resource', {});
}
