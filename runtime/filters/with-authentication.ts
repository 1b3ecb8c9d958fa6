import type { ApiRequest, ApiResponse, Filter, User } from '../api/request.ts';
import type { FailedAttempts } from './failed-attempts.ts';

/** Counts of accepted and refused requests. A request without credentials is accepted if anonymous requests are allowed. */
export interface Attempts {
	success: number;
	failure: number;
}

/** Sets the user for all later stages. Updates `attempts` for the metrics. */
export function withAuthentication(authenticate: (request: ApiRequest) => User | Promise<User>, attempts: Attempts, failures: FailedAttempts): Filter {
	const failed = (error: unknown, request: ApiRequest): Promise<ApiResponse> => {
		attempts.failure++;
		const held = request.remote === undefined ? undefined : failures.failed(request.remote);
		if (held === undefined) throw error;
		return held.then(() => {
			throw error;
		});
	};
	return (next) => (request) => {
		let user: User | Promise<User>;
		try {
			user = authenticate(request);
		} catch (error) {
			return failed(error, request);
		}
		if (user instanceof Promise) {
			return user.then(
				(proved) => {
					attempts.success++;
					request.user = proved;
					return next(request);
				},
				(error: unknown) => failed(error, request),
			);
		}
		attempts.success++;
		request.user = user;
		return next(request);
	};
}
