/** For what a request does beside what its path and method say: an update that creates is a create as well. */
import { namespaceMeant } from '../api/authorization.ts';
import type { ApiRequest, RequestVerb } from '../api/request.ts';
import { forbidden } from '../auth/authz/forbidden.ts';
import type { WriteContext } from './contract.ts';

/** Rejects with ApiError Forbidden when who asks may not do this to what the request names; with the authorizer's failure when it has no answer. */
export async function authorizeAlso({ authorizer }: WriteContext, { user, info, path }: ApiRequest, verb: RequestVerb): Promise<void> {
	if (!info.isResource) throw new Error('a request that names no resource reached a verb');
	const attributes = { user, info: { ...info, verb, namespace: namespaceMeant(info) }, path };
	const { verdict, reason } = await authorizer.authorize(attributes);
	if (verdict !== 'allow') throw forbidden(attributes, reason);
}
