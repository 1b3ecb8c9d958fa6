/** Errors passed between threads. */
import { ApiError } from '../api/errors.ts';
import type { Failure } from './protocol.ts';

/** Stands, in the worker thread, for an error that only the main thread has, such as a storage error. */
export class KeptError extends Error {
	override readonly name = 'KeptError';
	readonly id: number;

	constructor(id: number, message: string) {
		super(message);
		this.id = id;
	}
}

export function apiFailure({ reason, message, details, continueToken, decided }: ApiError): Failure {
	return { api: { reason, message, details, continueToken, decided } };
}

export function apiError({ reason, message, details, continueToken, decided }: Extract<Failure, { readonly api: unknown }>['api']): ApiError {
	return new ApiError(reason, message, details, continueToken, decided);
}
