/** What goes wrong: the server refuses (ApiError), or no answer comes (ConnectionError). Aborts reject with the signal's reason. */
import type { Status, StatusCause, StatusDetails } from './objects.ts';

/** Why the server refused, as it says itself. Others may come with later releases. */
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

/** The server refused. */
export class ApiError extends Error {
	override readonly name: string = 'ApiError';
	/** HTTP status. */
	readonly status: number;
	readonly reason: Reason;
	/** What is wrong, field by field. */
	readonly causes: readonly StatusCause[];
	readonly details: StatusDetails | undefined;
	/** How long the server asks to be left alone. */
	readonly retryAfterMs: number | undefined;
	/** Of a list that took too long: goes on with objects of now, of which some may be seen twice or not at all. */
	readonly continueToken: string | undefined;
	/** What was asked, for logs: `GET /api/v1/namespaces`. Never holds credentials or bodies. */
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

	/** Of an apply that was refused: which fields others own. */
	get conflicts(): readonly { readonly field: string; readonly message: string }[] {
		return this.causes.filter(({ reason }) => reason === 'FieldManagerConflict').map(({ field = '', message = '' }) => ({ field, message }));
	}
}

/** Where an answer has no body that says it: from a proxy, say. */
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

/** Whether the server refused for this reason: `isReason(error, 'NotFound')`. */
export function isReason(error: unknown, reason: Reason): error is ApiError {
	return error instanceof ApiError && error.reason === reason;
}

/** No answer, or half of one: the server is not there, or the connection broke. What was asked for may have been done. */
export class ConnectionError extends Error {
	override readonly name: string = 'ConnectionError';
	/** What was asked, for logs: `GET /api/v1/namespaces`. */
	readonly request: string;

	constructor(request: string, cause: unknown) {
		super(`${request}: no answer: ${told(cause)}`, { cause });
		this.request = request;
	}
}

/** `fetch` fails with a sentence that says nothing; what says something is its cause. */
function told(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	return error.cause instanceof Error ? told(error.cause) : error.message;
}
