import type { ApiRequest, Filter, User } from '../api/request.ts';

/** Requests whose credentials held (or that came without any, where that is allowed), and those that were refused for them. */
export interface Attempts {
	success: number;
	failure: number;
}

/** Says who asks, for all stages after it. `attempts` is counted here, for the metrics. */
export function withAuthentication(authenticate: (request: ApiRequest) => User, attempts: Attempts): Filter {
	return (next) => (request) => {
		try {
			request.user = authenticate(request);
		} catch (error) {
			attempts.failure++;
			throw error;
		}
		attempts.success++;
		return next(request);
	};
}
