import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { thingCatalog } from '../peers/things.ts';
import { type TestServer, testServer } from './write-fixture.ts';

let server: TestServer;
beforeAll(async () => {
	server = await testServer();
});
afterAll(() => server.close());

const merge = 'application/merge-patch+json';
const deployments = '/apis/apps/v1/namespaces/default/deployments';
const deployment = (name: string) => ({
	metadata: { name },
	spec: {
		replicas: 2,
		selector: { matchLabels: { app: name } },
		template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
	},
	status: { replicas: 9 },
});

describe('status', () => {
	test('may have conditions of one type twice, as nothing refused them before', async () => {
		await server.call('POST', deployments, { body: deployment('conditions') });
		const condition = { type: 'Seen', status: 'True' };
		const twice = await server.call('PATCH', `${deployments}/conditions/status`, { type: merge, body: { status: { conditions: [condition, condition] } } });
		expect(twice).toMatchObject({ status: 200, warnings: [], body: { status: { conditions: [condition, condition] } } });
	});
	test('is not written with the object, nor the object with the status', async () => {
		const made = await server.call('POST', deployments, { body: deployment('web') });
		expect(made.status).toBe(201);
		expect(made.body.status).toEqual({});
		expect(made.body.metadata.generation).toBe(1);
		const put = await server.call('PUT', `${deployments}/web`, { body: { ...made.body, status: { replicas: 5 } } });
		expect(put.text).toBe(made.text);
		const status = await server.call('PATCH', `${deployments}/web/status`, {
			type: merge,
			body: { spec: { replicas: 7 }, status: { replicas: 2 }, metadata: { annotations: { seen: 'yes' } } },
		});
		expect(status.body.status).toEqual({ replicas: 2 });
		expect(status.body.spec.replicas).toBe(2);
		expect(status.body.metadata).toMatchObject({ generation: 1, annotations: { seen: 'yes' } });
	});
	test('generation counts changes of what is wanted', async () => {
		await server.call('POST', deployments, { body: deployment('gen') });
		const change = await server.call('PATCH', `${deployments}/gen`, { type: merge, body: { spec: { paused: true } } });
		expect(change.body.metadata.generation).toBe(2);
		const label = await server.call('PATCH', `${deployments}/gen`, { type: merge, body: { metadata: { labels: { a: 'b' }, generation: 77 } } });
		expect(label.body.metadata.generation).toBe(2);
	});
});

describe('scale', () => {
	test('reads and writes the replicas', async () => {
		await server.call('POST', deployments, { body: deployment('scaled') });
		const scale = await server.call('GET', `${deployments}/scaled/scale`);
		expect(scale.body).toMatchObject({ kind: 'Scale', apiVersion: 'autoscaling/v1', spec: { replicas: 2 }, status: { selector: 'app=scaled' } });
		const put = await server.call('PUT', `${deployments}/scaled/scale`, { body: { ...scale.body, spec: { replicas: 4 } } });
		expect(put.status).toBe(200);
		expect(put.body.spec.replicas).toBe(4);
		const patched = await server.call('PATCH', `${deployments}/scaled/scale`, { type: merge, body: { spec: { replicas: 6 } } });
		expect(patched.body.spec.replicas).toBe(6);
		const read = await server.call('GET', `${deployments}/scaled`);
		expect(read.body.spec.replicas).toBe(6);
		expect(read.body.metadata.generation).toBe(3);
	});
	test('is shown as a Table, and as its metadata alone', async () => {
		await server.call('POST', deployments, { body: deployment('shown') });
		const path = `${deployments}/shown/scale`;
		const as = (what: string): string => `application/json;as=${what};g=meta.k8s.io;v=v1`;
		const table = await server.call('GET', `${path}?includeObject=Object`, { accept: as('Table') });
		expect(table.body.columnDefinitions.map(({ name, type }: { name: string; type: string }) => `${name} ${type}`)).toEqual([
			'Name string',
			'Desired integer',
			'Available integer',
			'Age string',
		]);
		const { body: scale } = await server.call('GET', path);
		const { resourceVersion } = scale.metadata;
		expect(table.body).toMatchObject({ kind: 'Table', metadata: { resourceVersion }, rows: [{ cells: ['shown', 2, 0, expect.stringMatching(/^\d+s$/)] }] });
		expect(table.body.rows[0].object).toEqual(scale);
		const patched = await server.call('PATCH', path, { type: merge, accept: as('Table'), body: { spec: { replicas: 0 } } });
		expect(patched.body.rows[0]).toMatchObject({ cells: ['shown', 0, 0, expect.anything()], object: { kind: 'PartialObjectMetadata' } });
		const partial = await server.call('GET', path, { accept: as('PartialObjectMetadata') });
		expect(partial.body).toEqual({ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: patched.body.rows[0].object.metadata });
		const none = await server.call('GET', `${path}?includeObject=Everything`, { accept: as('Table') });
		expect(none).toMatchObject({ status: 400, body: { message: expect.stringContaining('includeObject') } });
	});
	test('refuses an old version and a negative number', async () => {
		await server.call('POST', deployments, { body: deployment('strict') });
		const { body } = await server.call('GET', `${deployments}/strict/scale`);
		await server.call('PATCH', `${deployments}/strict/scale`, { type: merge, body: { spec: { replicas: 6 } } });
		expect((await server.call('PUT', `${deployments}/strict/scale`, { body })).status).toBe(409);
		const negative = await server.call('PATCH', `${deployments}/strict/scale`, { type: merge, body: { spec: { replicas: -1 } } });
		expect(negative).toMatchObject({
			status: 422,
			body: { message: 'Scale.autoscaling "strict" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0' },
		});
	});
	test('must be of the object that the URL names, whether or not that is there', async () => {
		await server.call('POST', deployments, { body: deployment('named') });
		const missing = { status: 400, body: { message: expect.stringMatching(/^the name of the object \(\w+ based on URL\) was undeterminable/) } };
		expect(await server.call('PUT', `${deployments}/nowhere/scale`, { body: {} })).toMatchObject(missing);
		expect(await server.call('PATCH', `${deployments}/named/scale`, { type: merge, body: { metadata: { name: '' } } })).toMatchObject(missing);
		const other = await server.call('PATCH', `${deployments}/named/scale`, { type: merge, body: { metadata: { name: 'other' } } });
		expect(other).toMatchObject({ status: 400, body: { message: 'the name of the object (other) does not match the name on the URL (named)' } });
		const applied = await server.call('PATCH', `${deployments}/nowhere/scale?fieldManager=a`, { type: 'application/apply-patch+yaml', body: {} });
		expect(applied.status).toBe(404);
	});
	describe('for a kind whose updates need a version', () => {
		const things = '/apis/peers.example.com/v1/namespaces/default/things';
		let own: TestServer;
		beforeAll(async () => {
			own = await testServer({ specs: await thingCatalog() });
			await own.call('POST', things, { body: { metadata: { name: 't' } } });
		});
		afterAll(() => own.close());
		test('needs none itself, and what it makes has its defaults', async () => {
			expect((await own.call('PUT', `${things}/t`, { body: { metadata: { name: 't' } } })).status).toBe(422);
			const scaled = await own.call('PUT', `${things}/t/scale`, { body: { metadata: { name: 't' }, spec: { replicas: 2 } } });
			expect(scaled).toMatchObject({ status: 200, body: { spec: { replicas: 2 } } });
			expect((await own.call('GET', `${things}/t`)).body.spec).toEqual({ replicas: 2, level: 'low' });
		});
	});
	describe('a patch is as strict as that of the object', () => {
		const twice = '{"spec":{"replicas":3,"replicas":4}}';
		const cases = [
			[merge, { spec: { replicas: 3, zz: 1 } }, 'unknown field "spec.zz"'],
			['application/strategic-merge-patch+json', { spec: { zz: 1 }, more: 2 }, 'unknown field "spec.zz", unknown field "more"'],
			['application/json-patch+json', [{ op: 'add', path: '/spec/zz', value: 1 }], 'unknown field "spec.zz"'],
			['application/json-patch+json', '[{"op":"test","path":"/spec/replicas","value":2,"note":1}]', 'json patch unknown field "[0].note"'],
			[merge, twice, 'duplicate field "spec.replicas"'],
			['application/strategic-merge-patch+json', twice, 'duplicate field "spec.replicas"'],
		] as const;
		const path = `${deployments}/judged/scale`;
		beforeAll(() => server.call('POST', deployments, { body: deployment('judged') }));

		test.each(cases)('%s %j', async (type, sent, why) => {
			const body = typeof sent === 'string' ? sent : JSON.stringify(sent);
			const strict = await server.call('PATCH', `${path}?fieldValidation=Strict&dryRun=All`, { type, body });
			const message = ` "" is invalid: patch: Invalid value: ${JSON.stringify(body)}: strict decoding error: ${why}`;
			expect(strict).toMatchObject({ status: 422, body: { reason: 'Invalid', message } });
			const warned = await server.call('PATCH', `${path}?fieldValidation=Warn&dryRun=All`, { type, body });
			expect(warned).toMatchObject({ status: 200, warnings: why.split(', ') });
			const ignored = await server.call('PATCH', `${path}?fieldValidation=Ignore&dryRun=All`, { type, body });
			expect(ignored).toMatchObject({ status: 200, warnings: [] });
		});
		test('and cannot change identity or kind', async () => {
			const other = await server.call('PATCH', path, { type: merge, body: { kind: 'Deployment' } });
			expect(other).toMatchObject({ status: 422, body: { message: expect.stringContaining('kind cannot be changed to "Deployment"') } });
			const wrong = await server.call('PATCH', path, { type: merge, body: { spec: { replicas: 'three' } } });
			expect(wrong).toMatchObject({ status: 422, body: { message: expect.stringContaining('patch: Invalid value') } });
		});
	});
});

describe('an object of two versions', () => {
	const path = (version: string) => `/apis/networking.orch.io/${version}/namespaces/default/ingresses`;
	test('is written in one and read, patched and deleted in the other', async () => {
		const old = await testServer({ release: '1.21' });
		try {
			const made = await old.call('POST', path('v1beta1'), { body: { metadata: { name: 'i' }, spec: { backend: { serviceName: 's', servicePort: 80 } } } });
			expect(made.status).toBe(201);
			expect(made.warnings.join()).toMatch(
				/networking.orch.io\/v1beta1 Ingress is deprecated in v1.19\+, unavailable in v1.22\+; use networking.orch.io\/v1 Ingress/,
			);
			expect(made.body.apiVersion).toBe('networking.orch.io/v1beta1');
			const read = await old.call('GET', `${path('v1')}/i`);
			expect(read.body.spec.defaultBackend).toEqual({ service: { name: 's', port: { number: 80 } } });
			const patched = await old.call('PATCH', `${path('v1beta1')}/i`, { type: merge, body: { spec: { backend: { servicePort: 'http' } } } });
			expect(patched.body.spec.backend).toEqual({ serviceName: 's', servicePort: 'http' });
			expect((await old.call('GET', `${path('v1')}/i`)).body.spec.defaultBackend).toEqual({ service: { name: 's', port: { name: 'http' } } });
			const same = await old.call('PUT', `${path('v1beta1')}/i`, { body: patched.body });
			expect(same.body.metadata.resourceVersion).toBe(patched.body.metadata.resourceVersion);
			expect((await old.call('DELETE', `${path('v1')}/i`)).status).toBe(200);
		} finally {
			await old.close();
		}
	});
	test('the old version is gone by default', async () => {
		expect((await server.call('GET', path('v1beta1'))).status).toBe(404);
	});
});
