/** Errors of webhook calls: a failed call and a denial. The wording is that of Kubernetes, which clients know. */
import { ApiError } from '../../api/errors.ts';
import type { AnsweredStatus } from './review.ts';

/** Error of a call that failed or had no response. `code`: status in the metrics. */
export class CallFailure extends Error {
	readonly code: number;

	constructor(hook: string, why: string, code: number, cause?: unknown) {
		super(`failed calling webhook ${JSON.stringify(hook)}: ${why}`, { cause });
		this.code = code;
	}
}

/** Returns the error of a request that the failed call refuses, because `failurePolicy` is `Fail`. */
export function refusedFor(failure: Error): ApiError {
	const details = { causes: [{ message: failure.message }] };
	return ApiError.ofAnother({ code: 500, reason: 'InternalError', details }, `Internal error occurred: ${failure.message}`);
}

/** Denial by a webhook, with its own status. A code below 400 becomes 400. */
export class Denial extends Error {
	readonly refusal: ApiError;

	constructor(hook: string, status: AnsweredStatus | undefined) {
		const { code = 0, message = '', reason = '', details } = status ?? {};
		const by = `admission webhook ${JSON.stringify(hook)} denied the request`;
		const why = message || reason;
		super(why === '' ? `${by} without explanation` : `${by}: ${why}`);
		this.refusal = ApiError.ofAnother({ code: code < 400 ? 400 : Math.min(code, 999), reason, ...(details && { details }) }, this.message);
	}
}

export function noDryRun(hook: string): ApiError {
	return new ApiError('BadRequest', `admission webhook ${JSON.stringify(hook)} does not support dry run`);
}
