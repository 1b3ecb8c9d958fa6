/** Counts what was asked and answered, and how long it took. Outermost but for errors, so that it sees every answer's code. */
import { ApiError } from '../api/errors.ts';
import type { ApiRequest, ApiResponse, EventBody, Filter, RequestInfo } from '../api/request.ts';
import { isLongRunning } from './long-running.ts';

export interface RequestRecorder {
	/** `bytes` is undefined for streams. */
	record(info: RequestInfo, code: number, seconds: number, bytes: number | undefined, dryRun: boolean): void;
	/** A long-running request began; call what it returns when it ends. */
	longRunning(info: RequestInfo): () => void;
}

export function withMetrics(recorder: RequestRecorder): Filter {
	return (next) => (request) => {
		const start = performance.now();
		const done = (response: ApiResponse): ApiResponse => recorded(recorder, request, response, start);
		const failed = (error: unknown): never => {
			recorder.record(request.info, ApiError.from(error).code, (performance.now() - start) / 1000, undefined, isDryRun(request));
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

function recorded(recorder: RequestRecorder, request: ApiRequest, response: ApiResponse, start: number): ApiResponse {
	const { body } = response;
	if (isLongRunning(request.info) && typeof body === 'object' && 'start' in body)
		return { ...response, body: counted(recorder, request, response.status, body, start) };
	const bytes = typeof body === 'string' ? Buffer.byteLength(body) : body instanceof Uint8Array ? body.length : undefined;
	recorder.record(request.info, response.status, (performance.now() - start) / 1000, bytes, isDryRun(request));
	return response;
}

/** A watch counts as open while it runs, and as a request when it is over. */
function counted(recorder: RequestRecorder, request: ApiRequest, status: number, body: EventBody, start: number): EventBody {
	return {
		kind: 'events',
		start: async (writer) => {
			const end = recorder.longRunning(request.info);
			try {
				await body.start(writer);
			} finally {
				end();
				recorder.record(request.info, status, (performance.now() - start) / 1000, undefined, false);
			}
		},
	};
}

function isDryRun(request: ApiRequest): boolean {
	return request.query !== '' && request.query.includes('dryRun=All');
}
