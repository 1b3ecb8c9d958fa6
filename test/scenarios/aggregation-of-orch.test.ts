/** A second orch behind the first: its kinds are used through the first, with the users of the first and the rights of both. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import https from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { issueAuthority, issueLeaf } from '../../runtime/auth/pki/issue.ts';
import { expecting, type Loose, patchTypes } from '../setup/loose.ts';
import { makeScratch } from '../setup/scratch.ts';
import { call, type ServerAdmin, type ServerProcess, startServer } from '../setup/server.ts';

/** Bound of a wait for the server, for a busy machine. */
const busyMs = 30_000;

const group = 'stable.example.com';
const tabs = `/apis/${group}/v1/namespaces/default/crontabs`;
const services = '/apis/apiregistration.k8s.io/v1/apiservices';

const scratch = makeScratch();
let front: ServerProcess;
let behind: ServerProcess;
const atFront = expecting(() => front);
/** The administrator of the second server, whose certificate another CA has signed. */
let admin: ServerAdmin;
const atBehind = expecting(() => admin);

beforeAll(async () => {
	const authority = await issueAuthority('the proxies');
	const file = (name: string, text: string): string => {
		writeFileSync(join(scratch.path, name), text);
		return join(scratch.path, name);
	};
	const proxy = await issueLeaf(authority, { commonName: 'front', organisations: [], usage: 'client', alternativeNames: [] });
	const names = ['behind.default.svc', 'localhost', '127.0.0.1'];
	const serving = await issueLeaf(authority, { commonName: 'behind', organisations: [], usage: 'server', alternativeNames: names });
	const caFile = file('ca.crt', authority.cert);
	[front, behind] = await Promise.all([
		startServer(inject('built').kubernetes, {
			flags: ['--proxy-client-cert-file', file('front.crt', proxy.cert), '--proxy-client-key-file', file('front.key', proxy.key)],
		}),
		startServer(inject('built').kubernetes, {
			flags: [
				...['--tls-cert-file', file('behind.crt', serving.cert), '--tls-private-key-file', file('behind.key', serving.key)],
				...['--requestheader-client-ca-file', caFile, '--requestheader-allowed-names', 'front', '--requestheader-username-headers', 'X-Remote-User'],
				...['--requestheader-group-headers', 'X-Remote-Group', '--requestheader-extra-headers-prefix', 'X-Remote-Extra-'],
			],
		}),
	]);
	const credentials = { ...behind.credentials, ca: Buffer.from(authority.cert) };
	admin = { ...behind, call: (method, path, body, headers) => call(behind.url, credentials, method, path, body, headers) };
	const schema = { type: 'object', properties: { spec: { type: 'object', required: ['schedule'], properties: { schedule: { type: 'string' } } } } };
	await atBehind(201, 'POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
		metadata: { name: `crontabs.${group}` },
		spec: {
			...{ group, scope: 'Namespaced', names: { plural: 'crontabs', kind: 'CronTab', shortNames: ['ct'] } },
			versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
		},
	});
	await vi.waitFor(() => atBehind(200, 'GET', `/apis/${group}/v1`), { timeout: busyMs });
	await atFront(201, 'POST', '/api/v1/namespaces/default/services', {
		metadata: { name: 'behind' },
		spec: { type: 'ExternalName', externalName: 'localhost' },
	});
	await atFront(201, 'POST', services, {
		metadata: { name: `v1.${group}` },
		spec: {
			...{ group, version: 'v1', groupPriorityMinimum: 1_000, versionPriority: 100 },
			caBundle: Buffer.from(authority.cert).toString('base64'),
			service: { namespace: 'default', name: 'behind', port: behind.port },
		},
	});
	await vi.waitFor(async () => expect((await atFront(200, 'GET', `${services}/v1.${group}`)).status.conditions[0].reason).toBe('Passed'), { timeout: busyMs });
});
afterAll(async () => {
	await front?.remove();
	await behind?.remove();
	scratch.remove();
});

const tab = (name: string): Loose => ({ apiVersion: `${group}/v1`, kind: 'CronTab', metadata: { name }, spec: { schedule: '* * * * *' } });

describe('a second orch', () => {
	it('stores what clients of the first write', async () => {
		await atFront(201, 'POST', tabs, tab('a'));
		await atFront(200, 'PATCH', `${tabs}/a`, { spec: { schedule: '1 * * * *' } }, patchTypes.merge);
		expect(await atBehind(200, 'GET', `${tabs}/a`)).toMatchObject({ spec: { schedule: '1 * * * *' } });
		const applied = await front.call('PATCH', `${tabs}/b?fieldManager=me`, JSON.stringify(tab('b')), { 'content-type': 'application/apply-patch+yaml' });
		expect([applied.status, (applied.json() as Loose).metadata.managedFields[0].manager]).toEqual([201, 'me']);
		expect((await atFront(200, 'GET', `${tabs}?limit=1`)).metadata.remainingItemCount).toBe(1);
	});

	it('refuses in its own words', async () => {
		const answer = await atFront(422, 'POST', tabs, { ...tab('c'), spec: {} });
		expect(answer.details.causes).toMatchObject([{ field: 'spec.schedule' }]);
	});

	it('decides about the user of the first', async () => {
		const rules = [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }];
		await atFront(201, 'POST', '/apis/rbac.authorization.k8s.io/v1/clusterroles', { metadata: { name: 'all' }, rules });
		await atFront(201, 'POST', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
			metadata: { name: 'all' },
			roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'all' },
			subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'jane' }],
		});
		const answer = await front.call('GET', tabs, undefined, { 'impersonate-user': 'jane' });
		const why = `crontabs.${group} is forbidden: User "jane" cannot list resource "crontabs" in API group "${group}" in the namespace "default"`;
		expect([answer.status, (answer.json() as Loose).message]).toEqual([403, why]);
		expect((await admin.call('GET', tabs)).status).toBe(200);
	});

	it('has its kinds in the discovery, OpenAPI and Tables of the first', async () => {
		const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';
		const { items } = (await front.call('GET', '/apis', undefined, { accept })).json() as Loose;
		expect(items.find(({ metadata }: Loose) => metadata.name === group).versions).toMatchObject([
			{
				version: 'v1',
				freshness: 'Current',
				resources: [{ resource: 'crontabs', shortNames: ['ct'], responseKind: { group, version: 'v1', kind: 'CronTab' } }],
			},
		]);
		const name = `apis/${group}/v1`;
		await vi.waitFor(async () => expect((await atFront(200, 'GET', '/openapi/v3')).paths).toHaveProperty([name]), { timeout: busyMs });
		const { serverRelativeURL } = (await atFront(200, 'GET', '/openapi/v3')).paths[name];
		expect(Object.keys((await atFront(200, 'GET', serverRelativeURL)).paths)).toContain(`/${name}/namespaces/{namespace}/crontabs`);
		await vi.waitFor(async () => expect((await atFront(200, 'GET', '/openapi/v2')).paths).toHaveProperty([tabs.replace('default', '{namespace}')]), {
			timeout: busyMs,
		});
		const table = await front.call('GET', tabs, undefined, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' });
		expect(table.json()).toMatchObject({ kind: 'Table', rows: [{ cells: ['a', expect.any(String)] }, { cells: ['b', expect.any(String)] }] });
	});

	it('sends its events to watchers of the first', async () => {
		const sent = https.request({ host: '127.0.0.1', port: front.port, path: `${tabs}?watch=true&resourceVersion=0`, ...front.credentials, agent: false });
		sent.on('error', () => undefined).end();
		const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
		let text = '';
		response.setEncoding('utf8').on('data', (part: string) => {
			text += part;
		});
		await atBehind(201, 'POST', tabs, tab('late'));
		await vi.waitFor(() => expect(text).toMatch(/"ADDED".*"name":"late"/), { timeout: busyMs });
		sent.destroy();
	});

	it('that stops makes its group unavailable, and nothing else', async () => {
		await behind.stop();
		await atFront(200, 'PATCH', `${services}/v1.${group}`, { metadata: { labels: { now: 'yes' } } }, patchTypes.merge);
		const check = async () => expect((await atFront(200, 'GET', `${services}/v1.${group}`)).status.conditions[0].reason).toBe('FailedDiscoveryCheck');
		await vi.waitFor(check, { timeout: busyMs });
		expect((await front.call('GET', tabs)).text).toBe('service unavailable\n');
		await atFront(200, 'GET', '/apis/apps/v1/deployments');
	});
});
