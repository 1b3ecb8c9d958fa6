/** Builds the Forbidden error in the wording that clients expect. */

import type { Attributes } from '../../api/authorization.ts';
import { ApiError } from '../../api/errors.ts';

/** `reason`: the authorizer's reason, if it gave one. */
export function forbidden({ user, info, path }: Attributes, reason = ''): ApiError {
	const why = reason === '' ? '' : `: ${reason}`;
	const who = `User ${JSON.stringify(user.name)} cannot ${info.verb}`;
	if (!info.isResource) return new ApiError('Forbidden', `forbidden: ${who} path ${JSON.stringify(path)}${why}`, {});
	const { group, resource, subresource, namespace, name } = info;
	const qualified = group === '' ? resource : `${resource}.${group}`;
	const named = name === '' ? qualified : `${qualified} ${JSON.stringify(name)}`;
	const what = JSON.stringify(subresource === '' ? resource : `${resource}/${subresource}`);
	const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${JSON.stringify(namespace)}`;
	return new ApiError('Forbidden', `${named} is forbidden: ${who} resource ${what} in API group ${JSON.stringify(group)} ${where}${why}`, {
		...(name !== '' && { name }),
		...(group !== '' && { group }),
		kind: resource,
	});
}
