/** Attributes by which authorizers decide about a request. */
import { type Attributes, namespaceMeant, type Selectors } from '../api/authorization.ts';
import type { ApiRequest } from '../api/request.ts';
import { selectedName, selecting } from '../auth/selected-name.ts';
import { verbRecord } from '../model/verb.ts';
import { fieldRequirements, labelRequirements } from '../select/index.ts';

/** Returns the request itself when its own attributes are the right ones. `tellsSelectors`: authorizers receive selectors (KEP-4601). */
export function attributesOf(request: ApiRequest, tellsSelectors: boolean): Attributes {
	return inItself(request) ?? narrowed(request, tellsSelectors) ?? request;
}

/**
 * Returns the attributes of a request for a Namespace object, which is authorized like a request inside that namespace. Returns undefined
 * for other requests.
 */
function inItself({ user, info, path }: ApiRequest): Attributes | undefined {
	if (!info.isResource) return undefined;
	const namespace = namespaceMeant(info);
	return namespace === info.namespace ? undefined : { user, info: { ...info, namespace }, path };
}

/**
 * Returns attributes that differ from those of the request. A list or watch whose field selector names one object counts as a request for
 * that object. Lists, watches and collection deletes get their selectors. Returns undefined when nothing differs.
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

/** Returns the parsed selectors. A malformed selector counts as absent. */
function selectorsOf(request: ApiRequest): Selectors {
	const parameters = request.parameters();
	return {
		fields: fieldRequirements(parameters.get('fieldSelector') ?? '') ?? [],
		labels: labelRequirements(parameters.get('labelSelector') ?? '') ?? [],
	};
}
