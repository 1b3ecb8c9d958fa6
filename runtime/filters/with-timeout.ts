/**
 * Bounds the time of requests that are not long-running. Their signal aborts at the deadline. As with every timeout, the client then does
 * not know whether its write took effect.
 */
import { Readable } from 'node:stream';
import { ApiError } from '../api/errors.ts';
import type { ApiRequest, ApiResponse, Filter } from '../api/request.ts';
import { durationMs } from '../scalars/duration.ts';
import { Terminated } from './terminated.ts';

/** Default request timeout, that of kube-apiserver. Clients wait longer. */
const requestTimeoutMs = 60_000;

export function withTimeout(limitMs = requestTimeoutMs): Filter {
	return (next) => (request) => {
		const asked = request.query === '' ? undefined : askedTimeoutMs(request);
		const result = next(request);
		// The request info is set here, because its stage runs before any stage that can wait.
		if (!(result instanceof Promise) || request.isLongRunning) return result;
		return bounded(request, result, Math.min(asked ?? limitMs, limitMs));
	};
}

/** Parses `?timeout=32s`. An absent or zero value selects the server's timeout. */
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

/** Discards an answer that is ready only after the deadline. */
function abandon({ body }: ApiResponse): void {
	if (body instanceof Readable) body.destroy();
}
