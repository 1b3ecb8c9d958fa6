/** Tests the owners of fields after writes other than applies (seed 1, "Field ownership" and "Server-side apply endpoint"). */

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { AdmissionPlugin } from '../../runtime/admission/contract.ts';
import { parseWhole } from '../../runtime/codec/item-form.ts';
import { wrapUnknown } from '../../runtime/wire/protobuf/unknown.ts';
import { apply as applyTo, configMap, configMaps, deployment, deployments, owners } from './owners.ts';
import { type Answer, type Loose, type TestServer, testServer } from './write-fixture.ts';

let server: TestServer;
beforeAll(async () => {
	server = await testServer();
});
afterAll(() => server.close());

const merge = 'application/merge-patch+json';
const jsonPatch = 'application/json-patch+json';

function apply(manager: string, url: string, body: Loose, query = ''): Promise<Answer> {
	return applyTo(server, manager, url, body, query);
}

describe('create, update and patch', () => {
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
	test('server-set fields of a new object have no owner', async () => {
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
	test('the status is owned only through its subresource', async () => {
		const made = await server.call('POST', `${deployments}?fieldManager=maker`, { body: { ...deployment('parts'), status: { replicas: 3 } } });
		expect(owners(made)['maker Update']?.filter((path) => path.startsWith('/f:status'))).toEqual([]);
		const body = { ...made.body, spec: { ...made.body.spec, replicas: 9 }, status: { replicas: 3 } };
		const status = await server.call('PUT', `${deployments}/parts/status?fieldManager=keeper`, { body });
		expect(owners(status)['keeper Update status']).toEqual(['/f:status/f:replicas']);
		const main = await server.call('PUT', `${deployments}/parts?fieldManager=other`, { body: { ...status.body, status: { replicas: 5 } } });
		expect(owners(main)).toEqual(owners(status));
		expect(main.body.status.replicas).toBe(3);
	});
	test('unchanged fields get no owner through the status', async () => {
		await server.call('POST', `${deployments}?fieldManager=maker`, { body: deployment('kept') });
		const body = { metadata: { labels: { a: 'b' }, annotations: { a: 'b' } }, status: { replicas: 1 } };
		const status = await server.call('PATCH', `${deployments}/kept/status?fieldManager=keeper`, { type: merge, body });
		expect(status.body.metadata).not.toHaveProperty('labels');
		expect(owners(status)['keeper Update status']).toEqual(['/f:metadata/f:annotations', '/f:metadata/f:annotations/f:a', '/f:status/f:replicas']);
	});
	test('the older address field of a pod has the owner of the newer one', async () => {
		const pods = '/api/v1/namespaces/default/pods';
		await server.call('POST', pods, { body: { metadata: { name: 'addressed' }, spec: { containers: [{ name: 'c', image: 'i' }] } } });
		const body = { status: { podIPs: [{ ip: '10.1.1.1' }] } };
		const status = await server.call('PATCH', `${pods}/addressed/status?fieldManager=agent`, { type: merge, body });
		expect(status.body.status.podIP).toBe('10.1.1.1');
		expect(owners(status)['agent Update status']).toContain('/f:status/f:podIP');
	});
	test('the label with the name of a namespace is owned like what its maker sends', async () => {
		const made = await server.call('POST', '/api/v1/namespaces?fieldManager=maker', { body: { metadata: { name: 'labelled' } } });
		expect(owners(made)).toEqual({ 'maker Update': ['/f:metadata/f:labels', '/f:metadata/f:labels/f:orch.io/metadata.name'] });
		const drawn = await server.call('POST', '/api/v1/namespaces', { body: { metadata: { generateName: 'drawn-' } } });
		expect(drawn.body.metadata.labels).toEqual({ 'orch.io/metadata.name': drawn.body.metadata.name });
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
	test('do not own fields that are sent again but not stored', async () => {
		const own = await testServer({ hooks: { secrets: {} } });
		try {
			const secrets = '/api/v1/namespaces/default/secrets';
			const body = { metadata: { name: 'sent' }, data: { a: 'MQ==' }, stringData: { b: '2' } };
			const made = await own.call('POST', secrets, { body });
			const later = Date.now() + 5_000;
			const clock = vi.spyOn(Date, 'now').mockReturnValue(later);
			const again = await own.call('PUT', `${secrets}/sent`, { body });
			clock.mockRestore();
			expect(again.text).toBe(made.text);
		} finally {
			await own.close();
		}
	});
	test('an object that is too large with its owners is stored without them', async () => {
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
	test.each([['x'], ['v:1e400'], ['v:[{"a":-1e400}]'], ['k:{"a":1e400}']])('cannot make them unreadable: %s', async (element) => {
		const made = await server.call('POST', configMaps, { body: { metadata: { generateName: 'garbled-' }, data: { a: '1' } } });
		const managedFields = [{ ...entry, fieldsV1: { [element]: {} } }];
		const put = await server.call('PUT', `${configMaps}/${made.body.metadata.name}`, {
			body: { ...made.body, metadata: { ...made.body.metadata, managedFields } },
		});
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
	const reset = { managedFields: [{}] };
	const sameContainer = { name: 'c', image: 'i' };
	test.each([
		['a merge patch', configMaps, merge, { metadata: reset, data: { a: '1', n: '2' } }, ['/f:data/f:a', '/f:data/f:n']],
		['a merge patch that removes', configMaps, merge, { metadata: reset, data: { a: null, b: '1' } }, ['/f:data/f:b']],
		['a merge patch of one label', configMaps, merge, { metadata: { ...reset, labels: { l: '1' } } }, ['/f:metadata/f:labels/f:l']],
		[
			'a JSON patch',
			configMaps,
			jsonPatch,
			[
				{ op: 'add', path: '/data/a', value: '1' },
				{ op: 'test', path: '/data/b', value: '1' },
				{ op: 'replace', path: '/data/n', value: '2' },
				{ op: 'replace', path: '/metadata/managedFields', value: [{}] },
			],
			['/f:data/f:a', '/f:data/f:n'],
		],
		[
			'a JSON patch of an entry of a list',
			deployments,
			jsonPatch,
			[
				{ op: 'replace', path: '/spec/template/spec/containers/0/image', value: 'i' },
				{ op: 'replace', path: '/metadata/managedFields', value: [{}] },
			],
			['/f:spec/f:template/f:spec/f:containers/k:{"name":"c"}/f:image'],
		],
		[
			'a strategic merge patch',
			deployments,
			'application/strategic-merge-patch+json',
			{ metadata: reset, spec: { template: { spec: { containers: [sameContainer] } } } },
			['/f:spec/f:template/f:spec/f:containers/k:{"name":"c"}/f:image'],
		],
	])('%s along with the reset owns all that it sends', async (_, url, type, body, fields) => {
		const made =
			url === configMaps
				? configMap('', { a: '1', b: '1' }, { generateName: 'anew-', labels: { l: '1', m: '1' } })
				: { ...deployment(''), metadata: { generateName: 'anew-' } };
		const { name } = (await server.call('POST', `${url}?fieldManager=maker`, { body: made })).body.metadata;
		const answer = await server.call('PATCH', `${url}/${name}?fieldManager=me`, { type, body: body as Loose });
		expect(owners(answer)).toEqual({ 'me Update': fields });
	});
	test('an update along with the reset owns the object', async () => {
		const made = await server.call('POST', `${configMaps}?fieldManager=maker`, { body: configMap('whole', { a: '1', b: '1' }) });
		const body = { ...made.body, metadata: { name: 'whole', ...reset } };
		const put = await server.call('PUT', `${configMaps}/whole?fieldManager=me`, { body });
		expect(owners(put)).toEqual({ 'me Update': ['/f:data', '/f:data/f:a', '/f:data/f:b'] });
	});
	test('are ignored through a subresource', async () => {
		const made = await server.call('POST', deployments, { body: deployment('sub') });
		const status = await server.call('PATCH', `${deployments}/sub/status`, { type: merge, body: { metadata: { managedFields: [{}] } } });
		expect(status.body.metadata.managedFields).toEqual(made.body.metadata.managedFields);
	});
});

test('an apply of what the object has gives its entry no time, with a status that the endpoint does not write, too', async () => {
	const { spec, ...others } = deployment('timeless', { replicas: 1 });
	const { replicas: _, ...less } = spec;
	await server.call('POST', `${deployments}?fieldManager=maker`, { body: { ...others, spec } });
	const url = `${deployments}/timeless`;
	const applied = [
		await apply('me', url, { ...others, spec }),
		await apply('me', url, { ...others, spec: less, status: { replicas: 5 } }),
		await apply('me', url, { ...others, spec: { ...less, paused: true } }),
	];
	const timed = applied.map(({ body }) => body.metadata.managedFields.find(({ manager }: Loose) => manager === 'me').time !== undefined);
	expect(timed).toEqual([false, false, true]);
});

describe('plugins', () => {
	const meddler: AdmissionPlugin = {
		name: 'Meddler',
		onByDefault: { from: '1.0' },
		operations: ['CREATE', 'UPDATE'],
		start: () => ({
			mutate({ object, name }) {
				const metadata = object?.metadata as Loose;
				if (name === 'seen') seen = metadata.managedFields;
				if (name === 'labelled') metadata.labels = { by: 'plugin' };
				if (name === 'broken') metadata.managedFields = [{ manager: 'broken' }];
				if (name === 'edited') metadata.managedFields[0].manager = 'plugin';
			},
		}),
	};
	let seen: Loose;
	let meddled: TestServer;
	beforeAll(async () => {
		meddled = await testServer({ plugins: [meddler] });
	});
	afterAll(() => meddled.close());
	const make = (name: string): Promise<Answer> => meddled.call('POST', `${configMaps}?fieldManager=me`, { body: configMap(name, { a: '1' }) });

	test('see who owns what', async () => {
		const made = await make('seen');
		expect(seen).toEqual(made.body.metadata.managedFields);
	});
	test('make changes that have no owner', async () => {
		const made = await make('labelled');
		expect(made.body.metadata.labels).toEqual({ by: 'plugin' });
		expect(owners(made)).toEqual({ 'me Update': ['/f:data', '/f:data/f:a'] });
	});
	test('may edit owners, but not so that they cannot be understood', async () => {
		expect(Object.keys(owners(await make('edited')))).toEqual(['plugin Update']);
		const broken = await make('broken');
		expect(Object.keys(owners(broken))).toEqual(['me Update']);
		expect(broken.warnings).toEqual([
			'.metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests: operation must be `Apply` or `Update`',
		]);
	});
});

describe('reads', () => {
	const domain = 'meta.k8s.io';
	test('show managed fields, in metadata alone and in Tables too', async () => {
		const made = await server.call('POST', configMaps, { body: configMap('read', { a: '1' }) });
		const { managedFields } = made.body.metadata;
		const shown = async (accept: string): Promise<Loose> => (await server.call('GET', `${configMaps}/read`, { accept })).body;
		expect((await shown(`application/json;as=PartialObjectMetadata;v=v1;g=${domain}`)).metadata.managedFields).toEqual(managedFields);
		const table = await shown(`application/json;as=Table;v=v1;g=${domain}`);
		expect(table.rows[0].object.metadata.managedFields).toEqual(managedFields);
		const list = await server.call('GET', `${configMaps}?fieldSelector=metadata.name%3Dread`);
		expect(list.body.items[0].metadata.managedFields).toEqual(managedFields);
	});
	test('in protobuf include owners and can be sent back', async () => {
		const protobuf = 'application/vnd.kubernetes.protobuf';
		const made = await server.call('POST', configMaps, { body: configMap('bytes', { a: '1' }) });
		const schema = server.context.schemas.type('core/v1.ConfigMap');
		const item = server.context.cache.get('configmaps', 'default', 'bytes');
		if (item === undefined) throw new Error('the object is not in the cache');
		const bytes = schema.encode(parseWhole(item));
		expect((schema.decode(bytes) as Loose).metadata.managedFields).toEqual(made.body.metadata.managedFields);
		const sent = wrapUnknown('v1', 'ConfigMap', bytes);
		const put = await server.call('PUT', `${configMaps}/bytes`, { type: protobuf, body: sent });
		expect(put.text).toBe(made.text);
	});
});
