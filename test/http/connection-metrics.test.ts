/** Metrics count connections (a shell, a log) separately from 1.27 on, and by their methods in earlier releases. */
import { expect, it } from 'vitest';
import type { ApiRequest } from '../../runtime/api/request.ts';
import { RequestMetrics } from '../../runtime/telemetry/request-metrics.ts';

const request = (verb: string, subresource: string, reads: boolean) =>
	({
		path: `/api/v1/namespaces/a/pods/b/${subresource}`,
		info: { isResource: true, verb, group: '', version: 'v1', resource: 'pods', subresource, namespace: 'a', name: 'b' },
		endpoint: { handler: 'connect', reads },
		header: () => undefined,
	}) as unknown as ApiRequest;

it.each([
	[false, ['POST', 'GET', 'GET']],
	[true, ['CONNECT', 'CONNECT']],
])('named: %s', (named, verbs) => {
	const metrics = new RequestMetrics({ namesConnections: () => named, describe: () => ({ removedRelease: undefined }) });
	for (const [verb, subresource, reads] of [
		['create', 'exec', false],
		['get', 'exec', false],
		['get', 'log', true],
	] as const)
		metrics.record(request(verb, subresource, reads), 200, 0, undefined, false);
	const total = metrics.families().find(({ name }) => name === 'apiserver_request_total');
	expect([...(total?.read() ?? [])].map(({ labels }) => labels?.verb)).toEqual(verbs);
});
