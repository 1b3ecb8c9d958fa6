/** Counts requests and answers, and measures their duration. Only `withErrors` is further outside, so it sees the code of every answer. */
import { ClientGone } from '../api/client-gone.ts';
import { ApiError } from '../api/errors.ts';
import type { ApiRequest, ApiResponse, EventBody, Filter, ResponseBody } from '../api/request.ts';
import { SizedReadable } from '../api/sized-readable.ts';
import { verbsThat } from '../model/verb.ts';
import { Terminated } from './terminated.ts';

export interface RequestRecorder {
	/** Counts an answer. `bytes`: size of its body; undefined when it is not known in advance. */
	record(request: ApiRequest, code: number, seconds: number, bytes: number | undefined, dryRun: boolean): void;
	/** Counts a request that the server refused to protect itself. Its answer is counted as well. */
	terminated(request: ApiRequest, code: number): void;
	/** Counts a client that disconnected before its answer. */
	aborted(request: ApiRequest, seconds: number): void;
	/** Counts a long-running request as open. The returned function ends that. */
	longRunning(request: ApiRequest): () => void;
}

export function withMetrics(recorder: RequestRecorder): Filter {
	return (next) => (request) => {
		const start = performance.now();
		const done = (response: ApiResponse): ApiResponse => recorded(recorder, request, response, start);
		const failed = (error: unknown): never => {
			recordFailure(recorder, request, error, (performance.now() - start) / 1000);
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
	if (request.isLongRunning && typeof body === 'object' && 'start' in body)
		return { ...response, body: counted(recorder, request, response.status, body, start) };
	recorder.record(
		request,
		response.status,
		(performance.now() - start) / 1000,
		readingVerbs.has(request.info.verb) ? bytesOf(body) : undefined,
		isDryRun(request),
	);
	return response;
}

/** Verbs whose response sizes are counted. */
const readingVerbs: ReadonlySet<string> = new Set(verbsThat(({ reads, streams }) => reads === true && streams !== true));

function bytesOf(body: ResponseBody): number | undefined {
	if (typeof body === 'string') return Buffer.byteLength(body);
	if (body instanceof Uint8Array) return body.length;
	if (body instanceof SizedReadable) return body.byteLength;
	return Array.isArray(body) ? body.reduce((sum: number, piece: Buffer) => sum + piece.length, 0) : undefined;
}

/** Counts a failed request. A client that disconnected gets no answer, and counts as no failure of the server. */
function recordFailure(recorder: RequestRecorder, request: ApiRequest, error: unknown, seconds: number): void {
	if (error instanceof ClientGone) {
		recorder.aborted(request, seconds);
		return;
	}
	const { code } = ApiError.from(error);
	recorder.record(request, code, seconds, undefined, isDryRun(request));
	if (error instanceof Terminated) recorder.terminated(request, code);
}

/** Counts a long-running request as open while it runs, and as an answered request when it ends. */
function counted(recorder: RequestRecorder, request: ApiRequest, status: number, body: EventBody, start: number): EventBody {
	return {
		...body,
		start: async (writer) => {
			const end = recorder.longRunning(request);
			try {
				await body.start(writer);
			} finally {
				end();
				recorder.record(request, status, (performance.now() - start) / 1000, undefined, false);
			}
		},
	};
}

function isDryRun(request: ApiRequest): boolean {
	return request.query !== '' && request.parameters().getAll('dryRun').includes('All');
}
