import type { Authorizer } from '../api/authorization.ts';
import type { ApiRequest, ApiResponse, Filter, Handler } from '../api/request.ts';
import type { ImpersonatedRequest, Impersonator } from '../auth/impersonation/contract.ts';
import { type Impersonation, impersonationPrefix, readImpersonationHeaders } from '../auth/impersonation/impersonation-headers.ts';
import { Refusal } from '../auth/impersonation/refusal.ts';
import { attributesOf } from './attributes.ts';
import { annotateMissingRule } from './missing-rule.ts';

export interface ActingAsOthers {
	readonly impersonator: Impersonator;
	/** Authorizer that names the missing rule of a refused impersonation. */
	readonly authorizer: Authorizer;
	/** Domain of the key of the audit annotation. */
	readonly domain: string;
	readonly tellsSelectors: boolean;
}

/** Lets a request act as another user if its user may impersonate that one (seed 3, Impersonation). */
export function withImpersonation({ impersonator, authorizer, domain, tellsSelectors }: ActingAsOthers): Filter {
	return (next) => (request) => {
		const headers = request.headersBeginning(impersonationPrefix);
		if (headers.length === 0) return next(request);
		const impersonation = readImpersonationHeaders(headers);
		return impersonation === undefined ? next(request) : as(impersonation, request, next);
	};

	async function as(impersonation: Impersonation, request: ApiRequest, next: Handler): Promise<ApiResponse> {
		const { user, constraint } = await granted(impersonation, request);
		request.user = user;
		request.audit?.actsAs(user, constraint);
		return next(request);
	}

	async function granted(impersonation: Impersonation, request: ApiRequest): Promise<ImpersonatedRequest> {
		try {
			return await impersonator(impersonation, attributesOf(request, tellsSelectors));
		} catch (error) {
			if (request.audit !== undefined && error instanceof Refusal && error.missing !== undefined)
				annotateMissingRule(request.audit, authorizer, error.missing, domain);
			throw error;
		}
	}
}
