/** The place of impersonation (seed 3). Until it exists, a request that asks for it is refused: ignoring it would act as the wrong user. */
import { ApiError } from '../api/errors.ts';
import type { Filter } from '../api/request.ts';

const headers = ['impersonate-user', 'impersonate-group', 'impersonate-uid'];

export const withImpersonation: Filter = (next) => (request) => {
	for (let i = 0; i < headers.length; i++) {
		if (request.header(headers[i] as string) !== undefined)
			throw new ApiError('BadRequest', 'this server does not support impersonation yet: send the request without Impersonate-* headers');
	}
	return next(request);
};
