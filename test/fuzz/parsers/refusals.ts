/** Errors with which parsers refuse input, as the filters answer them. */
import { ApiError } from '../../../runtime/api/errors.ts';

/** Reports whether the error is answered with 4xx. */
export function isRefusal(error: unknown): boolean {
	const { code } = ApiError.from(error);
	return code >= 400 && code < 500;
}
