/** Allocation rows for service addresses and ports are repaired at a start, and after a client deletes one. */
import { afterEach, describe, expect, test } from 'vitest';
import { vocabulary } from '../../generated/vocabulary.ts';
import { serviceClaims } from '../../runtime/controllers/service-claims.ts';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { type Loose, type TestServer, testServer } from '../verbs/write-fixture.ts';

const services = '/api/v1/namespaces/default/services';
const addresses = `ipaddresses.networking.${vocabulary.groupDomain}`;
const ports = [{ port: 80 }];
let server: TestServer;
afterEach(() => server.close());

const held = (resource: string): string[] => [...server.context.cache.list(resource, '')].map(({ name }) => name);
async function until<T>(look: () => T | Promise<T>): Promise<T> {
	for (;;) {
		const found = await look();
		if (found) return found;
		await new Promise((resolve) => setImmediate(resolve));
	}
}
const events = async (): Promise<string[]> =>
	(await server.call('GET', '/api/v1/namespaces/default/events')).body.items.map(({ reason, message }: Loose) => `${reason}: ${message}`).sort();

test('a start writes missing claims and removes claims without a service', async () => {
	server = await testServer();
	const make = (name: string, spec: object) => server.call('POST', services, { body: { metadata: { name }, spec: { ports, ...spec } } });
	await make('lost', { clusterIP: '10.0.0.20', type: 'NodePort', ports: [{ port: 80, nodePort: 30_020 }] });
	await make('gone', { clusterIP: '10.0.0.21' });
	await make('fine', { clusterIP: '10.0.0.22' });
	const drop = (resource: string, namespace: string, name: string) => {
		const expected = server.context.cache.get(resource, namespace, name)?.revision ?? 0;
		return server.context.store.commit([{ resource, namespace, name, expected }]);
	};
	await Promise.all([drop(addresses, '', '10.0.0.20'), drop('servicenodeports', '', '30020'), drop('services', 'default', 'gone')]);
	await server.restart([serviceClaims]);
	await until(() => held(addresses).includes('10.0.0.20') && !held(addresses).includes('10.0.0.21') && held('servicenodeports').includes('30020'));
	expect(held(addresses).sort()).toEqual(['10.0.0.1', '10.0.0.20', '10.0.0.22']);
	await until(async () => (await events()).length === 2);
	expect(await events()).toEqual([
		'ClusterIPNotAllocated: Cluster IP [IPv4]:10.0.0.20 is not allocated; repairing',
		'PortNotAllocated: Port 30020 is not allocated; repairing',
	]);
	expect(server.failures).toEqual([]);
});

test('restores a deleted address before another service gets it', async () => {
	server = await testServer({ release: '1.36', chosen: [serviceClaims] });
	await server.call('POST', services, { body: { metadata: { name: 'web' }, spec: { ports, clusterIP: '10.0.0.20' } } });
	const url = `/apis/networking.${vocabulary.groupDomain}/v1/ipaddresses/10.0.0.20`;
	const { uid } = (await server.call('GET', url)).body.metadata;
	await server.call('DELETE', url);
	const again = await until(async () => {
		const { status, body } = await server.call('GET', url);
		return status === 200 ? body : undefined;
	});
	expect(again.spec.parentRef.name).toBe('web');
	expect(again.metadata.uid).not.toBe(uid);
});

describe('addresses that say that they are of a service', () => {
	const url = `/apis/networking.${vocabulary.groupDomain}/v1/ipaddresses`;
	const managedBy = `ipaddress.${vocabulary.labelDomain}/managed-by`;
	const labels = { [`ipaddress.${vocabulary.labelDomain}/ip-family`]: 'IPv4', [managedBy]: `ipallocator.${vocabulary.groupDomain}` };
	const make = (name: string, parentRef: JsonObject) => server.call('POST', url, { body: { metadata: { name, labels }, spec: { parentRef } } });
	const web = { resource: 'services', namespace: 'default', name: 'web' };

	test.each([
		[
			'a service that is not there',
			'10.0.0.30',
			{ ...web, name: 'none' },
			'NotAllocated: IPAddress: 10.0.0.30 for Service default/none appears to have leaked',
		],
		['a service that has another', '10.0.0.31', web, 'WrongReference: IPAddress: 10.0.0.31 for Service default/web has a wrong reference;'],
		[
			'what is no service',
			'10.0.0.32',
			{ resource: 'pods', name: 'web' },
			'NotAllocated: IPAddress 10.0.0.32 appears to have been modified, not referencing a Service {"resource":"pods","name":"web"}:',
		],
	])('of %s are released', async (_, name, parentRef, told) => {
		server = await testServer({ release: '1.36', chosen: [serviceClaims] });
		await server.call('POST', services, { body: { metadata: { name: 'web' }, spec: { ports, clusterIP: '10.0.0.20' } } });
		expect((await make(name, parentRef)).status).toBe(201);
		await until(async () => (await events()).length === 1);
		expect((await server.call('GET', `${url}/${name}`)).status).toBe(404);
		expect((await events())[0]?.startsWith(`IPAddress${told}`)).toBe(true);
		expect(held(addresses).sort()).toEqual(['10.0.0.1', '10.0.0.20']);
		expect(server.failures).toEqual([]);
	});

	test('restores removed labels of an address', async () => {
		server = await testServer({ release: '1.36', chosen: [serviceClaims] });
		await server.call('POST', services, { body: { metadata: { name: 'web' }, spec: { ports, clusterIP: '10.0.0.20' } } });
		const body = { metadata: { labels: { [managedBy]: null } } };
		expect((await server.call('PATCH', `${url}/10.0.0.20`, { body, type: 'application/merge-patch+json' })).status).toBe(200);
		const again = await until(async () => {
			const { body } = await server.call('GET', `${url}/10.0.0.20`);
			return body.metadata?.labels?.[managedBy] === undefined ? undefined : body;
		});
		expect(again).toMatchObject({ metadata: { labels }, spec: { parentRef: web } });
		expect(await events()).toEqual([]);
	});

	test('reclaims an address at the start that a client has claimed', async () => {
		server = await testServer({ release: '1.36' });
		await server.call('POST', services, { body: { metadata: { name: 'web' }, spec: { ports, clusterIP: '10.0.0.20' } } });
		await server.call('DELETE', `${url}/10.0.0.20`);
		await server.call('POST', url, { body: { metadata: { name: '10.0.0.20' }, spec: { parentRef: { resource: 'others', group: 'example.com', name: 'x' } } } });
		await server.restart([serviceClaims]);
		await until(async () => (await events()).length === 1);
		expect(await events()).toEqual(['ClusterIPNotAllocated: the ClusterIP [IPv4]: 10.0.0.20 for Service default/web has a wrong reference; repairing']);
		expect((await server.call('GET', `${url}/10.0.0.20`)).body.spec.parentRef).toEqual(web);
	});
});
