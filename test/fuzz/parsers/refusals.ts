/** The errors by which parsers refuse, as the filters answer them. */
import { ApiError } from '../../../runtime/api/errors.ts';

/** Answered with 4xx. */
export function isRefusal(error: unknown): boolean {
	const { code } = ApiError.from(error);
	return code >= 400 && code < 500;
}
