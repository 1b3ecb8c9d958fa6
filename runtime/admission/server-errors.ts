/** Failures of plugins themselves, with status 500 as in kube-apiserver. */
import { ApiError } from '../api/errors.ts';

export function internalError(message: string): ApiError {
	return ApiError.ofAnother({ code: 500, reason: 'InternalError', details: { causes: [{ message }] } }, `Internal error occurred: ${message}`);
}

/** Error for which kube-apiserver gives no reason. */
export function unclassified(message: string): ApiError {
	return ApiError.ofAnother({ code: 500, reason: '' }, message);
}
