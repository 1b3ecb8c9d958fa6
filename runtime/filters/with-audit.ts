/**
 * Names every request and, where a backend is on, tells of its stages. Opened outside everything that may refuse, so that audit sees
 * every answer: 401, 403, 429, timeouts, panics. How much is told is decided by `withAuditBegun`, once it is known who asks.
 */
import { ClientGone } from '../api/client-gone.ts';
import { ApiError } from '../api/errors.ts';
import type { ApiRequest, ApiResponse, EventBody, Filter, Handler } from '../api/request.ts';
import type { Audit } from '../auth/audit/contract.ts';
import { Trail } from '../auth/audit/trail.ts';
import { AuditIds } from './audit-ids.ts';

/** Longer or stranger names could not stand in a header or a log line. */
const usable = /^[\w.:-]{1,64}$/;

/** `audit`: undefined where no backend is on. */
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

/** Behind authentication. A request that does not get here is told of when it is refused. */
export function withAuditBegun(audit: Audit | undefined): Filter {
	if (audit === undefined) return (next) => next;
	return (next) => (request) => {
		request.audit?.begin(request.user);
		return next(request);
	};
}

function audited(audit: Audit, next: Handler): (request: ApiRequest, id: string) => ApiResponse | Promise<ApiResponse> {
	return (request, id) => {
		const trail = new Trail(audit, request, id);
		request.audit = trail;
		const done = (response: ApiResponse): ApiResponse => answered(trail, response);
		const failed = (error: unknown): never => {
			tellFailure(trail, error);
			throw error;
		};
		try {
			const result = next(request);
			return result instanceof Promise ? result.then(done, failed) : done(result);
		} catch (error) {
			return failed(error);
		}
	};
}

function answered(trail: Trail, response: ApiResponse): ApiResponse {
	const { body, status } = response;
	if (typeof body !== 'object' || !('start' in body)) {
		trail.tell('ResponseComplete', status);
		return response;
	}
	trail.tell('ResponseStarted', status);
	return { ...response, body: toItsEnd(trail, status, body) };
}

function toItsEnd(trail: Trail, status: number, body: EventBody): EventBody {
	return {
		kind: 'events',
		start: async (writer) => {
			try {
				await body.start(writer);
			} finally {
				trail.tell('ResponseComplete', status);
			}
		},
	};
}

/** What is neither a refusal nor a client that left is a bug or a broken machine; it answers 500. */
function tellFailure(trail: Trail, error: unknown): void {
	trail.begin(undefined);
	if (error instanceof ClientGone) trail.tell('ResponseComplete');
	else trail.tell(error instanceof ApiError ? 'ResponseComplete' : 'Panic', ApiError.from(error).code);
}
