import type { Authorizer, Decision } from '../api/authorization.ts';
import type { ApiRequest, Filter } from '../api/request.ts';
import { forbidden } from '../auth/authz/forbidden.ts';

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
		const decision = authorizer.authorize(request);
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
