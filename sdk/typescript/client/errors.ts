/**
 * Errors of this package. An ApiError is a refusal by the server, a ConnectionError a missing response. Aborts reject with the signal's
 * reason.
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

/** A refusal by the server. */
export class ApiError extends Error {
	override readonly name: string = 'ApiError';
	/** HTTP status code. */
	readonly status: number;
	readonly reason: Reason;
	/** Invalid fields, one cause each. */
	readonly causes: readonly StatusCause[];
	readonly details: StatusDetails | undefined;
	/** Time that the server asks to wait before a retry, in milliseconds. */
	readonly retryAfterMs: number | undefined;
	/** Continue token of an expired list. It goes on with the current objects, of which some may appear twice or not at all. */
	readonly continueToken: string | undefined;
	/** Method and path of the request, for logs: `GET /api/v1/namespaces`. Never holds credentials or bodies. */
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

	/** Fields that other managers own, when an apply was refused. */
	get conflicts(): readonly { readonly field: string; readonly message: string }[] {
		return this.causes.filter(({ reason }) => reason === 'FieldManagerConflict').map(({ field = '', message = '' }) => ({ field, message }));
	}
}

/** Reasons for responses without a Status body, such as those of a proxy. */
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

/** A missing or incomplete response: the server is unreachable, or the connection broke. The request may have taken effect. */
export class ConnectionError extends Error {
	override readonly name: string = 'ConnectionError';
	/** Method and path of the request, for logs: `GET /api/v1/namespaces`. */
	readonly request: string;

	constructor(request: string, cause: unknown) {
		super(`${request}: no answer: ${told(cause)}`, { cause });
		this.request = request;
	}
}

/** Returns the message of the cause, since `fetch` itself fails with an uninformative one. */
function told(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	return error.cause instanceof Error ? told(error.cause) : error.message;
}
