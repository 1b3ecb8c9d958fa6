/**
 * Tests kind and apiVersion of objects in lists and other answers: items of built-in kinds have neither, all other objects have both, in
 * every encoding.
 */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { expecting, type Loose } from '../setup/loose.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

let server: ServerProcess;
const expectStatus = expecting(() => server);
const configmaps = '/api/v1/namespaces/default/configmaps';
const typeOf = ({ kind, apiVersion }: Loose): unknown[] => [kind, apiVersion];
const configMap = ['ConfigMap', 'v1'];
const none = [undefined, undefined];

beforeAll(async () => {
	server = await startServer(inject('built').kubernetes);
	for (const name of ['a', 'b']) await expectStatus(201, 'POST', configmaps, { metadata: { name }, data: { kind: 'inner', apiVersion: 'inner' } });
});
afterAll(() => server.remove());

const as = (what: string) => ({ accept: `application/json;as=${what};g=meta.k8s.io;v=v1` });

/** Returns the lines of a watch that ends by itself. */
async function watched(query: string, headers?: Record<string, string>): Promise<Loose[]> {
	const { text } = await server.call('GET', `${configmaps}?watch=1&timeoutSeconds=1&${query}`, undefined, headers);
	return text
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line));
}

describe('items of a built-in kind', () => {
	it('omit kind and apiVersion, in plain, selected, paged, versioned and indented lists', async () => {
		const whole = await expectStatus(200, 'GET', configmaps);
		expect(typeOf(whole)).toEqual(['ConfigMapList', 'v1']);
		for (const query of [
			'',
			'limit=1',
			'fieldSelector=metadata.name%3Db',
			`resourceVersion=${whole.metadata.resourceVersion}&resourceVersionMatch=Exact`,
			'pretty=1',
		]) {
			const { items } = await expectStatus(200, 'GET', `${configmaps}?${query}`);
			const ours = items.filter((item: Loose) => item.data.kind === 'inner');
			expect([query, ours.length > 0, items.map(typeOf)]).toEqual([query, true, items.map(() => none)]);
		}
	});

	it('omit them in YAML and protobuf', async () => {
		const { text } = await server.call('GET', configmaps, undefined, { accept: 'application/yaml' });
		expect(typeOf(parse(text))).toEqual(['ConfigMapList', 'v1']);
		expect(parse(text).items.map(typeOf)).toContainEqual(none);
		const { bytes } = await server.call('GET', `${configmaps}?fieldSelector=metadata.name%3Da`, undefined, { accept: 'application/vnd.kubernetes.protobuf' });
		// The envelope names the type of the list; the message inside holds no type.
		expect(bytes.toString('latin1').match(/ConfigMap(List)?/g)).toEqual(['ConfigMapList']);
	});

	it('omit them in the history', async () => {
		const { metadata } = await expectStatus(200, 'GET', configmaps);
		await expectStatus(201, 'POST', configmaps, { metadata: { name: 'later' } });
		const past = await expectStatus(200, 'GET', `${configmaps}?resourceVersion=${metadata.resourceVersion}&resourceVersionMatch=Exact`);
		expect(past.items.map((item: Loose) => item.metadata.name)).not.toContain('later');
		expect(past.items.map(typeOf)).toEqual(past.items.map(() => none));
		await expectStatus(200, 'DELETE', `${configmaps}/later`);
	});

	it('omit them in a list in another version than the stored one', async () => {
		const v1beta1 = '/apis/networking.k8s.io/v1beta1/namespaces/default/ingresses';
		const old = await startServer(inject('built').kubernetes, { flags: ['--emulated-version', '1.21'] });
		try {
			const made = await old.call('POST', v1beta1, { metadata: { name: 'i' }, spec: { backend: { serviceName: 's', servicePort: 80 } } });
			expect([made.status, typeOf(made.json())]).toEqual([201, ['Ingress', 'networking.k8s.io/v1beta1']]);
			const list = (await old.call('GET', v1beta1)).json() as Loose;
			expect([typeOf(list), typeOf(list.items[0]), list.items[0].spec.backend.serviceName]).toEqual([['IngressList', 'networking.k8s.io/v1beta1'], none, 's']);
			expect(typeOf((await old.call('GET', `${v1beta1}/i`)).json())).toEqual(['Ingress', 'networking.k8s.io/v1beta1']);
		} finally {
			await old.remove();
		}
	});
});

describe('kind and apiVersion stand', () => {
	it('in a single object, read and written, in JSON and YAML', async () => {
		expect(typeOf(await expectStatus(200, 'GET', `${configmaps}/a`))).toEqual(configMap);
		expect(typeOf(await expectStatus(200, 'GET', `${configmaps}/a?pretty=1`))).toEqual(configMap);
		expect(typeOf(parse((await server.call('GET', `${configmaps}/a`, undefined, { accept: 'application/yaml' })).text))).toEqual(configMap);
		const current = await expectStatus(200, 'GET', `${configmaps}/a`);
		// The update changes nothing, so the answer is the cached object.
		expect(await expectStatus(200, 'PUT', `${configmaps}/a`, current)).toEqual(current);
	});

	it('first, as in the stored object', async () => {
		const { text, headers } = await server.call('GET', `${configmaps}/a`);
		expect(text).toMatch(/^\{"kind":"ConfigMap","apiVersion":"v1","metadata":\{"name":"a",/);
		expect(Number(headers['content-length'])).toBe(Buffer.byteLength(text));
	});

	it('in the objects of Table rows and in converted objects', async () => {
		const rows = (await expectStatus(200, 'GET', `${configmaps}?includeObject=Object`, undefined, as('Table'))).rows;
		expect(rows.map((row: Loose) => typeOf(row.object))).toContainEqual(configMap);
		const partial = ['PartialObjectMetadata', 'meta.k8s.io/v1'];
		expect((await expectStatus(200, 'GET', configmaps, undefined, as('Table'))).rows.map((row: Loose) => typeOf(row.object))).toContainEqual(partial);
		expect((await expectStatus(200, 'GET', configmaps, undefined, as('PartialObjectMetadataList'))).items.map(typeOf)).toContainEqual(partial);
	});

	it('in every event of a watch, from memory and log, in streaming lists and bookmarks', async () => {
		const { metadata } = await expectStatus(200, 'GET', configmaps);
		await expectStatus(201, 'POST', configmaps, { metadata: { name: 'w', labels: { in: 'yes' } } });
		await server.call('PATCH', `${configmaps}/w`, { metadata: { labels: { in: 'no' } } }, { 'content-type': 'application/merge-patch+json' });
		await expectStatus(200, 'DELETE', `${configmaps}/w`);
		const types = async (query: string) => (await watched(query)).map(({ type, object }) => [type, ...typeOf(object)]);
		const events = (...names: string[]) => names.map((name) => [name, ...configMap]);
		expect(await types(`resourceVersion=${metadata.resourceVersion}`)).toEqual(events('ADDED', 'MODIFIED', 'DELETED'));
		expect(await types(`resourceVersion=${metadata.resourceVersion}&labelSelector=in%3Dyes`)).toEqual(events('ADDED', 'DELETED'));
		expect(await types('fieldSelector=metadata.name%3Da')).toEqual(events('ADDED'));
		const streamed = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&fieldSelector=metadata.name%3Da';
		expect((await types(streamed)).slice(0, 2)).toEqual(events('ADDED', 'BOOKMARK'));
	});
});
