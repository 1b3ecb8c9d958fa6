/** ApiError, the server's only error class, with its reasons and the only conversion to a Status body (seed 1, "Errors"). */

import { type Cause, cut, mostCauses } from '../model/cause.ts';
import { MalformedError } from '../model/malformed.ts';
import { type Rewording, unchanged } from './messages-by-release.ts';

const codes = {
	BadRequest: 400,
	Unauthorized: 401,
	Forbidden: 403,
	NotFound: 404,
	MethodNotAllowed: 405,
	NotAcceptable: 406,
	AlreadyExists: 409,
	Conflict: 409,
	Expired: 410,
	RequestEntityTooLarge: 413,
	UnsupportedMediaType: 415,
	Invalid: 422,
	TooManyRequests: 429,
	InternalError: 500,
	StorageReadError: 500,
	ServiceUnavailable: 503,
	Timeout: 504,
} as const;

export type Reason = keyof typeof codes;

export interface ErrorDetails {
	readonly name?: string;
	readonly group?: string;
	/** Kind name for reason Invalid; plural resource for all other reasons, as in Kubernetes. */
	readonly kind?: string;
	readonly uid?: string;
	readonly causes?: readonly Cause[];
	readonly retryAfterSeconds?: number;
}

/** Refusal by an admission webhook or another server, which the server passes on. Code, reason and details of the Status come from it. */
export interface ExternalDecision {
	/** HTTP status of at least 400. */
	readonly code: number;
	/** Empty where the other party gives none. */
	readonly reason: string;
	readonly details?: object;
}

export class ApiError extends Error {
	override readonly name = 'ApiError';
	readonly reason: Reason;
	readonly details: ErrorDetails | undefined;
	/**
	 * Continue token with which the client can continue the list at a newer version; `metadata.continue` of the Status. Set only for
	 * Expired.
	 */
	readonly continueToken: string | undefined;
	readonly decided: ExternalDecision | undefined;

	constructor(reason: Reason, message: string, details?: ErrorDetails, continueToken?: string, decided?: ExternalDecision) {
		super(message);
		this.reason = reason;
		this.details = details;
		this.continueToken = continueToken;
		this.decided = decided;
	}

	/**
	 * Makes the error for another party's refusal, with `message` unchanged. Its internal reason is Forbidden, whatever the code, so that a
	 * foreign "not found" causes no retry.
	 */
	static ofAnother(decided: ExternalDecision, message: string): ApiError {
		return new ApiError('Forbidden', message, undefined, undefined, decided);
	}

	get code(): number {
		return this.decided?.code ?? codes[this.reason];
	}

	/** Converts any thrown value to an ApiError. An unexpected one becomes an InternalError whose text does not leak the original. */
	static from(error: unknown): ApiError {
		if (error instanceof ApiError) return error;
		if (error instanceof MalformedError) return new ApiError('BadRequest', error.message);
		return new ApiError('InternalError', 'Internal error occurred: see the log of the server', {
			causes: [{ reason: 'InternalError', message: 'unexpected failure' }],
		});
	}
}

/** Returns the Status body of a failure, in the wording of a release. */
export function statusOf(error: ApiError, words: Rewording = unchanged): object {
	if (error.decided !== undefined) return statusOfAnother(error.message, error.decided);
	const { message, details } = worded(error, words);
	return {
		kind: 'Status',
		apiVersion: 'v1',
		metadata: error.continueToken === undefined ? {} : { continue: error.continueToken },
		status: 'Failure',
		message,
		reason: error.reason,
		...(details === undefined ? {} : { details: withoutEmpty(details) }),
		code: error.code,
	};
}

function statusOfAnother(message: string, { code, reason, details }: ExternalDecision): object {
	return {
		...{ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message },
		...(reason !== '' && { reason }),
		...(details !== undefined && { details }),
		code,
	};
}

/** Rewords an error. The message of an Invalid error lists its causes. */
function worded({ message, details }: ApiError, words: Rewording): Pick<ApiError, 'message' | 'details'> {
	if (details?.causes === undefined) return { message: words(message), details };
	let told = message;
	let from = 0;
	const causes = details.causes.map((cause) => {
		const text = words(cause.message, cause.field);
		const at = told.indexOf(cause.message, from);
		if (at < 0) return { ...cause, message: text };
		told = told.slice(0, at) + text + told.slice(at + cause.message.length);
		from = at + text.length;
		return { ...cause, message: text };
	});
	return { message: told, details: { ...details, causes } };
}

/** Removes empty fields from the details. */
function withoutEmpty(details: ErrorDetails): object {
	return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== ''));
}

/** Makes the error `configmaps "x" not found`. `resource` is the plural name. */
export function notFound(resource: string, group: string, name: string): ApiError {
	return new ApiError('NotFound', `${qualified(resource, group)} ${JSON.stringify(name)} not found`, { name, ...(group && { group }), kind: resource });
}

/**
 * Makes an AlreadyExists error. `terminating`: the existing object is being deleted, so a later retry may succeed. `generated`: the new
 * object has a generateName, so an immediate retry may succeed.
 */
export function alreadyExists(resource: string, group: string, name: string, { terminating = false, generated = false } = {}): ApiError {
	const before = terminating ? 'object is being deleted: ' : '';
	const after = generated ? ', the server was not able to generate a unique name for the object' : '';
	return new ApiError('AlreadyExists', `${before}${qualified(resource, group)} ${JSON.stringify(name)} already exists${after}`, {
		name,
		...(group && { group }),
		kind: resource,
		...(generated && { retryAfterSeconds: 1 }),
	});
}

/**
 * Makes a Conflict error. Without `why`, an update was sent with an outdated resource version; otherwise `why` names the failed
 * precondition.
 */
export function conflict(
	resource: string,
	group: string,
	name: string,
	why = 'the object has been modified; please apply your changes to the latest version and try again',
): ApiError {
	return new ApiError('Conflict', `Operation cannot be fulfilled on ${qualified(resource, group)} ${JSON.stringify(name)}: ${why}`, {
		name,
		...(group && { group }),
		kind: resource,
	});
}

/** Makes an Invalid error with at most `mostCauses` causes. `kind` is the kind's name. */
export function invalid(kind: string, group: string, name: string, all: readonly Cause[]): ApiError {
	// Field paths contain keys that the client chose, so they can be long; each cause has one.
	const causes = all.slice(0, mostCauses).map((cause) => (cause.field === undefined ? cause : { ...cause, field: cut(cause.field) }));
	const texts = causes.map((cause) => (cause.field === undefined ? cause.message : `${cause.field}: ${cause.message}`));
	if (all.length > mostCauses) texts.push('and more');
	const list = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`;
	return new ApiError('Invalid', `${group ? `${kind}.${group}` : kind} ${JSON.stringify(name)} is invalid: ${list}`, {
		name,
		...(group && { group }),
		kind,
		causes,
	});
}

function qualified(resource: string, group: string): string {
	return group ? `${resource}.${group}` : resource;
}
