/** The names and labels that dashboards and alerts for this kind of server ask for, on the whole server. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
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
import { type Answer, call } from '../setup/server.ts';

let dataDir: string;
let server: RunningServer;
let ask: (method: string, path: string, body?: string, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
let text: string;

/** Values by name and labels, whatever their order. */
function value(name: string, labels: Readonly<Record<string, string>> = {}): number | undefined {
	const line = text
		.split('\n')
		.find((candidate) => new RegExp(`^${name}[ {]`).test(candidate) && Object.entries(labels).every(([key, text]) => candidate.includes(`${key}="${text}"`)));
	return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')));
}

const one = { group: '', version: 'v1', resource: 'configmaps', subresource: '', scope: 'resource', component: 'apiserver' };

beforeAll(async () => {
	dataDir = await mkdtemp(join(tmpdir(), 'orch-metrics-'));
	const command = readFlags(['--data-dir', dataDir, '--secure-port', '0', '--log-level', 'silent', '--controllers=namespace']);
	const options = (command as { options: ServerOptions }).options;
	server = await startServer(
		options,
		{ catalog, vocabulary, rootHooks, rootGroups, docs: async () => docs },
		{ log: openLog('silent'), onFatal: () => undefined },
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
		['apiserver_request_slo_duration_seconds_count', { ...one, verb: 'POST' }, 2],
		['apiserver_request_sli_duration_seconds_bucket', { ...one, verb: 'POST', le: '+Inf' }, 2],
		['apiserver_response_sizes_count', { ...one, verb: 'LIST', scope: 'namespace' }, 1],
		['apiserver_longrunning_requests', { ...one, verb: 'WATCH', scope: 'namespace' }, 0],
		['apiserver_watch_events_total', { group: '', version: 'v1', kind: 'ConfigMap' }, 2],
		['apiserver_watch_events_sizes_count', { group: '', version: 'v1', kind: 'ConfigMap' }, 2],
		['apiserver_watch_events_sizes_bucket', { kind: 'ConfigMap', le: '1024' }, 1],
		['apiserver_watch_events_sizes_bucket', { kind: 'ConfigMap', le: '4096' }, 2],
		['apiserver_current_inflight_requests', { request_kind: 'readOnly' }, 0],
		['apiserver_storage_objects', { resource: 'configmaps' }, 0],
		['workqueue_depth', { name: 'namespace' }, 0],
		['workqueue_retries_total', { name: 'namespace' }, 0],
		[`${vocabulary.product}_build_info`, { major: '1', minor: '25' }, 1],
	])('%s %o', (name, labels, expected) => {
		expect(value(name, labels)).toBe(expected);
	});

	it.each<[string, Record<string, string>]>([
		['authentication_attempts', { result: 'success' }],
		['workqueue_adds_total', { name: 'namespace' }],
		['workqueue_queue_duration_seconds_count', { name: 'namespace' }],
		['workqueue_work_duration_seconds_count', { name: 'namespace' }],
		['apiserver_storage_size_bytes', { storage_cluster_id: 'sqlite' }],
		['etcd_db_total_size_in_bytes', {}],
		['process_cpu_seconds_total', {}],
		['process_start_time_seconds', {}],
		['process_resident_memory_bytes', {}],
		['nodejs_heap_size_used_bytes', {}],
	])('%s %o', (name, labels) => {
		expect(value(name, labels)).toBeGreaterThan(0);
	});

	it('keeps watches out of what service levels are measured by', () => {
		expect(value('apiserver_request_sli_duration_seconds_count', { verb: 'WATCH' })).toBeUndefined();
	});

	it('has no series twice', () => {
		const series = text.split('\n').flatMap((line) => (line === '' || line.startsWith('#') ? [] : [line.slice(0, line.lastIndexOf(' '))]));
		expect(series.length).toBeGreaterThan(100);
		expect(series.filter((name, i) => series.indexOf(name) !== i)).toEqual([]);
	});
});
