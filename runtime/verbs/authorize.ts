/**
 * Additional authorization for actions beyond the request's path and method: for example, an update that creates an object needs permission
 * to create.
 */
import { namespaceMeant } from '../api/authorization.ts';
import type { ApiRequest, RequestVerb } from '../api/request.ts';
import { forbidden } from '../auth/authz/forbidden.ts';
import type { WriteContext } from './contract.ts';

/**
 * Rejects with ApiError Forbidden when the user may not perform `verb` on the target of the request. Rejects with the authorizer's failure
 * when the authorizer gives no answer.
 */
export async function authorizeAlso({ authorizer }: WriteContext, { user, info, path }: ApiRequest, verb: RequestVerb): Promise<void> {
	if (!info.isResource) throw new Error('a request that names no resource reached a verb');
	const attributes = { user, info: { ...info, verb, namespace: namespaceMeant(info) }, path };
	const { verdict, reason } = await authorizer.authorize(attributes);
	if (verdict !== 'allow') throw forbidden(attributes, reason);
}
