/**
 * Errors of this package. An ApiError is a refusal by the server. A ConnectionError means that there was no complete response. An aborted
 * call rejects with the reason of its signal.
 */
import type { Status, StatusCause, StatusDetails } from './objects.ts';

/** Reason of a refusal, as the server states it. Later releases may add others. */
export type Reason =
	| 'BadRequest'
	| 'Unauthorized'
	| 'Forbidden'
	| 'NotFound'
	| 'MethodNotAllowed'
	| 'NotAcceptable'
	| 'AlreadyExists'
	| 'Conflict'
	| 'Expired'
	| 'RequestEntityTooLarge'
	| 'UnsupportedMediaType'
	| 'Invalid'
	| 'TooManyRequests'
	| 'InternalError'
	| 'ServiceUnavailable'
	| 'Timeout'
	| (string & {});

/** Refusal by the server. */
export class ApiError extends Error {
	override readonly name: string = 'ApiError';
	/** HTTP status code. */
	readonly status: number;
	readonly reason: Reason;
	/** Invalid fields, one cause each. */
	readonly causes: readonly StatusCause[];
	readonly details: StatusDetails | undefined;
	/** Time before a retry for which the server asks, in milliseconds. */
	readonly retryAfterMs: number | undefined;
	/** Continue token of an expired list. It continues with the current objects, so some objects may be missing or appear twice. */
	readonly continueToken: string | undefined;
	/** Method and path of the request for logs: `GET /api/v1/namespaces`. Contains no credentials and no body. */
	readonly request: string;

	constructor(status: number, body: Partial<Status>, { request, retryAfterMs }: { readonly request: string; readonly retryAfterMs?: number | undefined }) {
		super(body.message ?? `the server answered ${status}`);
		this.status = status;
		this.reason = body.reason ?? reasons[status] ?? 'Unknown';
		this.details = body.details;
		this.causes = body.details?.causes ?? [];
		this.continueToken = body.metadata?.continue;
		this.request = request;
		this.retryAfterMs = retryAfterMs;
	}

	/** Fields of a refused apply that other managers own. */
	get conflicts(): readonly { readonly field: string; readonly message: string }[] {
		return this.causes.filter(({ reason }) => reason === 'FieldManagerConflict').map(({ field = '', message = '' }) => ({ field, message }));
	}
}

/** Reasons of responses without a Status, such as those of a proxy. */
const reasons: Readonly<Record<number, Reason>> = {
	400: 'BadRequest',
	401: 'Unauthorized',
	403: 'Forbidden',
	404: 'NotFound',
	405: 'MethodNotAllowed',
	406: 'NotAcceptable',
	409: 'Conflict',
	410: 'Expired',
	413: 'RequestEntityTooLarge',
	415: 'UnsupportedMediaType',
	422: 'Invalid',
	429: 'TooManyRequests',
	500: 'InternalError',
	503: 'ServiceUnavailable',
	504: 'Timeout',
};

/** Reports whether the server refused for this reason: `isReason(error, 'NotFound')`. */
export function isReason(error: unknown, reason: Reason): error is ApiError {
	return error instanceof ApiError && error.reason === reason;
}

/** Missing or incomplete response: the server is unreachable, or the connection broke. The request may have taken effect. */
export class ConnectionError extends Error {
	override readonly name: string = 'ConnectionError';
	/** Method and path of the request for logs: `GET /api/v1/namespaces`. */
	readonly request: string;

	constructor(request: string, cause: unknown) {
		super(`${request}: no answer: ${messageOf(cause)}`, { cause });
		this.request = request;
	}
}

/** Returns the message of the cause, because the message of `fetch` itself says nothing. */
function messageOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	return error.cause instanceof Error ? messageOf(error.cause) : error.message;
}
