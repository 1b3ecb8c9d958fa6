/**
 * Tests the allocation of addresses and ports to services: none is allocated twice under concurrent requests, and all are released with the
 * service.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalog } from '../../../generated/catalog.ts';
import { verbWorks } from '../../../generated/verbs.ts';
import { vocabulary } from '../../../generated/vocabulary.ts';
import { kindHooks } from '../../../runtime/kinds/index.ts';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { parseCidr } from '../../../runtime/scalars/addresses.ts';
import { parsePortRange } from '../../../runtime/scalars/port-range.ts';
import { narrow } from '../../../runtime/schema/emulated-catalog.ts';
import { itemForms } from '../../../runtime/serving/item-form.ts';
import { openSqliteStore } from '../../../runtime/storage/sqlite/open.ts';
import type { VerbContext } from '../../../runtime/verbs/contract.ts';
import { verbHandlers } from '../../../runtime/verbs/index.ts';
import { openCache } from '../../../runtime/watch/cache.ts';
import { asWritten, testContext } from '../../verbs/context.ts';
import { kindParts } from '../../verbs/kind-parts.ts';
import { type Answer, send, type TestServer, testServer } from '../../verbs/write-fixture.ts';

const services = '/api/v1/namespaces/default/services';
const ports = [{ port: 80 }];
const nodes = (nodePort?: number): JsonObject => ({ type: 'NodePort', ports: [{ port: 80, ...(nodePort !== undefined && { nodePort }) }] });
const merge = 'application/merge-patch+json';
const addresses = `ipaddresses.networking.${vocabulary.groupDomain}`;
const nodePorts = 'servicenodeports';

let server: TestServer;
const make = (name: string, spec: JsonObject = {}, at = server): Promise<Answer> =>
	at.call('POST', services, { body: { metadata: { name }, spec: { ports, ...spec } } });
const held = (context: VerbContext, resource: string): string[] => [...context.cache.list(resource, '')].map(({ name }) => name);

describe.each(['1.25', '1.36'])('release %s', (release) => {
	beforeAll(async () => {
		server = await testServer({ release, services: { clusterIps: [parseCidr('10.0.0.0/24'), parseCidr('fd00::/120')] } });
	});
	afterAll(() => server.close());

	test('an address that another has is refused, until that has gone or has no use for it', async () => {
		await make('a', { clusterIP: '10.0.0.10' });
		const refused = await make('b', { clusterIP: '10.0.0.10' });
		expect([refused.status, refused.body.message]).toEqual([
			422,
			'Service "b" is invalid: spec.clusterIPs: Invalid value: ["10.0.0.10"]: failed to allocate IP 10.0.0.10: provided IP is already allocated',
		]);
		await server.call('DELETE', `${services}/a`);
		expect((await make('b', { clusterIP: '10.0.0.10' })).status).toBe(201);
		await server.call('PATCH', `${services}/b`, { body: { spec: { type: 'ExternalName', externalName: 'x' } }, type: merge });
		expect((await make('c', { clusterIP: '10.0.0.10' })).status).toBe(201);
	});

	test('a port is given back by a delete, by another port, and by another type', async () => {
		const patch = (spec: JsonObject) => server.call('PATCH', `${services}/p`, { body: { spec }, type: merge });
		await make('p', nodes(30_500));
		expect((await make('q', nodes(30_500))).status).toBe(422);
		await patch({ ports: [{ port: 80, nodePort: 30_501 }] });
		expect((await make('q', nodes(30_500))).status).toBe(201);
		await patch({ type: 'ClusterIP' });
		expect((await make('r', nodes(30_501))).status).toBe(201);
		await server.call('DELETE', `${services}/r`);
		expect(held(server.context, nodePorts)).toEqual(['30500']);
	});

	test('an unavailable second address and a refused service leave no allocation', async () => {
		const before = held(server.context, addresses);
		const both = { ipFamilyPolicy: 'RequireDualStack', clusterIP: 'fd00::9', clusterIPs: ['fd00::9', '10.0.0.10'] };
		expect((await make('two', both)).status).toBe(422);
		expect((await make('bad', { sessionAffinity: 'x' })).status).toBe(422);
		expect((await make('c')).status).toBe(409);
		expect((await server.call('POST', `${services}?dryRun=All`, { body: { metadata: { name: 'dry' }, spec: { ports } } })).body.spec.clusterIP).toBe(
			'10.0.0.0',
		);
		expect(held(server.context, addresses)).toEqual(before);
	});

	test('a second family allocates an address, and releases it', async () => {
		await make('dual');
		const patch = (ipFamilyPolicy: string) => server.call('PATCH', `${services}/dual`, { body: { spec: { ipFamilyPolicy } }, type: merge });
		const [, second] = (await patch('PreferDualStack')).body.spec.clusterIPs;
		expect(held(server.context, addresses)).toContain(second);
		expect((await patch('SingleStack')).body.spec.clusterIPs).toHaveLength(1);
		expect(held(server.context, addresses)).not.toContain(second);
	});

	test('endpoints of its name go with it', async () => {
		const endpoints = services.replace(/services$/, 'endpoints');
		await make('ends');
		for (const [name, finalizers] of [
			['ends', []],
			['c', ['a.example/b']],
		] as const)
			expect((await server.call('POST', endpoints, { body: { metadata: { name, finalizers: [...finalizers] } } })).status).toBe(201);
		await server.call('DELETE', `${services}/ends`);
		await server.call('DELETE', `${services}/c`);
		expect((await server.call('GET', endpoints)).body.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toEqual(['c']);
	});

	test('finalizers keep an address until the last has gone', async () => {
		await server.call('POST', services, { body: { metadata: { name: 'kept', finalizers: ['a.example/b'] }, spec: { ports, clusterIP: '10.0.0.5' } } });
		await server.call('DELETE', `${services}/kept`);
		expect(held(server.context, addresses)).toContain('10.0.0.5');
		await server.call('PATCH', `${services}/kept`, { body: { metadata: { finalizers: null } }, type: merge });
		expect(held(server.context, addresses)).not.toContain('10.0.0.5');
	});
});

test('64 parallel creates in a range of 61 get 61 distinct addresses, the others an error', async () => {
	const small = await testServer({ services: { clusterIps: [parseCidr('10.1.0.0/26')] } });
	const answers = await Promise.all(Array.from({ length: 64 }, (_, index) => make(`s${index}`, {}, small)));
	const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.spec.clusterIP);
	// The server itself has the first of the 62.
	expect([made.length, new Set(made).size]).toEqual([61, 61]);
	expect(answers.filter(({ status }) => status === 500).map(({ body }) => body.message)).toEqual(
		Array(3).fill('Internal error occurred: failed to allocate a serviceIP: range is full'),
	);
	await small.close();
});

test('64 at once get ports of nodes, none twice', async () => {
	const small = await testServer({ services: { nodePorts: parsePortRange('30000-30069') } });
	const answers = await Promise.all(Array.from({ length: 64 }, (_, index) => make(`s${index}`, nodes(), small)));
	expect(new Set(answers.map(({ body }) => body.spec.ports[0].nodePort)).size).toBe(64);
	await small.close();
});

test('requested addresses in the lower band are free while the upper band has room', async () => {
	const small = await testServer({ services: { clusterIps: [parseCidr('10.1.0.0/24')] } });
	const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => make(`s${index}`, {}, small)));
	expect(answers.filter(({ body }) => Number(body.spec.clusterIP.split('.')[3]) <= 16)).toEqual([]);
	await small.close();
});

test('two servers over one store allocate no address and no port twice', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'orch-services-'));
	const store = await openSqliteStore({ path: join(folder, 'orch.db'), vocabulary: vocabulary.name, onReport: () => undefined });
	const served = narrow(catalog, '1.25');
	const hooks = kindHooks(vocabulary, kindParts({ services: { clusterIps: [parseCidr('10.2.0.0/25')], nodePorts: parsePortRange('30000-30079') } }));
	const open = async () => {
		const cache = await openCache(store, { shared: true, shown: asWritten(itemForms(served)) });
		const context = await testContext({ catalog: served, store, cache, hooks });
		return { cache, call: (method: string, url: string, body: JsonObject) => send(context, verbHandlers(verbWorks, context), method, url, { body }) };
	};
	const both = [await open(), await open()] as const;
	await both[0].call('POST', '/api/v1/namespaces', { metadata: { name: 'default' } });
	const answers = await Promise.all(
		Array.from({ length: 64 }, (_, index) => both[index % 2 === 0 ? 0 : 1].call('POST', services, { metadata: { name: `s${index}` }, spec: nodes() })),
	);
	expect(answers.map(({ status }) => status)).toEqual(Array(64).fill(201));
	expect(new Set(answers.map(({ body }) => body.spec.clusterIP)).size).toBe(64);
	expect(new Set(answers.map(({ body }) => body.spec.ports[0].nodePort)).size).toBe(64);
	const same = await Promise.all(
		both.map((one, index) => one.call('POST', services, { metadata: { name: `same${index}` }, spec: { ports, clusterIP: '10.2.0.3' } })),
	);
	expect(same.map(({ status }) => status).sort()).toEqual([201, 422]);
	for (const { cache } of both) await cache.close();
	await store.close();
	await rm(folder, { recursive: true });
});

describe('objects of addresses', () => {
	const ip = `/apis/networking.${vocabulary.groupDomain}/v1/ipaddresses`;
	const cidrs = `/apis/networking.${vocabulary.groupDomain}/v1/servicecidrs`;
	let newest: TestServer;
	beforeAll(async () => {
		newest = await testServer({ release: '1.36', services: { clusterIps: [parseCidr('10.3.0.0/28')] } });
	});
	afterAll(() => newest.close());

	test('each address is an object that names its service', async () => {
		await make('web', { clusterIP: '10.3.0.9' }, newest);
		const { body } = await newest.call('GET', `${ip}/10.3.0.9`);
		expect(body).toMatchObject({
			metadata: {
				labels: {
					[`ipaddress.${vocabulary.labelDomain}/ip-family`]: 'IPv4',
					[`ipaddress.${vocabulary.labelDomain}/managed-by`]: `ipallocator.${vocabulary.groupDomain}`,
				},
				managedFields: [{ manager: `${vocabulary.shortPrefix}-apiserver`, operation: 'Update' }],
			},
			spec: { parentRef: { resource: 'services', namespace: 'default', name: 'web' } },
		});
		await newest.call('DELETE', `${services}/web`);
		expect((await newest.call('GET', `${ip}/10.3.0.9`)).status).toBe(404);
	});

	test('an address claimed by another object is not allocated', async () => {
		await newest.call('POST', ip, { body: { metadata: { name: '10.3.0.10' }, spec: { parentRef: { resource: 'others', group: 'example.com', name: 'x' } } } });
		expect((await make('taken', { clusterIP: '10.3.0.10' }, newest)).status).toBe(422);
	});

	test('another range adds addresses, until it is removed', async () => {
		expect((await newest.call('GET', `${cidrs}/${vocabulary.product}`)).body).toMatchObject({
			spec: { cidrs: ['10.3.0.0/28'] },
			status: { conditions: [{ type: 'Ready', status: 'True' }] },
		});
		expect((await make('far', { clusterIP: '10.4.0.9' }, newest)).body.message).toContain('the provided network does not match the current range');
		await newest.call('POST', cidrs, { body: { metadata: { name: 'more' }, spec: { cidrs: ['10.4.0.0/24'] } } });
		expect((await make('far', { clusterIP: '10.4.0.9' }, newest)).status).toBe(201);
		const made = await Promise.all(Array.from({ length: 20 }, (_, index) => make(`m${index}`, {}, newest)));
		expect(made.map(({ status }) => status)).toEqual(Array(20).fill(201));
		await newest.call('DELETE', `${cidrs}/more`);
		expect((await make('later', {}, newest)).body.spec.clusterIP).toMatch(/^10\.3\.0\./);
		expect((await make('refused', { clusterIP: '10.4.0.10' }, newest)).status).toBe(422);
	});
});

test('the server has a service with the first address, and restores it', async () => {
	const own = await testServer();
	const url = `${services}/${vocabulary.product}`;
	const { body } = await own.call('GET', url);
	expect(body).toMatchObject({
		metadata: { labels: { component: 'apiserver', provider: vocabulary.product } },
		spec: { clusterIP: '10.0.0.1', ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: 6443 }] },
	});
	const back = async (): Promise<Answer> => {
		for (;;) {
			const answer = await own.call('GET', url);
			if (answer.status === 200 && answer.body.spec.ports[0].targetPort === 6443) return answer;
			await new Promise((done) => setImmediate(done));
		}
	};
	await own.call('PATCH', url, { body: { spec: { ports: [{ name: 'https', port: 443, targetPort: 1 }] } }, type: merge });
	expect((await back()).body.metadata.uid).toBe(body.metadata.uid);
	await own.call('DELETE', url);
	expect((await back()).body.spec.clusterIP).toBe('10.0.0.1');
	expect(own.failures).toEqual([]);
	await own.close();
});
