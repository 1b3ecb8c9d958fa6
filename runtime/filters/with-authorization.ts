import { type Attributes, type Authorizer, type Decision, namespaceMeant, type Selectors } from '../api/authorization.ts';
import type { ApiRequest, Filter } from '../api/request.ts';
import { forbidden } from '../auth/authz/forbidden.ts';
import { selectedName, selecting } from '../auth/selected-name.ts';
import { verbRecord } from '../model/verb.ts';
import { fieldRequirements, labelRequirements } from '../select/index.ts';

export interface Authorization {
	readonly authorizer: Authorizer;
	/** Of the platform's API groups, and of the annotations in which audit is told of the decision. */
	readonly domain: string;
	/** Authorizers are told of selectors (KEP-4601). */
	readonly tellsSelectors: boolean;
}

/** Lets through what somebody allows. The request itself carries the attributes. */
export function withAuthorization({ authorizer, domain, tellsSelectors }: Authorization): Filter {
	const checked = (request: ApiRequest, asked: Attributes, { verdict, reason }: Decision): void => {
		if (request.audit !== undefined) {
			request.audit.annotate(`authorization.${domain}/decision`, verdict === 'allow' ? 'allow' : 'forbid');
			request.audit.annotate(`authorization.${domain}/reason`, reason);
			// What somebody denies, no rule of another allows.
			const rules = verdict === 'no opinion' ? (authorizer.missing?.(asked) ?? []).flatMap(({ rule = [] }) => rule) : [];
			if (rules.length > 0) request.audit.annotate(`authorization.${domain}/missing-rule`, rules.join('; '));
		}
		if (verdict !== 'allow') throw forbidden(asked, reason);
	};
	return (next) => (request) => {
		const asked = inItself(request) ?? narrowed(request, tellsSelectors) ?? request;
		const decision = authorizer.authorize(asked);
		if (decision instanceof Promise) {
			return decision.then((made) => {
				checked(request, asked, made);
				return next(request);
			});
		}
		checked(request, asked, decision);
		return next(request);
	};
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
