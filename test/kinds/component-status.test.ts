/** Tests ComponentStatus: it is not stored, and each get or list probes the components. */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServedHooks } from '../../runtime/api/hooks.ts';
import { issueAuthority } from '../../runtime/auth/pki/issue.ts';
import { componentStatusHooks } from '../../runtime/kinds/component-status.ts';
import { type TestServer, testServer } from '../verbs/write-fixture.ts';

const statuses = '/api/v1/componentstatuses';
const table = 'application/json;as=Table;g=meta.orch.io;v=v1';
const deprecated = 'v1 ComponentStatus is deprecated in v1.19+';

const listening = createServer(await issueAuthority('component'), ({ url }, answer) => {
	answer.writeHead(url === '/healthz' ? 200 : 500).end(url === '/healthz' ? 'ok' : 'ill');
});
await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
const { port } = listening.address() as AddressInfo;
afterAll(() => listening.close());

/** URL without a listener: the port is below the ephemeral range and needs privileges. */
const closed = 'https://127.0.0.1:1/healthz';
const urls = { 'controller-manager': `https://127.0.0.1:${port}/healthz`, ill: `https://127.0.0.1:${port}/other`, scheduler: closed };

describe.each([
	['1.25', {}],
	['1.36', { message: 'ok' }],
] as [string, { message?: string }][])('release %s', (release, words) => {
	let server: TestServer;
	beforeAll(async () => {
		server = await testServer({ release, hooks: { componentstatuses: componentStatusHooks(release, urls) as unknown as ServedHooks } });
	});
	afterAll(() => server.close());

	const healthy = (name: string, of: object) => ({ metadata: { name }, conditions: [{ type: 'Healthy', ...of }] });
	const refused = `Get "${closed}": dial tcp 127.0.0.1:1: connect: connection refused`;
	const all = [
		healthy('controller-manager', { status: 'True', message: 'ok' }),
		healthy('ill', { status: 'False', message: 'HTTP probe failed with statuscode: 500' }),
		healthy('scheduler', { status: 'False', message: refused }),
		healthy('etcd-0', { status: 'True', ...words }),
	];

	it('a list looks at all, and has no version', async () => {
		const { status, body, warnings } = await server.call('GET', statuses);
		expect([status, warnings]).toEqual([200, [deprecated]]);
		expect(body).toEqual({ kind: 'ComponentStatusList', apiVersion: 'v1', metadata: {}, items: all });
	});
	it.each([
		['fieldSelector=metadata.name%3Dscheduler', ['scheduler']],
		['fieldSelector=metadata.name!%3Dscheduler', ['controller-manager', 'ill', 'etcd-0']],
		['labelSelector=a%3Db', []],
		['limit=1&resourceVersion=5', all.map(({ metadata }) => metadata.name)],
	])('lists with %s return %j', async (query, names) => {
		const { body } = await server.call('GET', `${statuses}?${query}`);
		expect(body.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toEqual(names);
		expect(body.metadata).toEqual({});
	});
	it('a get checks one component', async () => {
		const { status, body } = await server.call('GET', `${statuses}/etcd-0`);
		expect([status, body]).toEqual([200, { kind: 'ComponentStatus', apiVersion: 'v1', ...all[3] }]);
	});
	it.each(['nothing', 'constructor', '__proto__'])('the name %s is not found', async (name) => {
		const { status, body } = await server.call('GET', `${statuses}/${name}`);
		expect([status, body.message, body.details.kind]).toEqual([404, `componentstatus "${name}" not found`, 'componentstatus']);
	});
	it('a Table has health columns', async () => {
		const { body } = await server.call('GET', statuses, { accept: table });
		expect(body.columnDefinitions.map(({ name }: { name: string }) => name)).toEqual(['Name', 'Status', 'Message', 'Error']);
		expect(body.rows.map(({ cells }: { cells: string[] }) => cells)).toEqual([
			['controller-manager', 'Healthy', 'ok', ''],
			['ill', 'Unhealthy', 'HTTP probe failed with statuscode: 500', ''],
			['scheduler', 'Unhealthy', refused, ''],
			['etcd-0', 'Healthy', words.message ?? '', ''],
		]);
	});
	it('a list in protobuf is supported', async () => {
		const { status, headers } = await server.call('GET', statuses, { accept: 'application/vnd.orch.protobuf' });
		expect([status, headers['content-type']]).toEqual([200, 'application/vnd.orch.protobuf']);
	});
	it.each([
		['GET', `${statuses}?watch=true`, 'watch is not supported on resources of kind "componentstatuses"'],
		['GET', '/api/v1/watch/componentstatuses', 'watch is not supported on resources of kind "componentstatuses"'],
		['POST', statuses, 'the server does not allow this method on the requested resource'],
		['PUT', `${statuses}/etcd-0`, 'the server does not allow this method on the requested resource'],
		['DELETE', `${statuses}/etcd-0`, 'the server does not allow this method on the requested resource'],
		['DELETE', statuses, 'the server does not allow this method on the requested resource'],
	])('%s %s is refused', async (method, url, message) => {
		const { status, body } = await server.call(method, url, method === 'POST' || method === 'PUT' ? { body: { metadata: { name: 'etcd-0' } } } : {});
		expect([status, body.message]).toEqual([405, message]);
	});
	it('has no path in a namespace', async () => {
		expect((await server.call('GET', '/api/v1/namespaces/default/componentstatuses')).status).toBe(404);
	});
});
