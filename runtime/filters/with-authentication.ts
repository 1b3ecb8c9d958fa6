import type { ApiRequest, Filter, User } from '../api/request.ts';

/** Says who asks, for all stages after it. */
export function withAuthentication(authenticate: (request: ApiRequest) => User): Filter {
	return (next) => (request) => {
		request.user = authenticate(request);
		return next(request);
	};
}
