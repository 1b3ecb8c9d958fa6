/**
 * Turns every failure into a Status in the representation that the client accepts. An error that is no ApiError is a bug or a broken
 * machine: it is logged, and this request alone is answered with 500.
 */
import { ClientGone } from '../api/client-gone.ts';
import { ApiError } from '../api/errors.ts';
import type { ApiRequest, ApiResponse, Filter } from '../api/request.ts';
import { MalformedError } from '../model/malformed.ts';

export interface ErrorOptions {
	/** Encodes a failure in the representation that the request accepts. */
	readonly encodeStatus: (request: ApiRequest, error: ApiError) => ApiResponse;
	readonly onUnexpected: (error: unknown, request: ApiRequest) => void;
}

export function withErrors({ encodeStatus, onUnexpected }: ErrorOptions): Filter {
	const answer = (request: ApiRequest, error: unknown): ApiResponse => {
		if (!(error instanceof ApiError || error instanceof MalformedError || error instanceof ClientGone)) onUnexpected(error, request);
		return encodeStatus(request, ApiError.from(error));
	};
	return (next) => (request) => {
		try {
			const result = next(request);
			return result instanceof Promise ? result.catch((error: unknown) => answer(request, error)) : result;
		} catch (error) {
			return answer(request, error);
		}
	};
}
