import type { ApiRequest, Filter, User } from '../api/request.ts';

/** Requests whose credentials held (or that came without any, where that is allowed), and those that were refused for them. */
export interface Attempts {
	success: number;
	failure: number;
}

/** Says who asks, for all stages after it. `attempts` is counted here, for the metrics. */
export function withAuthentication(authenticate: (request: ApiRequest) => User | Promise<User>, attempts: Attempts): Filter {
	const failed = (error: unknown): never => {
		attempts.failure++;
		throw error;
	};
	return (next) => (request) => {
		let user: User | Promise<User>;
		try {
			user = authenticate(request);
		} catch (error) {
			return failed(error);
		}
		if (user instanceof Promise) {
			return user.then((proved) => {
				attempts.success++;
				request.user = proved;
				return next(request);
			}, failed);
		}
		attempts.success++;
		request.user = user;
		return next(request);
	};
}
