/** Rows by which addresses and ports are those of services: mended with a start, and when a client has deleted one. */
import { afterEach, expect, test } from 'vitest';
import { vocabulary } from '../../generated/vocabulary.ts';
import { serviceClaims } from '../../runtime/controllers/service-claims.ts';
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

test('a start writes rows that are lost, and takes away those of nobody', async () => {
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

test('an address that a client has deleted is there again, and nobody else got it', async () => {
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
