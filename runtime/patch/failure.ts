/** A patch that is well formed but does not apply: 422, with what is wrong at the end of the sentence that clients know. */
import { ApiError } from '../api/errors.ts';

export function invalidPatch(why: string): ApiError {
	return new ApiError('Invalid', `the server rejected our request due to an error in our request: ${why}`);
}

/** A patch that is no patch: 400. */
export function malformedPatch(why: string): ApiError {
	return new ApiError('BadRequest', why);
}
