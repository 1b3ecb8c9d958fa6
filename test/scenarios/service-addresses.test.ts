/**
 * Tests addresses of services at 1.36, over TLS: one object for each, created and deleted with its service and repaired when a client
 * changes it.
 */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Loose } from '../setup/loose.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

const services = '/api/v1/namespaces/default/services';
const addresses = '/apis/networking.k8s.io/v1/ipaddresses';
const labels = { 'ipaddress.kubernetes.io/ip-family': 'IPv4', 'ipaddress.kubernetes.io/managed-by': 'ipallocator.k8s.io' };
const service = (name: string, clusterIP: string): object => ({ metadata: { name }, spec: { clusterIP, ports: [{ port: 80 }] } });

let server: ServerProcess;
beforeAll(async () => {
	server = await startServer(inject('built').kubernetes, { flags: ['--emulated-version', '1.36'] });
});
afterAll(() => server?.remove());

/** Reads an address repeatedly until it is as expected; the timeout of vitest bounds the wait. */
async function until(name: string, isRight: (status: number, object: Loose) => boolean): Promise<Loose> {
	for (;;) {
		const answer = await server.call('GET', `${addresses}/${name}`);
		if (isRight(answer.status, answer.json())) return answer.json() as Loose;
	}
}

test('an address exists as long as its service, and is recreated after deletion', async () => {
	expect((await server.call('POST', services, service('web', '10.0.0.20'))).status).toBe(201);
	const made = (await server.call('GET', `${addresses}/10.0.0.20`)).json() as Loose;
	expect(made).toMatchObject({ metadata: { labels }, spec: { parentRef: { resource: 'services', namespace: 'default', name: 'web' } } });
	expect((await server.call('DELETE', `${addresses}/10.0.0.20`)).status).toBe(200);
	const again = await until('10.0.0.20', (status, { metadata }) => status === 200 && metadata.uid !== made.metadata.uid);
	expect(again.spec).toEqual(made.spec);
	expect((await server.call('POST', services, service('other', '10.0.0.20'))).status).toBe(422);
	await server.call('DELETE', `${services}/web`);
	expect((await server.call('GET', `${addresses}/10.0.0.20`)).status).toBe(404);
});

test('an address of a missing service is deleted, with an event', async () => {
	const leaked = { metadata: { name: '10.0.0.30', labels }, spec: { parentRef: { resource: 'services', namespace: 'default', name: 'none' } } };
	expect((await server.call('POST', addresses, leaked)).status).toBe(201);
	await until('10.0.0.30', (status) => status === 404);
	const events = async (): Promise<string[]> => {
		const { items } = (await server.call('GET', '/api/v1/namespaces/default/events')).json() as Loose;
		return items.flatMap(({ reason, message, involvedObject }: Loose) => (involvedObject.name === '10.0.0.30' ? [`${reason}: ${message}`] : []));
	};
	while ((await events()).length === 0);
	expect(await events()).toEqual(['IPAddressNotAllocated: IPAddress: 10.0.0.30 for Service default/none appears to have leaked: cleaning up']);
});

test('another range gives addresses, which stay when it has gone', async () => {
	const ranges = '/apis/networking.k8s.io/v1/servicecidrs';
	expect((await server.call('POST', services, service('far', '10.9.0.9'))).status).toBe(422);
	expect((await server.call('POST', ranges, { metadata: { name: 'more' }, spec: { cidrs: ['10.9.0.0/24'] } })).status).toBe(201);
	expect((await server.call('POST', services, service('far', '10.9.0.9'))).status).toBe(201);
	await server.call('DELETE', `${ranges}/more`);
	expect((await server.call('GET', `${addresses}/10.9.0.9`)).status).toBe(200);
	expect((await server.call('POST', services, service('farther', '10.9.0.10'))).status).toBe(422);
});
