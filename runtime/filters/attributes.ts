/** What of a request authorizers are asked about. */
import { type Attributes, namespaceMeant, type Selectors } from '../api/authorization.ts';
import type { ApiRequest } from '../api/request.ts';
import { selectedName, selecting } from '../auth/selected-name.ts';
import { verbRecord } from '../model/verb.ts';
import { fieldRequirements, labelRequirements } from '../select/index.ts';

/** The request itself, where it carries what is asked. `tellsSelectors`: they are told of selectors (KEP-4601). */
export function attributesOf(request: ApiRequest, tellsSelectors: boolean): Attributes {
	return inItself(request) ?? narrowed(request, tellsSelectors) ?? request;
}

/** Of a request for a namespace, which is in it. Undefined: it is for something else. */
function inItself({ user, info, path }: ApiRequest): Attributes | undefined {
	if (!info.isResource) return undefined;
	const namespace = namespaceMeant(info);
	return namespace === info.namespace ? undefined : { user, info: { ...info, namespace }, path };
}

/**
 * A list or a watch that a field selector restricts to one name is authorized as one of that object, and authorizers are told of its
 * selectors, and of those of a deletion of many. Undefined: the request itself carries what is asked.
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

/** What is no selector limits nothing. */
function selectorsOf(request: ApiRequest): Selectors {
	const parameters = request.parameters();
	return {
		fields: fieldRequirements(parameters.get('fieldSelector') ?? '') ?? [],
		labels: labelRequirements(parameters.get('labelSelector') ?? '') ?? [],
	};
}
