/** Tests server-side apply (seed 1, "Field ownership" and "Server-side apply endpoint"). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apply as applyTo, applyType, configMap, configMaps, deployment, deployments, owners } from './owners.ts';
import { type Answer, type Loose, type TestServer, testServer } from './write-fixture.ts';

let server: TestServer;
beforeAll(async () => {
	server = await testServer();
});
afterAll(() => server.close());

const merge = 'application/merge-patch+json';

function apply(manager: string, url: string, body: Loose, query = ''): Promise<Answer> {
	return applyTo(server, manager, url, body, query);
}

describe('apply', () => {
	test('makes what is not there, and nothing when it is applied again', async () => {
		const url = `${configMaps}/fresh`;
		const made = await apply('me', url, configMap('fresh', { a: '1' }));
		expect(made.status).toBe(201);
		expect(made.body).toMatchObject({ kind: 'ConfigMap', metadata: { name: 'fresh', namespace: 'default' }, data: { a: '1' } });
		expect(made.body.metadata.managedFields).toEqual([
			{
				manager: 'me',
				operation: 'Apply',
				apiVersion: 'v1',
				time: made.body.metadata.creationTimestamp,
				fieldsType: 'FieldsV1',
				fieldsV1: { 'f:data': { 'f:a': {} } },
			},
		]);
		const again = await apply('me', url, configMap('fresh', { a: '1' }));
		expect(again.status).toBe(200);
		expect(again.text).toBe(made.text);
	});
	test('accepts YAML', async () => {
		const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: yaml\n# what it says\ndata: {a: "1"}\n';
		expect(await apply('me', `${configMaps}/yaml`, text)).toMatchObject({ status: 201, body: { data: { a: '1' } } });
	});
	test('removes what is applied no more, unless another owns it', async () => {
		const url = `${configMaps}/less`;
		await apply('one', url, configMap('less', { a: '1', b: '1', c: '1' }));
		await apply('two', url, configMap('less', { b: '1' }));
		const less = await apply('one', url, configMap('less', { a: '1' }));
		expect(less.body.data).toEqual({ a: '1', b: '1' });
		expect(owners(less)).toEqual({ 'one Apply': ['/f:data/f:a'], 'two Apply': ['/f:data/f:b'] });
	});
	test('a field that has a default is reset to it', async () => {
		const url = `${deployments}/defaulted`;
		await apply('me', url, deployment('defaulted', { replicas: 5, revisionHistoryLimit: 3 }));
		const less = await apply('me', url, deployment('defaulted'));
		expect(less.body.spec).toMatchObject({ replicas: 1, revisionHistoryLimit: 10 });
	});
	test('conflicts name each field and its owner, and change nothing', async () => {
		const url = `${configMaps}/fought`;
		await apply('one', url, configMap('fought', { a: '1', b: '1' }));
		const before = await server.call('PATCH', `${url}?fieldManager=two`, { type: merge, body: { data: { b: '2' } } });
		const refused = await apply('three', url, configMap('fought', { a: '3', b: '3' }));
		expect(refused.status).toBe(409);
		expect(refused.body).toMatchObject({
			reason: 'Conflict',
			message: `Apply failed with 2 conflicts: conflicts with "one":\n- .data.a\nconflicts with "two" using v1:\n- .data.b`,
			details: {
				causes: [
					{ reason: 'FieldManagerConflict', message: 'conflict with "one"', field: '.data.a' },
					{ reason: 'FieldManagerConflict', message: 'conflict with "two" using v1', field: '.data.b' },
				],
			},
		});
		expect((await server.call('GET', url)).text).toBe(before.text);
		const forced = await apply('three', url, configMap('fought', { a: '3', b: '3' }), '&force=true');
		expect(owners(forced)).toEqual({ 'three Apply': ['/f:data/f:a', '/f:data/f:b'] });
		const shared = await apply('one', url, configMap('fought', { a: '3' }));
		expect(owners(shared)).toEqual({ 'one Apply': ['/f:data/f:a'], 'three Apply': ['/f:data/f:a', '/f:data/f:b'] });
		const alone = await apply('three', url, configMap('fought', { a: '4', b: '3' }));
		expect(alone.body.message).toBe('Apply failed with 1 conflict: conflict with "one": .data.a');
	});
	test('a dry run keeps nothing', async () => {
		const url = `${configMaps}/dry`;
		expect((await apply('me', url, configMap('dry', { a: '1' }), '&dryRun=All')).status).toBe(201);
		expect((await server.call('GET', url)).status).toBe(404);
		const made = await apply('me', url, configMap('dry', { a: '1' }));
		expect((await apply('me', url, configMap('dry', { a: '2' }), '&dryRun=All')).body.data).toEqual({ a: '2' });
		expect((await server.call('GET', url)).text).toBe(made.text);
	});
	test('through the status', async () => {
		const url = `${deployments}/of-status`;
		const status = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'of-status' }, spec: { replicas: 7 }, status: { replicas: 2 } };
		expect(await apply('keeper', `${url}/status`, status)).toMatchObject({ status: 404, body: { message: 'deployments.apps "of-status" not found' } });
		await server.call('POST', `${deployments}?fieldManager=maker`, { body: deployment('of-status', { replicas: 1 }) });
		const applied = await apply('keeper', `${url}/status`, status, '&force=true');
		expect(applied.status).toBe(200);
		expect(applied.body).toMatchObject({ spec: { replicas: 1 }, status: { replicas: 2 } });
		expect(owners(applied)['keeper Apply status']).toEqual(['/f:status/f:replicas']);
		expect(owners(applied)['maker Update']).toContain('/f:spec/f:replicas');
	});
	test('through the scale', async () => {
		const url = `${deployments}/of-scale`;
		await server.call('POST', `${deployments}?fieldManager=maker`, { body: deployment('of-scale', { replicas: 1 }) });
		const scale = (replicas: number, metadata: object = {}): Loose => ({ apiVersion: 'autoscaling/v1', kind: 'Scale', metadata, spec: { replicas } });
		const refused = await apply('scaler', `${url}/scale`, scale(3));
		expect(refused.body.message).toBe('Apply failed with 1 conflict: conflict with "maker" using apps/v1: .spec.replicas');
		const applied = await apply('scaler', `${url}/scale`, scale(3, { name: 'of-scale', namespace: 'default' }), '&force=true');
		expect(applied).toMatchObject({ status: 200, body: { kind: 'Scale', spec: { replicas: 3 } } });
		const read = await server.call('GET', url);
		expect(read.body.spec.replicas).toBe(3);
		expect(owners(read)['scaler Apply scale']).toEqual(['/f:spec/f:replicas']);
		expect(owners(read)['maker Update']).not.toContain('/f:spec/f:replicas');
		expect(await apply('scaler', `${url}/scale`, scale(3, { name: 'else' }))).toMatchObject({ status: 400 });
		expect(await apply('scaler', `${url}/scale`, { ...scale(3), apiVersion: 'apps/v1' })).toMatchObject({ status: 400 });
		expect(await apply('scaler', `${url}/scale`, { ...scale(3), spec: { replica: 3 } })).toMatchObject({
			status: 400,
			body: { message: 'failed to create typed patch object (/; autoscaling/v1, Kind=Scale): .spec.replica: field not declared in schema' },
		});
		expect(await apply('scaler', `${url}/scale`, scale(-1))).toMatchObject({ status: 422 });
	});
	test('a user who may patch but not create creates nothing', async () => {
		const restricted = await testServer({
			authorizer: {
				authorize: ({ info }) => ({ verdict: info.isResource && info.verb === 'create' && info.resource === 'configmaps' ? 'deny' : 'allow', reason: 'so' }),
			},
		});
		try {
			const url = `${configMaps}/denied?fieldManager=me`;
			expect(await restricted.call('PATCH', url, { type: applyType, body: configMap('denied', {}) })).toMatchObject({ status: 403 });
		} finally {
			await restricted.close();
		}
	});
});

describe('owners of subresources', () => {
	const container = (name: string, more: object = {}): Loose => ({ name, image: 'i', ...more });
	const partOf = (name: string, spec: object, metadata: object = {}): Loose => ({
		apiVersion: 'apps/v1',
		kind: 'Deployment',
		metadata: { name, ...metadata },
		spec,
	});
	const withContainers = (name: string, containers: object[]): Loose => partOf(name, { template: { spec: { containers } } });
	beforeAll(async () => {
		await server.call('POST', `${deployments}?fieldManager=maker`, { body: deployment('owned') });
	});
	const url = `${deployments}/owned`;

	test('entries of a list by key', async () => {
		const one = await apply('one', url, withContainers('owned', [container('x')]));
		expect(one.body.spec.template.spec.containers.map(({ name }: Loose) => name)).toEqual(['c', 'x']);
		const two = await apply('two', url, withContainers('owned', [container('x'), container('y')]));
		expect(owners(two)['two Apply']).toContain('/f:spec/f:template/f:spec/f:containers/k:{"name":"y"}/f:image');
		const less = await apply('two', url, withContainers('owned', []));
		expect(less.body.spec.template.spec.containers.map(({ name }: Loose) => name)).toEqual(['c', 'x']);
	});
	test('an atomic list, as a whole', async () => {
		const made = await apply('three', url, withContainers('owned', [container('z', { args: ['a', 'b'] })]));
		expect(made.status).toBe(200);
		const refused = await apply('four', url, withContainers('owned', [container('z', { args: ['a', 'b', 'c'] })]));
		expect(refused.body.message).toBe('Apply failed with 1 conflict: conflict with "three": .spec.template.spec.containers[name="z"].args');
	});
	test('an atomic struct, as a whole', async () => {
		const refused = await apply('five', url, partOf('owned', { selector: { matchLabels: { app: 'owned', more: 'x' } } }));
		expect(refused.body.message).toBe('Apply failed with 1 conflict: conflict with "maker" using apps/v1: .spec.selector');
	});
	test('entries of a set, and keys of a map', async () => {
		const metadata = (finalizer: string, label: string): object => ({ finalizers: [`example.com/${finalizer}`], labels: { [label]: 'x' } });
		await apply('six', url, partOf('owned', {}, metadata('a', 'six')));
		const both = await apply('seven', url, partOf('owned', {}, metadata('b', 'seven')));
		expect(both.body.metadata.finalizers).toEqual(['example.com/a', 'example.com/b']);
		expect(owners(both)['seven Apply']).toEqual(['/f:metadata/f:finalizers/v:"example.com/b"', '/f:metadata/f:labels/f:seven', '/f:spec']);
		const left = await apply('six', url, partOf('owned', {}));
		expect(left.body.metadata).toMatchObject({ finalizers: ['example.com/b'], labels: { seven: 'x' } });
	});
});

describe('an apply is refused', () => {
	const url = `${configMaps}/bad`;
	const good = configMap('bad', { a: '1' });
	test.each([
		['without a manager', '', good, 422, 'PatchOptions.meta.orch.io "" is invalid: fieldManager: Required value: is required for apply patch'],
		['with managed fields', '?fieldManager=a', configMap('bad', {}, { managedFields: [] }), 400, 'metadata.managedFields must be nil'],
		[
			'of another version',
			'?fieldManager=a',
			{ ...good, apiVersion: 'v2' },
			400,
			'Incorrect version specified in apply patch. Specified patch version: v2, expected: v1',
		],
		[
			'of another kind',
			'?fieldManager=a',
			{ ...good, kind: 'Secret' },
			400,
			'failed to create typed patch object (/bad; /v1, Kind=Secret): no corresponding type for /v1, Kind=Secret',
		],
		['of another name', '?fieldManager=a', configMap('good', {}), 400, 'the name of the object (good) does not match the name on the URL (bad)'],
		[
			'without a name',
			'?fieldManager=a',
			{ ...good, metadata: {} },
			400,
			'the name of the object (bad based on URL) was undeterminable: name must be provided',
		],
		[
			'of another namespace',
			'?fieldManager=a',
			configMap('bad', {}, { namespace: 'else' }),
			400,
			'the namespace of the provided object does not match the namespace sent on the request',
		],
		[
			'with a uid of nothing',
			'?fieldManager=a',
			configMap('bad', {}, { uid: 'x' }),
			409,
			'Operation cannot be fulfilled on configmaps "bad": uid mismatch: the provided object specified uid x, and no existing object was found',
		],
		['that is a list', '?fieldManager=a', '[]', 400, 'error decoding YAML: it is not an object'],
		[
			'that is no YAML',
			'?fieldManager=a',
			'a: b: c',
			400,
			'error decoding YAML: error converting YAML to JSON: yaml: line 1: mapping values are not allowed in this context',
		],
		[
			'with fields that are not there',
			'?fieldManager=a',
			{ ...good, datum: 1 },
			400,
			'failed to create typed patch object (/bad; /v1, Kind=ConfigMap): .datum: field not declared in schema',
		],
		[
			'with keys that stand twice',
			'?fieldManager=a&fieldValidation=Strict',
			'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: bad}\nimmutable: false\nimmutable: true\n',
			400,
			'error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n  line 5: key "immutable" already set in map',
		],
	])('%s', async (_, query, body, status, message) => {
		expect(await server.call('PATCH', url + query, { type: applyType, body: body as Loose })).toMatchObject({ status, body: { message } });
		expect((await server.call('GET', url)).status).toBe(404);
	});
	test('with an old version or the uid of another object', async () => {
		const there = await apply('me', `${configMaps}/there`, configMap('there', { a: '1' }));
		const stale = await apply('me', `${configMaps}/there`, configMap('there', { a: '2' }, { resourceVersion: '1' }));
		expect(stale).toMatchObject({ status: 409, body: { reason: 'Conflict' } });
		const other = await apply('me', `${configMaps}/there`, configMap('there', { a: '2' }, { uid: 'other' }));
		expect(other).toMatchObject({ status: 422 });
		const same = await apply('me', `${configMaps}/there`, configMap('there', { a: '2' }, { resourceVersion: there.body.metadata.resourceVersion }));
		expect(same).toMatchObject({ status: 200, body: { data: { a: '2' } } });
	});
	test('warns of duplicate keys', async () => {
		const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: twice}\nimmutable: false\nimmutable: true\n';
		const made = await apply('me', `${configMaps}/twice`, text);
		expect(made).toMatchObject({
			status: 201,
			warnings: ['line 5: key "immutable" already set in map'],
		});
		const json = '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "twice"}, "data": {}, "data": {}}';
		expect((await apply('me', `${configMaps}/twice`, json)).warnings).toHaveLength(1);
	});
});
