/**
 * Who asks, where that must be known of something that is no request yet but brings some. Credentials that do not hold are refused as those
 * of any request: counted, told to the audit, and held back where many are tried; else whoever guesses would learn here what each is worth.
 */
import type { ApiRequest, ApiResponse, Filter, Handler, User } from '../api/request.ts';
import type { ChainOptions } from './chain.ts';
import { withAudit } from './with-audit.ts';
import { withAuthentication } from './with-authentication.ts';
import { withRequestInfo } from './with-request-info.ts';

/** Rejects with ApiError Unauthorized. */
export function identification({
	audit,
	naming,
	authenticate,
	attempts,
	failures,
}: Pick<ChainOptions, 'audit' | 'naming' | 'authenticate' | 'attempts' | 'failures'>): (request: ApiRequest) => Promise<User> {
	const stages: readonly Filter[] = [withAudit(audit), withRequestInfo(naming), withAuthentication(authenticate, attempts, failures)];
	// Of whoever is known nothing is told here: the audit has not begun with it.
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
