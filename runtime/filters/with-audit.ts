/**
 * Gives every request its audit ID and, if an audit backend is configured, reports the stages of the request. It encloses every stage that
 * may refuse, so audit sees all answers: 401, 403, 429, timeouts, panics. `withAuditBegun` determines the audit level when the user is
 * known.
 */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { ClientGone } from '../api/client-gone.ts';
import { ApiError } from '../api/errors.ts';
import type { ApiRequest, ApiResponse, EventBody, Filter, Handler } from '../api/request.ts';
import type { Audit } from '../auth/audit/contract.ts';
import { Trail } from '../auth/audit/trail.ts';
import { MalformedError } from '../model/malformed.ts';

/** Audit IDs of clients that are safe in headers and log lines. */
const usable = /^[\w.:-]{1,64}$/;

/** Hexadecimal digits of the counter, the last group of a UUID (48 bits). A million requests a second exhaust it in nine years. */
const counterDigits = 12;

/** Makes IDs of a random prefix for each server, followed by a counter. They are as unique as random IDs, at a tenth of the cost. */
class AuditIds {
	readonly #prefix = randomUUID().slice(0, -counterDigits);
	#given = 0;

	next(): string {
		this.#given++;
		return this.#prefix + this.#given.toString(16).padStart(counterDigits, '0');
	}
}

/** `audit`: undefined when no backend is configured. */
export function withAudit(audit: Audit | undefined): Filter {
	const ids = new AuditIds();
	return (next) => {
		const run = audit === undefined ? undefined : audited(audit, next);
		return (request) => {
			const given = request.header('audit-id');
			const id = given !== undefined && usable.test(given) ? given : ids.next();
			request.outgoing?.push('audit-id', id);
			return run === undefined ? next(request) : run(request, id);
		};
	};
}

/** Begins the audit after authentication. A request that is refused before is reported when it is refused. */
export function withAuditBegun(audit: Audit | undefined): Filter {
	if (audit === undefined) return (next) => next;
	return (next) => (request) => {
		const told = request.audit?.begin(request.user);
		return told === undefined ? next(request) : told.then(() => next(request));
	};
}

function audited(audit: Audit, next: Handler): (request: ApiRequest, id: string) => ApiResponse | Promise<ApiResponse> {
	return (request, id) => {
		const trail = new Trail(audit, request, id);
		request.audit = trail;
		const done = (response: ApiResponse): ApiResponse | Promise<ApiResponse> => answered(trail, response);
		const failed = (error: unknown): never | Promise<never> => {
			const told = tellFailure(trail, error);
			if (told === undefined) throw error;
			return told.then(() => {
				throw error;
			});
		};
		let result: ApiResponse | Promise<ApiResponse>;
		try {
			result = next(request);
		} catch (error) {
			return failed(error);
		}
		return result instanceof Promise ? result.then(done, failed) : done(result);
	};
}

function answered(trail: Trail, response: ApiResponse): ApiResponse | Promise<ApiResponse> {
	const { body } = response;
	const isLong = typeof body === 'object' && 'start' in body;
	const answer = isLong ? { ...response, body: toItsEnd(trail, response, body) } : response;
	const told = isLong ? trail.answered('ResponseStarted', response) : answeredWhole(trail, response);
	return told === undefined ? answer : told.then(() => answer);
}

function answeredWhole(trail: Trail, response: ApiResponse): void | Promise<void> {
	if (!trail.mayGoOn) return trail.answered('ResponseComplete', response);
	const begun = trail.answered('ResponseStarted', response);
	const { body } = response;
	// `close`, not `end`: a followed pod log ends only when the client disconnects.
	if (body instanceof Readable) {
		body.once('close', () => void trail.answered('ResponseComplete', response));
		return begun;
	}
	return begun === undefined ? trail.answered('ResponseComplete', response) : begun.then(() => trail.answered('ResponseComplete', response));
}

function toItsEnd(trail: Trail, response: ApiResponse, body: EventBody): EventBody {
	return {
		kind: 'events',
		start: async (writer) => {
			try {
				await body.start(writer);
			} finally {
				await trail.answered('ResponseComplete', response);
			}
		},
	};
}

/**
 * Reports a failure that is neither a refusal nor a client that left. Such a failure is a bug or a broken machine, and is answered with
 * 500.
 */
function tellFailure(trail: Trail, error: unknown): void | Promise<void> {
	const isKnown = error instanceof ApiError || error instanceof MalformedError || error instanceof ClientGone;
	const failure = error instanceof ClientGone ? undefined : ApiError.from(error);
	const tell = (): void | Promise<void> => {
		const started = trail.mayGoOn && trail.isOfSomebody && failure !== undefined ? trail.failed('ResponseStarted', failure) : undefined;
		const end = (): void | Promise<void> => trail.failed(isKnown ? 'ResponseComplete' : 'Panic', failure);
		return started === undefined ? end() : started.then(end);
	};
	const begun = begunOr(trail);
	return begun === undefined ? tell() : begun.then(tell);
}

/** Reports the receipt of a refused request. An error of the report has no effect, because the request is refused anyway. */
function begunOr(trail: Trail): void | Promise<void> {
	try {
		return trail.begin(undefined)?.catch(() => undefined);
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
	}
}
