/**
 * Authenticates credentials before their request is known. Invalid credentials are refused like those of any request: counted, audited, and
 * delayed after many failures. Otherwise an attacker could test guesses here.
 */
import type { ApiRequest, ApiResponse, Filter, Handler, User } from '../api/request.ts';
import type { ChainOptions } from './chain.ts';
import { withAudit } from './with-audit.ts';
import { withAuthentication } from './with-authentication.ts';
import { withRequestInfo } from './with-request-info.ts';

/** Returns the function that authenticates. It rejects with ApiError Unauthorized. */
export function identification({
	audit,
	naming,
	authenticate,
	attempts,
	failures,
}: Pick<ChainOptions, 'audit' | 'naming' | 'authenticate' | 'attempts' | 'failures'>): (request: ApiRequest) => Promise<User> {
	const stages: readonly Filter[] = [withAudit(audit), withRequestInfo(naming), withAuthentication(authenticate, attempts, failures)];
	// Ends the chain after authentication. Success is not audited, because no filter has begun an audit event.
	const known: ApiResponse = { status: 200, headers: {}, body: '' };
	const handler = stages.reduceRight<Handler>(
		(next, stage) => stage(next),
		() => known,
	);
	return async (request) => {
		await handler(request);
		return request.user;
	};
}
