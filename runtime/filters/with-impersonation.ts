import type { Attributes, Authorizer, Decision } from '../api/authorization.ts';
import type { ApiRequest, ApiResponse, Filter, Handler } from '../api/request.ts';
import { forbidden } from '../auth/authz/forbidden.ts';
import { type Impersonation, impersonated, impersonationOf, impersonationPrefix, permissionsFor } from '../auth/impersonation.ts';

/** Lets a request act as somebody else, where its caller may (seed 3, Impersonation). `domain`: of the platform's API groups. */
export function withImpersonation(authorizer: Authorizer, domain: string): Filter {
	return (next) => (request) => {
		const headers = request.headersBeginning(impersonationPrefix);
		if (headers.length === 0) return next(request);
		const impersonation = impersonationOf(headers);
		return impersonation === undefined ? next(request) : as(impersonation, request, next);
	};

	async function as(impersonation: Impersonation, request: ApiRequest, next: Handler): Promise<ApiResponse> {
		const caller = request.user;
		for (const info of permissionsFor(impersonation, domain)) {
			const attributes = { user: caller, info, path: '' };
			const { verdict, reason } = await decisionOf(attributes);
			if (verdict !== 'allow') throw forbidden(attributes, reason);
		}
		request.user = impersonated(impersonation, caller);
		request.audit?.actsAs(request.user);
		return next(request);
	}

	/** An authorizer that has failed lets nobody act as somebody else, and its failure is nothing of which the caller should hear. */
	async function decisionOf(attributes: Attributes): Promise<Pick<Decision, 'verdict' | 'reason'>> {
		try {
			return await authorizer.authorize(attributes);
		} catch {
			return { verdict: 'no opinion', reason: '' };
		}
	}
}
