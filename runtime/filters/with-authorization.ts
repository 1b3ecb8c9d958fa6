import type { Attributes, Authorizer, Decision } from '../api/authorization.ts';
import type { ApiRequest, Filter } from '../api/request.ts';
import { forbidden } from '../auth/authz/forbidden.ts';
import { verbRecord } from '../model/verb.ts';
import { nameWanted } from '../select/index.ts';

export interface Authorization {
	readonly authorizer: Authorizer;
	/** Of the platform's API groups, and of the annotations in which audit is told of the decision. */
	readonly domain: string;
}

/** Lets through what somebody allows. The request itself carries the attributes. */
export function withAuthorization({ authorizer, domain }: Authorization): Filter {
	const checked = (request: ApiRequest, { verdict, reason }: Decision): void => {
		if (request.audit !== undefined) {
			request.audit.annotate(`authorization.${domain}/decision`, verdict === 'allow' ? 'allow' : 'forbid');
			request.audit.annotate(`authorization.${domain}/reason`, reason);
		}
		if (verdict !== 'allow') throw forbidden(request, reason);
	};
	return (next) => (request) => {
		const decision = authorizer.authorize(chosenByName(request) ?? request);
		if (decision instanceof Promise) {
			return decision.then((made) => {
				checked(request, made);
				return next(request);
			});
		}
		checked(request, decision);
		return next(request);
	};
}

/**
 * A list or a watch that a field selector restricts to one name is authorized as one of that object (seed 3, "RBAC", rule 4).
 * Undefined: it is not; the request itself carries what is asked.
 */
function chosenByName(request: ApiRequest): Attributes | undefined {
	const { user, info, path, query } = request;
	if (!query.includes('metadata.name') || !info.isResource || info.name !== '' || verbRecord(info.verb)?.reads !== true) return undefined;
	const name = nameWanted(request.parameters().get('fieldSelector') ?? '');
	return name === undefined || !isPathSegment(name) ? undefined : { user, info: { ...info, name }, path };
}

function isPathSegment(name: string): boolean {
	return name !== '' && name !== '.' && name !== '..' && !/[/%]/.test(name);
}
