/** Attributes of a request for authorizers. */
import { type Attributes, namespaceMeant, type Selectors } from '../api/authorization.ts';
import type { ApiRequest } from '../api/request.ts';
import { selectedName, selecting } from '../auth/selected-name.ts';
import { verbRecord } from '../model/verb.ts';
import { fieldRequirements, labelRequirements } from '../select/index.ts';

/** Returns the request itself where it has the right attributes. `tellsSelectors`: authorizers receive selectors (KEP-4601). */
export function attributesOf(request: ApiRequest, tellsSelectors: boolean): Attributes {
	return inItself(request) ?? narrowed(request, tellsSelectors) ?? request;
}

/** Returns attributes for a request on a namespace, which counts as inside it. Undefined for other requests. */
function inItself({ user, info, path }: ApiRequest): Attributes | undefined {
	if (!info.isResource) return undefined;
	const namespace = namespaceMeant(info);
	return namespace === info.namespace ? undefined : { user, info: { ...info, namespace }, path };
}

/**
 * Authorizes a list or watch whose field selector names one object as a request for that object. Adds the selectors of lists, watches and
 * collection deletes. Returns undefined when the request itself has the right attributes.
 */
function narrowed(request: ApiRequest, tellsSelectors: boolean): Attributes | undefined {
	const { user, info, path, query } = request;
	if (!query.includes('elector') || !info.isResource || info.name !== '') return undefined;
	if (verbRecord(info.verb)?.options !== selecting) return undefined;
	const name = selectedName(request);
	return {
		user,
		info: name !== undefined ? { ...info, name } : info,
		path,
		...(tellsSelectors && { selectors: () => selectorsOf(request) }),
	};
}

/** Returns the selectors; malformed ones restrict nothing. */
function selectorsOf(request: ApiRequest): Selectors {
	const parameters = request.parameters();
	return {
		fields: fieldRequirements(parameters.get('fieldSelector') ?? '') ?? [],
		labels: labelRequirements(parameters.get('labelSelector') ?? '') ?? [],
	};
}
