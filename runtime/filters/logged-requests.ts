/** Logs every request when it ends. Metrics count it as well. */
import type { ApiRequest } from '../api/request.ts';
import type { Log } from '../telemetry/log.ts';
import { maskedUri, withoutTokens } from '../telemetry/masked-uri.ts';
import type { RequestRecorder } from './with-metrics.ts';

/** Maximum length of a user agent in the log. */
const mostOfAgent = 512;

/** Returns `recorder` itself when requests are not logged. */
export function loggedRequests(recorder: RequestRecorder, { request: tell }: Log): RequestRecorder {
	if (tell === undefined) return recorder;
	const told = (request: ApiRequest, status: number, seconds: number): void =>
		tell({
			verb: request.info.verb,
			uri: maskedUri(request.path, request.query),
			status,
			ms: Math.round(seconds * 1e4) / 10,
			user: request.user.name,
			agent: withoutTokens((request.header('user-agent') ?? '').slice(0, mostOfAgent)),
			source: request.remote,
			auditId: auditIdOf(request),
			traceId: traceIdOf(request),
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

/** Reads the audit ID from the headers of the answer, a flat list of names and values. */
function auditIdOf({ outgoing = [] }: ApiRequest): string | undefined {
	const at = outgoing.indexOf('audit-id');
	return at < 0 ? undefined : outgoing[at + 1];
}

/** W3C Trace Context, 3.2: version, trace, parent, flags. */
const traceParent = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

function traceIdOf(request: ApiRequest): string | undefined {
	return traceParent.exec(request.header('traceparent') ?? '')?.[1];
}
