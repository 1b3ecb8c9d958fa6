/** Tests the audit of a built server: the events that go to a file and the data that they never contain. */
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Loose } from '../setup/loose.ts';
import { call, type ServerProcess } from '../setup/server.ts';
import { AuditedServer } from './audited-server.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';
const secrets = '/api/v1/namespaces/default/secrets';
const protobuf = 'application/vnd.kubernetes.protobuf';

async function headersOf(session: ClientHttp2Session, path: string): Promise<IncomingHttpHeaders> {
	const stream = session.request({ ':path': path });
	const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders];
	stream.resume();
	return headers;
}

let audited: AuditedServer;
let log: string;

const start: AuditedServer['start'] = (...given) => audited.start(...given);
const events = (): Loose[] =>
	readFileSync(log, 'utf8')
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => JSON.parse(line));
const of = (answer: { headers: Readonly<Record<string, unknown>> }): Loose[] => events().filter(({ auditID }) => auditID === answer.headers['audit-id']);

function begin(): void {
	audited = new AuditedServer();
	log = audited.log;
}

const end = (): Promise<void> => audited.end();

describe('audit without a policy', () => {
	let running: ServerProcess;
	beforeAll(async () => {
		begin();
		running = await start(undefined, '--audit-log-path', log, '--v', '4');
	});
	afterAll(end);

	it('records the metadata of requests without a policy, and no content', async () => {
		const answer = await running.call(
			'POST',
			secrets,
			{ metadata: { generateName: 'planted-' }, stringData: { password: 'PLANTED' } },
			{ 'user-agent': 'test/1' },
		);
		expect(answer.status).toBe(201);
		const { name } = (answer.json() as Loose).metadata;
		const [received, complete] = of(answer);
		expect(received).toMatchObject({ stage: 'RequestReceived', level: 'Metadata', verb: 'create', requestURI: secrets });
		expect(received.responseStatus).toBeUndefined();
		expect(complete).toEqual({
			kind: 'Event',
			apiVersion: 'audit.k8s.io/v1',
			level: 'Metadata',
			auditID: answer.headers['audit-id'],
			stage: 'ResponseComplete',
			requestURI: secrets,
			verb: 'create',
			user: { username: 'kubernetes-admin', groups: ['system:masters', 'system:authenticated'] },
			sourceIPs: ['127.0.0.1'],
			userAgent: 'test/1',
			objectRef: { resource: 'secrets', namespace: 'default', name, apiVersion: 'v1' },
			responseStatus: { metadata: {}, code: 201 },
			requestReceivedTimestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
			stageTimestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
			annotations: { 'authorization.k8s.io/decision': 'allow', 'authorization.k8s.io/reason': expect.any(String) },
		});
		expect(readFileSync(log, 'utf8')).not.toMatch(/PLANTED|UExBTlRFR/);
	});

	it('records every refusal: 401, 403, 404, 409, 415, 422, with the object', async () => {
		const { ca } = running.credentials;
		const map = { metadata: { name: 'taken' } };
		await running.call('POST', configMaps, map);
		const refused: [number, Awaited<ReturnType<typeof call>>][] = [
			[401, await call(running.url, { ca }, 'GET', configMaps, undefined, { authorization: 'Bearer PLANTED-TOKEN' })],
			[403, await call(running.url, { ca }, 'GET', configMaps)],
			[404, await running.call('GET', `${configMaps}/none`)],
			[409, await running.call('POST', configMaps, map)],
			[415, await running.call('POST', configMaps, map, { 'content-type': 'text/odd' })],
			[422, await running.call('POST', configMaps, { metadata: { name: 'No_Name' } })],
			[400, await running.call('POST', configMaps, '{"metadata"')],
			[403, await running.call('GET', configMaps, undefined, { 'impersonate-user': 'ann' })],
		];
		for (const [code, answer] of refused) {
			expect(answer.status).toBe(code);
			const [received, complete] = of(answer);
			expect(received.stage).toBe('RequestReceived');
			expect(complete).toMatchObject({ stage: 'ResponseComplete', responseStatus: { metadata: {}, status: 'Failure', code } });
			expect(complete.responseStatus.reason).toBe((answer.json() as Loose).reason);
		}
		expect(of(refused[5]?.[1] as Loose)[1].objectRef.name).toBe('No_Name');
		expect(of(refused[1]?.[1] as Loose)[1].annotations['authorization.k8s.io/missing-rule']).toBe(
			'the rule {"verbs":["list"],"apiGroups":[""],"resources":["configmaps"]} in the namespace "default" or in the cluster',
		);
		const [, unknown] = of(refused[0]?.[1] as Loose);
		expect(unknown.user).toEqual({});
		const [, impersonated] = of(refused.at(-1)?.[1] as Loose);
		expect(impersonated).toMatchObject({ user: { username: 'kubernetes-admin' }, impersonatedUser: { username: 'ann', groups: ['system:authenticated'] } });
		expect(readFileSync(log, 'utf8')).not.toContain('PLANTED-TOKEN');
	});

	it.each([true, false])('tells of every one of many that are asked at once, over one connection of HTTP/2: %j', async (h2) => {
		const paths = Array.from({ length: 200 }, (_, i) => `${configMaps}/of-many-${i}`);
		const session = h2 ? connect(running.url, running.credentials) : undefined;
		const ids = await Promise.all(
			paths.map(async (path) => (session === undefined ? (await running.call('GET', path)).headers : await headersOf(session, path))['audit-id']),
		);
		// The audit lines are written before the answer arrives.
		const told = events().filter(({ requestURI }) => requestURI.includes('of-many'));
		session?.close();
		expect(new Set(ids).size).toBe(paths.length);
		for (const id of ids) expect(told.filter(({ auditID }) => auditID === id).map(({ stage }) => stage)).toEqual(['RequestReceived', 'ResponseComplete']);
	});

	it('records begin and end of a watch', async () => {
		const answer = await running.call('GET', `${configMaps}?watch=1&timeoutSeconds=1`);
		await expect.poll(() => of(answer).map(({ stage }) => stage)).toEqual(['RequestReceived', 'ResponseStarted', 'ResponseComplete']);
	});

	it('masks misplaced tokens: in a target, an agent, a header', async () => {
		const headers = { 'user-agent': 'test/1 Bearer PLANTED-AGENT', authorization: 'Basic PLANTED-BASIC', cookie: 'PLANTED-COOKIE' };
		const answer = await running.call('GET', `${configMaps}?access_token=PLANTED-QUERY&limit=1`, undefined, headers);
		const [received] = of(answer);
		expect(received).toMatchObject({ requestURI: `${configMaps}?access_token=***&limit=1`, userAgent: 'test/1 Bearer ***' });
		const metrics = await running.call('GET', '/metrics');
		for (const told of [readFileSync(log, 'utf8'), running.log(), metrics.text]) {
			expect(told).not.toBe('');
			expect(told).not.toContain('PLANTED');
		}
	});
});

describe('audit', () => {
	beforeEach(begin);
	afterEach(end);

	it('records refused requests (429) and timeouts (504)', async () => {
		const tokens = join(audited.scratch.path, 'tokens.csv');
		writeFileSync(tokens, 'PLANTED-TOKEN,ann,1\n', { mode: 0o600 });
		const bounds = ['--enable-priority-and-fairness=false', '--max-requests-inflight', '1'];
		const running = await start(undefined, '--audit-log-path', log, '--token-auth-file', tokens, ...bounds);
		await running.call('POST', '/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings', {
			metadata: { name: 'ann' },
			roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
			subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'ann' }],
		});
		const ask = (query: string) =>
			call(running.url, { ca: running.credentials.ca }, 'GET', `${configMaps}${query}`, undefined, { authorization: 'Bearer PLANTED-TOKEN' });
		// The server waits for a revision that does not exist yet.
		const waiting = ask('?resourceVersion=9007199254740991');
		await expect.poll(() => readFileSync(log, 'utf8')).toContain('9007199254740991');
		const away = await ask('');
		expect(away.status).toBe(429);
		const [received, complete, ...more] = of(away);
		expect(more).toEqual([]);
		expect(received).toMatchObject({ stage: 'RequestReceived', user: { username: 'ann' } });
		expect(complete).toMatchObject({ stage: 'ResponseComplete', responseStatus: { status: 'Failure', reason: 'TooManyRequests', code: 429 } });
		const late = await waiting;
		expect(late.status).toBe(504);
		expect(of(late).map(({ stage, responseStatus }) => [stage, responseStatus?.code])).toEqual([
			['RequestReceived', undefined],
			['ResponseComplete', 504],
		]);
		expect((await ask('')).status).toBe(200);
	});

	it('records the ID of an issued token, also for its later requests', async () => {
		const running = await start(undefined, '--audit-log-path', log, '--emulated-version', '1.36');
		const account = '/api/v1/namespaces/default/serviceaccounts/default';
		// A controller creates the account.
		await expect.poll(async () => (await running.call('GET', account)).status).toBe(200);
		const given = await running.call('POST', `${account}/token`, { spec: {} });
		const { token } = (given.json() as Loose).status;
		const id = of(given)[1].annotations['authentication.kubernetes.io/issued-credential-id'];
		expect(id).toMatch(/^JTI=[0-9a-f-]{36}$/);
		const done = await call(running.url, { ca: running.credentials.ca }, 'GET', configMaps, undefined, { authorization: `Bearer ${token}` });
		expect(done.status).toBe(403);
		expect(of(done)[1].user.extra).toEqual({ 'authentication.kubernetes.io/credential-id': [id] });
		expect(readFileSync(log, 'utf8')).not.toContain(token);
	});

	it('records bodies as the policy requires, as JSON and without managed fields', async () => {
		const rules = [
			{ level: 'None', users: ['system:apiserver'] },
			{ level: 'Metadata', resources: [{ resources: ['secrets'] }] },
			{ level: 'Request', verbs: ['patch'] },
			{ level: 'RequestResponse', resources: [{ resources: ['configmaps'] }], omitManagedFields: true },
			{ level: 'Metadata', namespaces: ['default'] },
		];
		const running = await start({ rules, omitStages: ['RequestReceived'] }, '--audit-log-path', log);
		const json = await running.call('POST', configMaps, { metadata: { name: 'json' }, data: { a: 'b' } });
		const [told, ...more] = of(json);
		expect(more).toEqual([]);
		expect(told.requestObject).toEqual({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'json' }, data: { a: 'b' } });
		const { managedFields, ...metadata } = (json.json() as Loose).metadata;
		expect(managedFields).toHaveLength(1);
		expect(told.responseObject).toEqual({ ...(json.json() as Loose), metadata });

		const yaml = await running.call('POST', configMaps, 'metadata: {name: yaml}\ndata: {c: d}\n', {
			'content-type': 'application/yaml',
			accept: 'application/yaml',
		});
		expect(of(yaml)[0]).toMatchObject({ requestObject: { data: { c: 'd' } }, responseObject: { kind: 'ConfigMap', metadata: { name: 'yaml' } } });

		const bytes = (await running.call('GET', `${configMaps}/json`, undefined, { accept: protobuf })).bytes;
		const put = await running.call('PUT', `${configMaps}/json`, bytes, { 'content-type': protobuf, accept: protobuf });
		expect(put.status).toBe(200);
		expect(of(put)[0]).toMatchObject({ requestObject: { kind: 'ConfigMap', data: { a: 'b' } }, responseObject: { apiVersion: 'v1', data: { a: 'b' } } });
		const list = await running.call('GET', configMaps, undefined, { accept: protobuf });
		expect(of(list)[0].responseObject).toMatchObject({ kind: 'ConfigMapList', items: expect.arrayContaining([expect.objectContaining({ data: { c: 'd' } })]) });
		expect(of(list)[0].requestObject).toBeUndefined();

		const patch = await running.call('PATCH', `${configMaps}/json`, { data: { e: 'f' } }, { 'content-type': 'application/merge-patch+json' });
		expect(of(patch)[0].requestObject).toEqual({ data: { e: 'f' } });
		expect(of(patch)[0].responseObject).toBeUndefined();

		const deleted = await running.call('DELETE', `${configMaps}/json`, { propagationPolicy: 'Background' });
		expect(of(deleted)[0]).toMatchObject({ requestObject: { propagationPolicy: 'Background' }, responseStatus: { status: 'Success', code: 200 } });

		const secret = await running.call('POST', secrets, { metadata: { name: 'planted' }, stringData: { password: 'PLANTED' } });
		await running.call('POST', secrets, { metadata: { name: 'Bad Name PLANTED' }, stringData: { password: 'PLANTED' } });
		await running.call('GET', `${secrets}/planted`);
		expect(of(secret)[0].requestObject).toBeUndefined();
		expect(readFileSync(log, 'utf8')).not.toContain('UExBTlRFR');

		// A request for a namespace is one in it.
		const [namespace] = of(await running.call('GET', '/api/v1/namespaces/default'));
		expect(namespace.objectRef).toEqual({ resource: 'namespaces', namespace: 'default', name: 'default', apiVersion: 'v1' });
		expect(of(await running.call('GET', '/api/v1/namespaces/kube-system'))).toEqual([]);
		expect(of(await running.call('GET', '/api/v1/namespaces'))).toEqual([]);
	});

	it('a full disk stops no request, unless it is asked to', async () => {
		const running = await start(undefined, '--audit-log-path', '/dev/full');
		expect((await running.call('GET', configMaps)).status).toBe(200);
		await expect.poll(() => running.log()).toContain('--audit-log: audit events dropped: ENOSPC');
		expect((await running.call('GET', '/metrics')).text).toMatch(/apiserver_audit_error_total\{plugin="log"\} [1-9]/);
		await running.stop();
		const strict = await start(undefined, '--audit-log-path', '/dev/full', '--audit-log-mode', 'blocking-strict');
		const answer = await strict.call('GET', configMaps);
		expect([answer.status, (answer.json() as Loose).reason]).toEqual([500, 'InternalError']);
	});
});
