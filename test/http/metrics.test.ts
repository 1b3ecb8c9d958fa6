/** Metric names and labels that dashboards and alerts for this kind of server expect, on the complete server. */
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { catalog } from '../../generated/catalog.ts';
import { docs } from '../../generated/docs.ts';
import { rootGroups, rootHooks } from '../../generated/root-hooks.ts';
import { vocabulary } from '../../generated/vocabulary.ts';
import { readFlags, type ServerOptions } from '../../runtime/server/flags/read.ts';
import { type RunningServer, startServer } from '../../runtime/server.ts';
import { openLog } from '../../runtime/telemetry/log.ts';
import { metricHelp, metricLines, metricValues } from '../setup/metrics.ts';
import { type Answer, call } from '../setup/server.ts';

let dataDir: string;
let server: RunningServer;
let logged: string;
let ask: (method: string, path: string, body?: string, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
let text: string;

function value(name: string, labels: Readonly<Record<string, string>> = {}): number | undefined {
	return metricValues(text, name, labels)[0];
}

const one = { group: '', version: 'v1', resource: 'configmaps', subresource: '', scope: 'resource', component: 'apiserver' };

beforeAll(async () => {
	logged = '';
	dataDir = await mkdtemp(join(tmpdir(), 'orch-metrics-'));
	// In this release the old and the new metric name both exist.
	const release = ['--emulated-version', '1.28', '--show-hidden-metrics-for-version', '1.27'];
	const command = readFlags(['--data-dir', dataDir, '--secure-port', '0', '--controllers=namespace', ...release]);
	const options = (command as { options: ServerOptions }).options;
	server = await startServer(
		options,
		{ catalog, vocabulary, rootHooks, rootGroups, docs: async () => docs },
		{ log: openLog('warn', { isTTY: true, write: (line) => (logged = `${logged}${line}`) }), onFatal: () => undefined },
	);
	const config = parse(await readFile(server.kubeconfig, 'utf8'));
	const bytes = (base64: string): Buffer => Buffer.from(base64, 'base64');
	const credentials = {
		ca: bytes(config.clusters[0].cluster['certificate-authority-data']),
		cert: bytes(config.users[0].user['client-certificate-data']),
		key: bytes(config.users[0].user['client-key-data']),
	};
	ask = (method, path, body, headers = {}) => call(server.url, credentials, method, path, body, headers);
	const all = '/api/v1/namespaces/default/configmaps';
	const json = { 'content-type': 'application/json' };
	for (const name of ['a', 'b']) await ask('POST', all, JSON.stringify({ metadata: { name }, data: { text: 'x'.repeat(name === 'a' ? 10 : 3000) } }), json);
	await ask('GET', `${all}/a`);
	await ask('HEAD', `${all}/a`);
	await ask('GET', all);
	await ask('GET', `${all}?watch=true&timeoutSeconds=1`);
	await ask('DELETE', `${all}/a?dryRun=All`);
	await ask('DELETE', all);
	const secret = JSON.stringify({ kind: 'Secret', apiVersion: 'v1', metadata: { name: 's' } });
	for (const type of ['merge-patch+json', 'apply-patch+yaml', 'merge-patch+json'])
		await ask('PATCH', `/api/v1/namespaces/default/secrets/s?fieldManager=m`, secret, { 'content-type': `application/${type}` });
	await ask('POST', '/api/v1/namespaces', JSON.stringify({ metadata: { name: 'short' } }), json);
	const path = '/api/v1/namespaces/short';
	await ask('DELETE', path);
	// An external finalize is faster than the controller, which then reconciles immediately instead of after 5 s.
	await ask('PUT', `${path}/finalize`, JSON.stringify({ metadata: { name: 'short' } }), json);
	await vi.waitFor(async () => expect((await ask('GET', path)).status).toBe(404));
	await ask('PROPFIND', `${all}/a`);
	await ask('GET', '/readyz');
	await ask('GET', '/version', undefined, { authorization: 'Bearer unknown' });
	text = (await ask('GET', '/metrics')).text;
});
afterAll(async () => {
	await server.close();
	await rm(dataDir, { recursive: true, force: true });
});

describe('/metrics', () => {
	it.each<[string, Record<string, string>, number]>([
		['apiserver_request_total', { ...one, verb: 'POST', code: '201', dry_run: '' }, 2],
		['apiserver_request_total', { ...one, verb: 'GET', code: '200' }, 2],
		['apiserver_request_total', { ...one, verb: 'LIST', scope: 'namespace', code: '200' }, 1],
		['apiserver_request_total', { ...one, verb: 'WATCH', scope: 'namespace', code: '200' }, 1],
		['apiserver_request_total', { ...one, verb: 'DELETE', dry_run: 'All', code: '200' }, 1],
		['apiserver_request_total', { ...one, verb: 'DELETE', scope: 'namespace', code: '200' }, 1],
		['apiserver_request_total', { verb: 'GET', resource: '', subresource: '/readyz', component: '', code: '200' }, 1],
		['apiserver_request_total', { resource: 'secrets', verb: 'PATCH', code: '404' }, 1],
		['apiserver_request_total', { resource: 'secrets', verb: 'APPLY', code: '201' }, 1],
		['apiserver_request_total', { resource: 'secrets', verb: 'PATCH', code: '200' }, 1],
		['apiserver_request_total', { verb: 'other', code: '405' }, 1],
		['apiserver_request_duration_seconds_count', { ...one, verb: 'DELETE', dry_run: 'All' }, 1],
		['apiserver_request_duration_seconds_count', { ...one, verb: 'WATCH', scope: 'namespace', dry_run: '' }, 1],
		['apiserver_request_duration_seconds_bucket', { ...one, verb: 'GET', le: '60' }, 2],
		['apiserver_request_slo_duration_seconds_count', { ...one, verb: 'DELETE' }, 1],
		['apiserver_request_sli_duration_seconds_bucket', { ...one, verb: 'GET', le: '0.05' }, 2],
		['apiserver_request_sli_duration_seconds_bucket', { ...one, verb: 'POST', le: '+Inf' }, 2],
		['apiserver_response_sizes_count', { ...one, verb: 'LIST', scope: 'namespace' }, 1],
		['apiserver_longrunning_requests', { ...one, verb: 'WATCH', scope: 'namespace' }, 0],
		['apiserver_watch_events_total', { group: '', version: 'v1', kind: 'ConfigMap' }, 2],
		['apiserver_watch_events_sizes_count', { group: '', version: 'v1', kind: 'ConfigMap' }, 2],
		['apiserver_watch_events_sizes_bucket', { kind: 'ConfigMap', le: '1024' }, 1],
		['apiserver_watch_events_sizes_bucket', { kind: 'ConfigMap', le: '4096' }, 2],
		// The request that reads the metrics.
		['apiserver_current_inflight_requests', { request_kind: 'readOnly' }, 1],
		['apiserver_current_inflight_requests', { request_kind: 'mutating' }, 0],
		// The server's own two ConfigMaps: the client CA for aggregated servers, and the token tracking start date.
		['apiserver_storage_objects', { resource: 'configmaps' }, 2],
		['workqueue_depth', { name: 'namespace' }, 0],
		['workqueue_retries_total', { name: 'namespace' }, 0],
		['apiserver_init_events_total', { resource: 'configmaps' }, 2],
		['apiserver_tls_handshake_errors_total', {}, 0],
		['apiserver_audit_event_total', {}, 0],
		['etcd_request_duration_seconds_count', { operation: 'create', type: 'configmaps' }, 4],
		['etcd_requests_total', { operation: 'delete', type: 'configmaps' }, 2],
		['etcd_requests_total', { operation: 'create', type: 'secrets' }, 1],
		[`${vocabulary.product}_build_info`, { major: '1', minor: '28' }, 1],
		[`${vocabulary.product}_feature_enabled`, { name: 'APIResponseCompression', stage: 'BETA' }, 1],
		[`${vocabulary.product}_feature_enabled`, { name: 'DryRun', stage: '' }, 1],
		['registered_metrics_total', { stability_level: 'ALPHA', deprecated_version: '1.27' }, 1],
	])('%s %o', (name, labels, expected) => {
		expect(value(name, labels)).toBe(expected);
	});

	it.each<[string, Record<string, string>]>([
		['authentication_attempts', { result: 'success' }],
		['workqueue_adds_total', { name: 'namespace' }],
		['etcd_requests_total', { operation: 'update', type: 'namespaces' }],
		['workqueue_queue_duration_seconds_count', { name: 'namespace' }],
		['workqueue_work_duration_seconds_count', { name: 'namespace' }],
		['apiserver_storage_size_bytes', { storage_cluster_id: 'sqlite' }],
		['apiserver_storage_db_total_size_in_bytes', { endpoint: 'sqlite' }],
		['process_cpu_seconds_total', {}],
		['process_start_time_seconds', {}],
		['process_resident_memory_bytes', {}],
		['nodejs_heap_size_used_bytes', {}],
	])('%s %o', (name, labels) => {
		expect(value(name, labels)).toBeGreaterThan(0);
	});

	it('excludes watches from the metrics for service levels', () => {
		expect(value('apiserver_request_sli_duration_seconds_count', { verb: 'WATCH' })).toBeUndefined();
	});

	it('states stability and deprecation of each metric', () => {
		const help = metricHelp(text);
		expect(help.get('apiserver_request_total')).toMatch(/^\[STABLE\] Counter of apiserver requests/);
		expect(help.get('workqueue_depth')).toBe('[ALPHA] Current depth of workqueue');
		expect(help.get(`${vocabulary.product}_feature_enabled`)).toMatch(/^\[BETA\] /);
		expect(help.get('process_cpu_seconds_total')).toBe('[ALPHA] Total user and system CPU time spent in seconds.');
		expect(help.get('apiserver_request_slo_duration_seconds')).toMatch(/^\(Deprecated from 1\.27\) \[ALPHA\] Response latency/);
		expect(logged).toContain('Hidden metrics (apiserver_request_slo_duration_seconds) have been manually overridden, showing this very deprecated metric.');
		expect(logged.match(/deprecated metric apiserver_request_slo_duration_seconds is recorded: deprecated from 1\.27/g)).toHaveLength(1);
		expect([...help.values()].filter((words) => !/^(\(Deprecated from [\d.]+\) )?\[(ALPHA|BETA|STABLE)\] /.test(words))).toEqual([]);
	});

	it('counts handshakes that fail', async () => {
		const socket = connect(server.port, '127.0.0.1');
		socket.end('GET / HTTP/1.0\r\n\r\n');
		await once(socket.resume(), 'close');
		expect(metricValues((await ask('GET', '/metrics')).text, 'apiserver_tls_handshake_errors_total')).toEqual([1]);
	});

	it('has no label with invented values of clients', async () => {
		const odd = (i: number): readonly [string, string, Record<string, string>?][] => [
			['GET', `/apis/odd${i}.example.com/v1/things`],
			['GET', `/apis/apps/v${i + 2}/deployments`],
			['GET', `/apis/apps/v1/odd${i}`],
			['POST', `/api/v1/namespaces/odd${i}/odd${i}/odd${i}/odd${i}`],
			['GET', `/api/v1/namespaces/default/configmaps/odd${i}/odd${i}`],
			['GET', `/api/v1/watch/namespaces/odd${i}/configmaps?timeoutSeconds=1`],
			['GET', `/odd${i}`],
			['GET', `/readyz/odd${i}?exclude=odd${i}`],
			['GET', `/openapi/v3/odd${i}`],
			[`ODD${i}`, '/api/v1/pods'],
			['GET', `/api/v1/pods?odd${i}=1&dryRun=odd${i}&fieldValidation=odd${i}`, { 'user-agent': `odd${i}`, authorization: `Bearer odd${i}` }],
			['PATCH', `/api/v1/namespaces/odd${i}/configmaps/a`, { 'content-type': `application/odd${i}` }],
		];
		const lines = async (): Promise<readonly string[]> =>
			metricLines((await ask('GET', '/metrics')).text).map(({ name, labels }) => `${name} ${JSON.stringify(labels)}`);
		for (const [method, path, headers] of odd(0)) await ask(method, path, undefined, headers);
		const before = await lines();
		for (let i = 1; i < 3; i++) for (const [method, path, headers] of odd(i)) await ask(method, path, undefined, headers);
		const after = await lines();
		// The server renews its own lease meanwhile.
		expect(after.filter((line) => !before.includes(line) && !line.includes('"leases.'))).toEqual([]);
		expect(after.filter((line) => /odd\d/i.test(line))).toEqual([]);
	});

	it('has no series twice', () => {
		const series = text.split('\n').flatMap((line) => (line === '' || line.startsWith('#') ? [] : [line.slice(0, line.lastIndexOf(' '))]));
		expect(series.length).toBeGreaterThan(100);
		expect(series.filter((name, i) => series.indexOf(name) !== i)).toEqual([]);
	});
});
