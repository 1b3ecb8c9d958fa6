/** The place of impersonation (seed 3). Until it exists, a request that asks for it is refused: ignoring it would act as the wrong user. */
import { ApiError } from '../api/errors.ts';
import type { Filter } from '../api/request.ts';

const prefix = 'impersonate-';

export const withImpersonation: Filter = (next) => (request) => {
	if (request.hasHeaderBeginning(prefix)) {
		throw new ApiError('BadRequest', 'this server does not support impersonation yet: send the request without Impersonate-* headers');
	}
	return next(request);
};
