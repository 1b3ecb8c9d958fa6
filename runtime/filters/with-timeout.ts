/**
 * Bounds the time of a request that is not long-running. The stages behind it see their signal abort; whether a write was
 * done is then unknown to the client, as with every timeout.
 */
import { Readable } from 'node:stream';
import { ApiError } from '../api/errors.ts';
import type { ApiRequest, ApiResponse, Filter } from '../api/request.ts';
import { durationMs } from '../scalars/duration.ts';
import { isLongRunning } from './long-running.ts';
import { Terminated } from './terminated.ts';

/** The incumbent's request timeout; clients give up later than this. */
const requestTimeoutMs = 60_000;

export function withTimeout(limitMs = requestTimeoutMs): Filter {
	return (next) => (request) => {
		const asked = request.query === '' ? undefined : askedTimeoutMs(request);
		const result = next(request);
		// The request's info is there when its stage has run, which is before anything can wait.
		if (!(result instanceof Promise) || isLongRunning(request)) return result;
		return bounded(request, result, Math.min(asked ?? limitMs, limitMs));
	};
}

/** `?timeout=32s`; none and zero mean the server's own. */
function askedTimeoutMs(request: ApiRequest): number | undefined {
	const text = request.parameters().get('timeout');
	if (text === null || text === '') return undefined;
	const ms = durationMs(text);
	if (ms === undefined || ms < 0)
		throw new ApiError('BadRequest', `invalid timeout specified in the request URL: ${JSON.stringify(text)} is not a duration such as 30s or 1m`);
	return ms === 0 ? undefined : ms;
}

function bounded(request: ApiRequest, result: Promise<ApiResponse>, ms: number): Promise<ApiResponse> {
	return new Promise((resolve, reject) => {
		let late = false;
		const timer = setTimeout(() => {
			const error = new Terminated('Timeout', 'Timeout: request did not complete within the allotted timeout', { retryAfterSeconds: 1 });
			late = true;
			request.abort?.(error);
			reject(error);
		}, ms);
		result.then(
			(response) => {
				clearTimeout(timer);
				if (late) abandon(response);
				else resolve(response);
			},
			(error: unknown) => {
				clearTimeout(timer);
				reject(error);
			},
		);
	});
}

/** Nobody will read an answer that comes too late. */
function abandon({ body }: ApiResponse): void {
	if (body instanceof Readable) body.destroy();
}
