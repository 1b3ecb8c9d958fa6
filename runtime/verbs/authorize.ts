/**
 * Authorization of actions that the request's path and method do not show. An update that creates an object, for example, also needs
 * permission to create.
 */
import { namespaceMeant } from '../api/authorization.ts';
import type { ApiRequest, RequestVerb } from '../api/request.ts';
import { forbidden } from '../auth/authz/forbidden.ts';
import type { WriteContext } from './contract.ts';

/**
 * Rejects with ApiError Forbidden when the user may not perform `verb` on the target of the request. Rejects with the authorizer's error
 * when it cannot decide.
 */
export async function authorizeAlso({ authorizer }: WriteContext, { user, info, path }: ApiRequest, verb: RequestVerb): Promise<void> {
	if (!info.isResource) throw new Error('a request that names no resource reached a verb');
	const attributes = { user, info: { ...info, verb, namespace: namespaceMeant(info) }, path };
	const { verdict, reason } = await authorizer.authorize(attributes);
	if (verdict !== 'allow') throw forbidden(attributes, reason);
}
