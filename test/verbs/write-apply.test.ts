/** Server-side apply, and who owns which fields after any write. Seed 1, "Field ownership" and "Server-side apply endpoint". */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Loose, type TestServer, testServer } from './write-fixture.ts';

let server: TestServer;
beforeAll(async () => {
	server = await testServer();
});
afterAll(() => server.close());

const merge = 'application/merge-patch+json';
const applyType = 'application/apply-patch+yaml';
const configMaps = '/api/v1/namespaces/default/configmaps';
const deployments = '/apis/apps/v1/namespaces/default/deployments';

function configMap(name: string, data: Record<string, string>, metadata: object = {}): Loose {
	return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...metadata }, data };
}

function deployment(name: string, spec: object = {}): Loose {
	return {
		apiVersion: 'apps/v1',
		kind: 'Deployment',
		metadata: { name },
		spec: {
			selector: { matchLabels: { app: name } },
			template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
			...spec,
		},
	};
}

/** `query` without the name of the manager. */
function apply(manager: string, url: string, body: Loose, query = ''): Promise<Answer> {
	return server.call('PATCH', `${url}?fieldManager=${manager}${query}`, { type: applyType, body });
}

/** Paths of FieldsV1, sorted. */
function paths(fields: Loose, at = ''): string[] {
	return Object.entries(fields as object).flatMap(([name, below]) =>
		name === '.' ? [at] : Object.keys(below).length === 0 ? [`${at}/${name}`] : paths(below, `${at}/${name}`),
	);
}

/** What each manager owns, by its name, operation and subresource. */
function owners({ body }: Answer): Record<string, string[]> {
	const { managedFields = [] } = body.metadata;
	return Object.fromEntries(
		managedFields.map(({ manager, operation, subresource, fieldsV1 }: Loose) => [
			[manager, operation, ...(subresource ? [subresource] : [])].join(' '),
			paths(fieldsV1).sort(),
		]),
	);
}

describe('what is not applied', () => {
	test('belongs to who writes it, by the name of the manager or of the client', async () => {
		const made = await server.call('POST', configMaps, { body: configMap('who', { a: '1' }), agent: 'kubectl/v1.27.0 (linux/amd64) kubernetes/abc' });
		expect(owners(made)).toEqual({ 'kubectl Update': ['/f:data', '/f:data/f:a'] });
		const patched = await server.call('PATCH', `${configMaps}/who?fieldManager=other`, {
			type: merge,
			body: { data: { a: '2', b: '1' } },
			agent: 'kubectl/v1',
		});
		expect(owners(patched)).toEqual({ 'kubectl Update': ['/f:data'], 'other Update': ['/f:data/f:a', '/f:data/f:b'] });
		const { managedFields: _, ...metadata } = patched.body.metadata;
		const put = await server.call('PUT', `${configMaps}/who`, { body: { ...patched.body, metadata, data: { a: '3' } }, agent: '' });
		expect(owners(put)).toEqual({ 'kubectl Update': ['/f:data'], 'unknown Update': ['/f:data/f:a'] });
	});
	test.each([
		['a name of 130 letters is cut', `${'x'.repeat(130)}/1`, 'x'.repeat(128)],
		['whole characters are left', `${'ä'.repeat(80)}/1`, 'ä'.repeat(64)],
		['what is not printed goes', 'a\u0007b\tc/1', 'abc'],
		['without a slash all of it', 'curl', 'curl'],
	])('the name of a client: %s', async (_, agent, manager) => {
		const made = await server.call('POST', configMaps, { body: { metadata: { generateName: 'agent-' }, data: { a: '1' } }, agent });
		expect(made.body.metadata.managedFields[0].manager).toBe(manager);
	});
	test('what the server says of a new object belongs to nobody', async () => {
		const metadata = {
			deletionTimestamp: '2001-01-01T00:00:00Z',
			deletionGracePeriodSeconds: 3,
			uid: 'mine',
			resourceVersion: '',
			generation: 7,
			labels: { a: 'b' },
		};
		const made = await server.call('POST', configMaps, { body: configMap('system', {}, metadata) });
		expect(owners(made)).toEqual({ 'unknown Update': ['/f:metadata/f:labels', '/f:metadata/f:labels/f:a'] });
		const applied = await apply('me', `${configMaps}/system-applied`, configMap('system-applied', {}, { deletionGracePeriodSeconds: 3, labels: { a: 'b' } }));
		expect(owners(applied)).toEqual({ 'me Apply': ['/f:data', '/f:metadata/f:labels/f:a'] });
	});
	test('the text of a secret is owned as the data that it becomes', async () => {
		const body = { metadata: { name: 'text' }, data: { a: 'MQ==' }, stringData: { b: '2' } };
		const made = await server.call('POST', '/api/v1/namespaces/default/secrets', { body });
		expect(owners(made)).toEqual({ 'unknown Update': ['/f:data', '/f:data/f:a', '/f:data/f:b', '/f:type'] });
	});
	test('the status belongs to who writes it through its subresource, and to nobody else', async () => {
		const made = await server.call('POST', `${deployments}?fieldManager=maker`, { body: { ...deployment('parts'), status: { replicas: 3 } } });
		expect(owners(made)['maker Update']?.filter((path) => path.startsWith('/f:status'))).toEqual([]);
		const body = { ...made.body, spec: { ...made.body.spec, replicas: 9 }, status: { replicas: 3 } };
		const status = await server.call('PUT', `${deployments}/parts/status?fieldManager=keeper`, { body });
		expect(owners(status)['keeper Update status']).toEqual(['/f:status/f:replicas']);
		const main = await server.call('PUT', `${deployments}/parts?fieldManager=other`, { body: { ...status.body, status: { replicas: 5 } } });
		expect(owners(main)).toEqual(owners(status));
		expect(main.body.status.replicas).toBe(3);
	});
	test('replicas belong to who scales', async () => {
		await server.call('POST', `${deployments}?fieldManager=maker`, { body: deployment('scaled', { replicas: 1 }) });
		await server.call('PATCH', `${deployments}/scaled/scale?fieldManager=scaler`, { type: merge, body: { spec: { replicas: 4 } } });
		const read = await server.call('GET', `${deployments}/scaled`);
		expect(owners(read)['scaler Update scale']).toEqual(['/f:spec/f:replicas']);
		expect(owners(read)['maker Update']).not.toContain('/f:spec/f:replicas');
		expect(read.body.metadata.managedFields.find(({ manager }: Loose) => manager === 'scaler')).toMatchObject({ apiVersion: 'apps/v1', subresource: 'scale' });
	});
	test('a write that changes nothing makes no revision', async () => {
		const made = await server.call('POST', `${configMaps}?fieldManager=a`, { body: configMap('idle', { a: '1' }) });
		const put = await server.call('PUT', `${configMaps}/idle?fieldManager=b`, { body: configMap('idle', { a: '1' }) });
		expect(put.text).toBe(made.text);
	});
	test('what is too large with its owners is stored without them', async () => {
		const env = Array.from({ length: 60 }, (_, at) => ({ name: `E${at}_${'k'.repeat(200)}`, value: 'v'.repeat(52_000) }));
		const template = { metadata: { labels: { app: 'large' } }, spec: { containers: [{ name: 'c', image: 'i', env }] } };
		const large = { ...deployment('large', { template }) };
		const made = await server.call('POST', deployments, { body: large });
		expect(made.status).toBe(201);
		expect(made.body.metadata).not.toHaveProperty('managedFields');
		const applied = await apply('me', `${deployments}/large`, large);
		expect(applied.status).toBe(413);
	});
});

describe('an update that sends managedFields', () => {
	const entry = { manager: 'edited', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:data': { 'f:a': {} } } };
	test('edits them', async () => {
		const made = await server.call('POST', configMaps, { body: configMap('edited', { a: '1' }) });
		const put = await server.call('PUT', `${configMaps}/edited`, { body: { ...made.body, metadata: { ...made.body.metadata, managedFields: [entry] } } });
		expect(put.body.metadata.managedFields).toEqual([entry]);
	});
	test('cannot make them unreadable', async () => {
		const made = await server.call('POST', configMaps, { body: configMap('garbled', { a: '1' }) });
		const managedFields = [{ ...entry, fieldsV1: { x: {} } }];
		const put = await server.call('PUT', `${configMaps}/garbled`, { body: { ...made.body, metadata: { ...made.body.metadata, managedFields } } });
		expect(put.text).toBe(made.text);
	});
	test.each([
		['a manager with a long name', { manager: 'x'.repeat(129) }, 'metadata.managedFields[0].manager: Too long: must have at most 128 bytes'],
		[
			'a manager that cannot be printed',
			{ manager: 'a\u0001' },
			'metadata.managedFields[0].manager: Invalid value: "a\\u0001": invalid character U+0001 (at position 1)',
		],
		['a long subresource', { subresource: 'x'.repeat(257) }, 'metadata.managedFields[0].subresource: Too long: must have at most 256 bytes'],
	])('names %s', async (_, wrong, message) => {
		const { body } = await server.call('POST', configMaps, { body: { metadata: { generateName: 'named-' }, data: { a: '1' } } });
		const { name } = body.metadata;
		const patch = { metadata: { managedFields: [{ ...entry, ...wrong }] } };
		const answer = await server.call('PATCH', `${configMaps}/${name}`, { type: merge, body: patch });
		expect(answer).toMatchObject({ status: 422, body: { message: `ConfigMap "${name}" is invalid: ${message}` } });
	});
	test.each([
		['a merge patch', merge, (managedFields: object[]) => ({ metadata: { managedFields } })],
		['a JSON patch', 'application/json-patch+json', (value: object[]) => [{ op: 'replace', path: '/metadata/managedFields', value }]],
	])('%s with one empty entry forgets all; with an empty list nothing', async (_, type, patchOf) => {
		const { body } = await server.call('POST', configMaps, { body: { metadata: { generateName: 'reset-' }, data: { a: '1' } } });
		const url = `${configMaps}/${body.metadata.name}`;
		const kept = await server.call('PATCH', url, { type, body: patchOf([]) as Loose });
		expect(kept.body.metadata.managedFields).toEqual(body.metadata.managedFields);
		const gone = await server.call('PATCH', url, { type, body: patchOf([{}]) as Loose });
		expect(gone.body.metadata).not.toHaveProperty('managedFields');
		const later = await server.call('PATCH', url, { type: merge, body: { data: { a: '2' } } });
		expect(later.body.metadata).not.toHaveProperty('managedFields');
	});
	test('who changes something along with the reset owns that', async () => {
		await server.call('POST', `${configMaps}?fieldManager=maker`, { body: configMap('anew', { a: '1', b: '1' }) });
		const body = { metadata: { managedFields: [{}] }, data: { a: '2' } };
		const reset = await server.call('PATCH', `${configMaps}/anew?fieldManager=me`, { type: merge, body });
		expect(owners(reset)).toEqual({ 'me Update': ['/f:data/f:a'] });
	});
	test('not through a subresource', async () => {
		const made = await server.call('POST', deployments, { body: deployment('sub') });
		const status = await server.call('PATCH', `${deployments}/sub/status`, { type: merge, body: { metadata: { managedFields: [{}] } } });
		expect(status.body.metadata.managedFields).toEqual(made.body.metadata.managedFields);
	});
});

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
	test('of YAML', async () => {
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
	test('who may patch and not create makes nothing', async () => {
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
	test('of an old version of the object, or of another one', async () => {
		const there = await apply('me', `${configMaps}/there`, configMap('there', { a: '1' }));
		const stale = await apply('me', `${configMaps}/there`, configMap('there', { a: '2' }, { resourceVersion: '1' }));
		expect(stale).toMatchObject({ status: 409, body: { reason: 'Conflict' } });
		const other = await apply('me', `${configMaps}/there`, configMap('there', { a: '2' }, { uid: 'other' }));
		expect(other).toMatchObject({ status: 422 });
		const same = await apply('me', `${configMaps}/there`, configMap('there', { a: '2' }, { resourceVersion: there.body.metadata.resourceVersion }));
		expect(same).toMatchObject({ status: 200, body: { data: { a: '2' } } });
	});
	test('keys that stand twice are told of', async () => {
		const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: twice}\nimmutable: false\nimmutable: true\n';
		const made = await apply('me', `${configMaps}/twice`, text);
		expect(made).toMatchObject({
			status: 201,
			warnings: ['error converting YAML to JSON: yaml: unmarshal errors:\n  line 5: key "immutable" already set in map'],
		});
		const json = '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "twice"}, "data": {}, "data": {}}';
		expect((await apply('me', `${configMaps}/twice`, json)).warnings).toHaveLength(1);
	});
});
