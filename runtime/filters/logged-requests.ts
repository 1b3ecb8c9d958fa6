/** Tells the log of every request when it is over, beside the figures that are kept of it. */
import type { ApiRequest } from '../api/request.ts';
import type { Log } from '../telemetry/log.ts';
import type { RequestRecorder } from './with-metrics.ts';

/** `recorder` itself where nobody asks for requests. */
export function loggedRequests(recorder: RequestRecorder, { request: tell }: Log): RequestRecorder {
	if (tell === undefined) return recorder;
	const told = (request: ApiRequest, status: number, seconds: number): void =>
		tell({
			verb: request.info.verb,
			path: request.path,
			status,
			ms: Math.round(seconds * 1e4) / 10,
			user: request.user.name,
			agent: request.header('user-agent') ?? '',
		});
	return {
		record(request, code, seconds, bytes, dryRun) {
			recorder.record(request, code, seconds, bytes, dryRun);
			told(request, code, seconds);
		},
		terminated: (request, code) => recorder.terminated(request, code),
		aborted(request, seconds) {
			recorder.aborted(request, seconds);
			told(request, 0, seconds);
		},
		longRunning: (request) => recorder.longRunning(request),
	};
}
