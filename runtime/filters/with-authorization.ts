import type { Attributes, Authorizer, Decision } from '../api/authorization.ts';
import type { ApiRequest, Filter } from '../api/request.ts';
import { forbidden } from '../auth/authz/forbidden.ts';
import { attributesOf } from './attributes.ts';
import { annotateMissingRule } from './missing-rule.ts';

export interface Authorization {
	readonly authorizer: Authorizer;
	/** Domain of the platform's API groups, which audit annotations with the decision also use. */
	readonly domain: string;
	/** True when authorizers receive selectors (KEP-4601). */
	readonly tellsSelectors: boolean;
}

/** Passes requests that the authorizer allows. */
export function withAuthorization({ authorizer, domain, tellsSelectors }: Authorization): Filter {
	const checked = (request: ApiRequest, asked: Attributes, { verdict, reason }: Decision): void => {
		if (request.audit !== undefined) {
			request.audit.annotate(`authorization.${domain}/decision`, verdict === 'allow' ? 'allow' : 'forbid');
			request.audit.annotate(`authorization.${domain}/reason`, reason);
			// A denied request has no missing rule, because no rule overrides a denial.
			if (verdict === 'no opinion') annotateMissingRule(request.audit, authorizer, asked, domain);
		}
		if (verdict !== 'allow') throw forbidden(asked, reason);
	};
	return (next) => (request) => {
		const asked = attributesOf(request, tellsSelectors);
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
