/** Error for a valid patch that cannot be applied to the object: 422. The problem ends a sentence that clients know. */
import { ApiError } from '../api/errors.ts';
import type { JsonValue } from '../model/catalog.ts';

export function invalidPatch(why: string): ApiError {
	return new ApiError('Invalid', `the server rejected our request due to an error in our request: ${why}`);
}

/** Error for an invalid patch: 400. */
export function malformedPatch(why: string): ApiError {
	return new ApiError('BadRequest', why);
}

/** Formats a client's value for a message: a short text as it is, others by type. */
export function named(value: JsonValue | undefined): string {
	if (typeof value === 'string') return value.length > 100 ? `${value.slice(0, 100)}...` : value;
	if (value === undefined || value === null) return 'null';
	return Array.isArray(value) ? 'a list' : typeof value;
}
