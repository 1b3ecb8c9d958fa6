import type { ApiError } from '../api/errors.ts';
import type { Filter, RequestInfo, User } from '../api/request.ts';

export interface Authorization {
	readonly authorize: (attributes: { readonly user: User; readonly info: RequestInfo; readonly path: string }) => 'allow' | 'deny' | 'no opinion';
	readonly forbidden: (attributes: { readonly user: User; readonly info: RequestInfo; readonly path: string }) => ApiError;
}

/** Lets through what somebody allows. The request itself carries the attributes. */
export function withAuthorization({ authorize, forbidden }: Authorization): Filter {
	return (next) => (request) => {
		if (authorize(request) !== 'allow') throw forbidden(request);
		return next(request);
	};
}
