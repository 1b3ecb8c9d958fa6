/** 410 errors of lists whose version is no longer kept. */
import { ApiError } from '../../api/errors.ts';

/** Error for a list at a resourceVersion that is no longer kept. */
export function expiredVersion(): ApiError {
	return new ApiError('Expired', 'The resourceVersion for the provided list is too old.');
}

/** Error for a continue token whose version is no longer kept. `next` is a token that continues from the same key at the current version. */
export function expiredToken(next: string): ApiError {
	const message =
		'The provided continue parameter is too old to display a consistent list result. Start a new list without it, or continue with the token of ' +
		'this answer (metadata.continue): objects created, changed or deleted in the meantime may then be missing or appear twice.';
	return new ApiError('Expired', message, undefined, next);
}
