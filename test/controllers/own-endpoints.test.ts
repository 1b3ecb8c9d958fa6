/** The server's own service has Endpoints and an EndpointSlice, which are restored after any change by clients. */
import { afterEach, describe, expect, test } from 'vitest';
import { vocabulary } from '../../generated/vocabulary.ts';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { type Answer, type Loose, type TestServer, testServer } from '../verbs/write-fixture.ts';

const { product, groupDomain, labelDomain } = vocabulary;
const service = `/api/v1/namespaces/default/services/${product}`;
const endpoints = `/api/v1/namespaces/default/endpoints/${product}`;
const slices = `/apis/discovery.${groupDomain}/v1/namespaces/default/endpointslices`;
const slice = `${slices}/${product}`;
const merge = 'application/merge-patch+json';
const ports = [{ name: 'https', port: 6443, protocol: 'TCP' }];
const skips = { [`endpointslice.${labelDomain}/skip-mirror`]: 'true' };
const ofService = { [`${labelDomain}/service-name`]: product };

let server: TestServer;
afterEach(async () => {
	expect(server.failures).toEqual([]);
	await server.close();
});

/** Resolves with the first correct response; the test's timeout is the limit. */
async function until(url: string, isRight: (body: Loose) => boolean): Promise<Answer> {
	for (;;) {
		const answer = await server.call('GET', url);
		if (answer.status === 200 && isRight(answer.body)) return answer;
		await new Promise((done) => setImmediate(done));
	}
}
const patch = (url: string, body: JsonObject): Promise<Answer> => server.call('PATCH', url, { body, type: merge });

describe.each(['1.22', '1.25', '1.36'])('release %s', (release) => {
	test('creates both at start, without an owner', async () => {
		server = await testServer({ release, advertisedAddress: '192.0.2.7' });
		const { body } = await server.call('GET', endpoints);
		expect(body.subsets).toEqual([{ addresses: [{ ip: '192.0.2.7' }], ports }]);
		expect(body.metadata.labels).toEqual(skips);
		const { items } = (await server.call('GET', `${slices}?labelSelector=${labelDomain}/service-name=${product}`)).body;
		expect(items).toMatchObject([{ metadata: { name: product, labels: ofService }, addressType: 'IPv4' }]);
		expect(items[0].endpoints).toEqual([{ addresses: ['192.0.2.7'], conditions: { ready: true } }]);
		expect(items[0].ports).toEqual(ports);
		expect([body.metadata.ownerReferences, items[0].metadata.ownerReferences]).toEqual([undefined, undefined]);
	});
});

test('reverts changes and deletions by clients, with the labels of the Endpoints', async () => {
	server = await testServer({ advertisedAddress: '192.0.2.7' });
	const { body } = await server.call('GET', endpoints);
	await patch(endpoints, { metadata: { labels: { mine: 'yes', ...Object.fromEntries(Object.keys(skips).map((key) => [key, null])) } }, subsets: null });
	const again = await until(endpoints, ({ subsets }) => subsets?.length === 1);
	expect(again.body).toMatchObject({ metadata: { uid: body.metadata.uid, labels: { mine: 'yes', ...skips } }, subsets: body.subsets });
	await server.call('DELETE', endpoints);
	await until(endpoints, ({ metadata, subsets }) => metadata.uid !== body.metadata.uid && subsets[0].addresses[0].ip === '192.0.2.7');

	const { uid } = (await server.call('GET', slice)).body.metadata;
	await patch(slice, { metadata: { labels: { ...Object.fromEntries(Object.keys(ofService).map((key) => [key, null])) } } });
	expect((await until(slice, ({ metadata }) => metadata.labels !== undefined)).body.metadata).toMatchObject({ uid, labels: ofService });
	await patch(slice, { ports: [{ name: 'https', port: 1, protocol: 'TCP' }], endpoints: [{ addresses: ['192.0.2.8'] }] });
	const right = await until(slice, (now) => now.ports[0].port === 6443);
	expect(right.body.endpoints).toEqual([{ addresses: ['192.0.2.7'], conditions: { ready: true } }]);
	await server.call('DELETE', slice);
	await until(slice, ({ metadata }) => metadata.uid !== uid);
});

test('a deleted service deletes its Endpoints, and both are recreated', async () => {
	server = await testServer({ advertisedAddress: '192.0.2.7' });
	const before = (await server.call('GET', endpoints)).body.metadata.uid;
	await server.call('DELETE', service);
	await until(service, () => true);
	await until(endpoints, ({ metadata }) => metadata.uid !== before);
});

test('follows a server to a new address at its next start and replaces the slice of the other family', async () => {
	server = await testServer({ advertisedAddress: '192.0.2.7' });
	const { uid } = (await server.call('GET', slice)).body.metadata;
	await server.restart([], undefined, '192.0.2.9');
	const { body } = await server.call('GET', slice);
	expect([body.metadata.uid, body.endpoints[0].addresses]).toEqual([uid, ['192.0.2.9']]);
	await server.restart([], undefined, 'fd00::7');
	const { body: later } = await server.call('GET', slice);
	expect(later).toMatchObject({ addressType: 'IPv6', endpoints: [{ addresses: ['fd00::7'], conditions: { ready: true } }] });
	expect((await server.call('GET', endpoints)).body.subsets[0].addresses).toEqual([{ ip: 'fd00::7' }]);
});

test('a start at which all is right writes nothing', async () => {
	server = await testServer({ advertisedAddress: '192.0.2.7' });
	const { revision } = server.context.cache;
	await server.restart([]);
	expect(server.context.cache.revision).toBe(revision);
});

test('a server that others cannot reach has none', async () => {
	server = await testServer();
	expect((await server.call('GET', service)).status).toBe(200);
	expect([(await server.call('GET', endpoints)).status, (await server.call('GET', slice)).status]).toEqual([404, 404]);
});
