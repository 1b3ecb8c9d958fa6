/** Error for a well-formed patch that does not apply: 422, with the problem at the end of the sentence that clients know. */
import { ApiError } from '../api/errors.ts';
import type { JsonValue } from '../model/catalog.ts';

export function invalidPatch(why: string): ApiError {
	return new ApiError('Invalid', `the server rejected our request due to an error in our request: ${why}`);
}

/** Error for a malformed patch: 400. */
export function malformedPatch(why: string): ApiError {
	return new ApiError('BadRequest', why);
}

/** Formats a client's value for a message: short text verbatim, other values by their type. */
export function named(value: JsonValue | undefined): string {
	if (typeof value === 'string') return value.length > 100 ? `${value.slice(0, 100)}...` : value;
	if (value === undefined || value === null) return 'null';
	return Array.isArray(value) ? 'a list' : typeof value;
}
