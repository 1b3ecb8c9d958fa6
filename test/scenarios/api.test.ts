/** Tests seed 1 against the built server: metadata, conflicts, deletion, dry run, validation levels, lists, media types, errors. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { expecting, type Loose, patchTypes } from '../setup/loose.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

let server: ServerProcess;
const expectStatus = expecting(() => server);
const configmaps = '/api/v1/namespaces/default/configmaps';
const configmap = (name: string, rest: object = {}): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, ...rest });

beforeAll(async () => {
	server = await startServer(inject('built').orch);
});
afterAll(() => server.remove());

describe('metadata', () => {
	it('is filled in by the server', async () => {
		const made = await expectStatus(201, 'POST', configmaps, configmap('filled', { data: { a: 'b' } }));
		expect(made).toEqual({
			kind: 'ConfigMap',
			apiVersion: 'v1',
			metadata: {
				name: 'filled',
				namespace: 'default',
				uid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
				resourceVersion: expect.stringMatching(/^[1-9]\d*$/),
				creationTimestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
				managedFields: [
					{
						manager: 'unknown',
						operation: 'Update',
						apiVersion: 'v1',
						time: made.metadata.creationTimestamp,
						fieldsType: 'FieldsV1',
						fieldsV1: { 'f:data': { '.': {}, 'f:a': {} } },
					},
				],
			},
			data: { a: 'b' },
		});
	});

	it('names from generateName', async () => {
		const first = await expectStatus(201, 'POST', configmaps, { metadata: { generateName: 'gen-' } });
		const second = await expectStatus(201, 'POST', configmaps, { metadata: { generateName: 'gen-' } });
		expect(first.metadata.name).toMatch(/^gen-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
		expect(second.metadata.name).not.toBe(first.metadata.name);
	});

	it('refuses malformed metadata, with every cause', async () => {
		const status = await expectStatus(
			422,
			'POST',
			configmaps,
			configmap('Bad_Name', { metadata: { name: 'Bad_Name', labels: { 'a b': 'x', ok: '-bad' } }, data: { 'no spaces': 'x' } }),
		);
		expect(status).toMatchObject({ kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'Invalid', code: 422 });
		expect(status.details.causes.map((cause: Loose) => cause.field)).toEqual(expect.arrayContaining(['metadata.name', 'metadata.labels', 'data[no spaces]']));
		expect((await expectStatus(422, 'POST', configmaps, { metadata: {} })).message).toContain('name or generateName is required');
		await expectStatus(400, 'POST', configmaps, configmap('x', { metadata: { name: 'x', namespace: 'other' } }));
		await expectStatus(400, 'POST', configmaps, { ...configmap('x'), kind: 'Secret' });
		await expectStatus(404, 'POST', '/api/v1/namespaces/missing/configmaps', configmap('x'));
	});

	it('never lets a prototype through', async () => {
		const text = '{"metadata":{"name":"proto","labels":{"__proto__":"x"}},"data":{"__proto__":"y","constructor":"z"},"__proto__":{"polluted":true}}';
		const answer = await server.call('POST', configmaps, text);
		expect([201, 422]).toContain(answer.status);
		if (answer.status === 201) expect((answer.json() as Loose).polluted).toBeUndefined();
		const patched = await server.call('PATCH', `${configmaps}/filled`, '{"data":{"__proto__":{"polluted":"yes"}}}', patchTypes.merge);
		expect(patched.status).toBeGreaterThanOrEqual(400);
		expect((await expectStatus(200, 'GET', `${configmaps}/filled`)).data).toEqual({ a: 'b' });
	});
});

describe('updates', () => {
	it('conflict on an old resourceVersion, and overwrite without one', async () => {
		const made = await expectStatus(201, 'POST', configmaps, configmap('updated', { data: { n: '0' } }));
		const next = await expectStatus(200, 'PUT', `${configmaps}/updated`, { ...made, data: { n: '1' } });
		expect(Number(next.metadata.resourceVersion)).toBeGreaterThan(Number(made.metadata.resourceVersion));
		const status = await expectStatus(409, 'PUT', `${configmaps}/updated`, { ...made, data: { n: '2' } });
		expect(status.message).toBe(
			'Operation cannot be fulfilled on configmaps "updated": the object has been modified; please apply your changes to the latest version and try again',
		);
		await expectStatus(200, 'PUT', `${configmaps}/updated`, configmap('updated', { data: { n: '3' } }));
		const same = await expectStatus(200, 'PUT', `${configmaps}/updated`, configmap('updated', { data: { n: '3' } }));
		expect((await expectStatus(200, 'GET', `${configmaps}/updated`)).metadata.resourceVersion).toBe(same.metadata.resourceVersion);
		await expectStatus(404, 'PUT', `${configmaps}/absent`, configmap('absent'));
		await expectStatus(400, 'PUT', `${configmaps}/updated`, configmap('another'));
	});

	it('keep immutable data as it is (seed 2)', async () => {
		await expectStatus(201, 'POST', configmaps, configmap('frozen', { data: { a: '1' }, immutable: true }));
		const status = await expectStatus(422, 'PATCH', `${configmaps}/frozen`, { data: { a: '2' } }, patchTypes.merge);
		expect(status.message).toContain('field is immutable when `immutable` is set');
		await expectStatus(422, 'PATCH', `${configmaps}/frozen`, { immutable: false }, patchTypes.merge);
		await expectStatus(200, 'PATCH', `${configmaps}/frozen`, { metadata: { labels: { a: 'b' } } }, patchTypes.merge);
	});

	it('merge stringData into data and never return it (seed 2)', async () => {
		const secrets = '/api/v1/namespaces/default/secrets';
		const made = await expectStatus(201, 'POST', secrets, { metadata: { name: 's' }, data: { a: 'YQ==', b: 'Yg==' }, stringData: { b: 'B', c: 'C' } });
		expect(made).toMatchObject({ type: 'Opaque', data: { a: 'YQ==', b: 'Qg==', c: 'Qw==' } });
		expect(made.stringData).toBeUndefined();
		await expectStatus(422, 'POST', secrets, { metadata: { name: 'big' }, data: { a: Buffer.alloc(1024 * 1024 + 1).toString('base64') } });
	});
});

describe('deletion', () => {
	it('waits for finalizers (seed 1, deletion lifecycle)', async () => {
		await expectStatus(201, 'POST', configmaps, { metadata: { name: 'held', finalizers: ['example.com/a', 'example.com/b'] } });
		const terminating = await expectStatus(200, 'DELETE', `${configmaps}/held`);
		expect(terminating.status === 'Success' || terminating.metadata.deletionTimestamp).toBeTruthy();
		const read = await expectStatus(200, 'GET', `${configmaps}/held`);
		expect(read.metadata.deletionTimestamp).toMatch(/^\d{4}/);
		await expectStatus(200, 'PATCH', `${configmaps}/held`, { metadata: { finalizers: ['example.com/b'] } }, patchTypes.merge);
		await expectStatus(200, 'GET', `${configmaps}/held`);
		await expectStatus(422, 'PATCH', `${configmaps}/held`, { metadata: { finalizers: ['example.com/b', 'example.com/c'] } }, patchTypes.merge);
		await expectStatus(200, 'PATCH', `${configmaps}/held`, { metadata: { finalizers: [] } }, patchTypes.merge);
		await expectStatus(404, 'GET', `${configmaps}/held`);
	});

	it('honours preconditions', async () => {
		const made = await expectStatus(201, 'POST', configmaps, configmap('conditional'));
		await expectStatus(409, 'DELETE', `${configmaps}/conditional`, { preconditions: { uid: '00000000-0000-4000-8000-000000000000' } });
		await expectStatus(409, 'DELETE', `${configmaps}/conditional`, { preconditions: { resourceVersion: '1' } });
		await expectStatus(200, 'DELETE', `${configmaps}/conditional`, { preconditions: { uid: made.metadata.uid } });
	});

	it('returns a Status or the object, as each kind does (seed 2)', async () => {
		await expectStatus(201, 'POST', configmaps, configmap('gone'));
		expect(await expectStatus(200, 'DELETE', `${configmaps}/gone`)).toMatchObject({
			kind: 'Status',
			status: 'Success',
			details: { name: 'gone', kind: 'configmaps' },
		});
		const classes = '/apis/storage.orch.io/v1/storageclasses';
		await expectStatus(201, 'POST', classes, { metadata: { name: 'fast' }, provisioner: 'example.com/disk' });
		expect(await expectStatus(200, 'DELETE', `${classes}/fast`)).toMatchObject({ kind: 'StorageClass', metadata: { name: 'fast' } });
	});

	it('is visible to a watch of one object', async () => {
		await expectStatus(201, 'POST', configmaps, configmap('watched'));
		await expectStatus(201, 'POST', configmaps, configmap('beside'));
		const { metadata } = await expectStatus(200, 'GET', `${configmaps}/watched`);
		await expectStatus(200, 'DELETE', `${configmaps}/beside`);
		await expectStatus(200, 'DELETE', `${configmaps}/watched`);
		const { text } = await server.call('GET', `${configmaps}/watched?watch=1&timeoutSeconds=1&resourceVersion=${metadata.resourceVersion}`);
		const events = text
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line) as Loose);
		expect(events).toMatchObject([{ type: 'DELETED', object: { metadata: { name: 'watched' } } }]);
	});

	it('keeps the content of a deleted namespace for a while, and refuses new objects', async () => {
		await expectStatus(201, 'POST', '/api/v1/namespaces', { metadata: { name: 'short' } });
		await expectStatus(201, 'POST', '/api/v1/namespaces/short/configmaps', configmap('inside'));
		await expectStatus(200, 'DELETE', '/api/v1/namespaces/short');
		expect(await expectStatus(200, 'GET', '/api/v1/namespaces/short')).toMatchObject({ status: { phase: 'Terminating' } });
		await expectStatus(403, 'POST', '/api/v1/namespaces/short/configmaps', configmap('late'));
		await expectStatus(200, 'DELETE', '/api/v1/namespaces/short/configmaps/inside');
		await expectStatus(403, 'DELETE', '/api/v1/namespaces/orch-system');
	});
});

describe('query parameters', () => {
	it('dryRun=All stores nothing', async () => {
		const made = await expectStatus(201, 'POST', `${configmaps}?dryRun=All`, configmap('dry', { data: { a: 'b' } }));
		expect(made.metadata.uid).toBeDefined();
		await expectStatus(404, 'GET', `${configmaps}/dry`);
		await expectStatus(422, 'POST', `${configmaps}?dryRun=Some`, configmap('dry'));
		await expectStatus(200, 'DELETE', `${configmaps}/filled?dryRun=All`);
		await expectStatus(200, 'GET', `${configmaps}/filled`);
	});

	it('fieldValidation ignores, warns or refuses', async () => {
		const body = '{"metadata":{"name":"fv"},"data":{"a":"1","a":"2"},"extra":true}';
		const warned = await server.call('POST', `${configmaps}?dryRun=All`, body);
		expect(warned.status).toBe(201);
		expect(warned.headers.warning).toMatch(/299 - "unknown field \\"extra\\""/);
		expect(warned.headers.warning).toMatch(/duplicate field \\"data\.a\\"/);
		expect((await server.call('POST', `${configmaps}?dryRun=All&fieldValidation=Ignore`, body)).headers.warning).toBeUndefined();
		const strict = await expectStatus(400, 'POST', `${configmaps}?fieldValidation=Strict`, body);
		expect(strict.message).toMatch(/strict decoding error: .*unknown field "extra"/);
		expect(strict.message).toMatch(/duplicate field "data\.a"/);
		await expectStatus(422, 'POST', `${configmaps}?fieldValidation=Loud`, configmap('fv'));
	});

	it('limit lists to chunks of one snapshot', async () => {
		await expectStatus(201, 'POST', '/api/v1/namespaces', { metadata: { name: 'chunks' } });
		const path = '/api/v1/namespaces/chunks/configmaps';
		for (let n = 0; n < 7; n++) await expectStatus(201, 'POST', path, configmap(`c-${n}`, { metadata: { name: `c-${n}`, labels: { chunk: 'yes' } } }));
		const names: string[] = [];
		const first = await expectStatus(200, 'GET', `${path}?limit=3&labelSelector=chunk`);
		expect(first.metadata.remainingItemCount).toBeUndefined();
		expect((await expectStatus(200, 'GET', `${path}?limit=3`)).metadata.remainingItemCount).toBeGreaterThanOrEqual(4);
		await expectStatus(201, 'POST', path, configmap('c-9', { metadata: { name: 'c-9', labels: { chunk: 'yes' } } }));
		for (let page = first; ; ) {
			expect(page.metadata.resourceVersion).toBe(first.metadata.resourceVersion);
			names.push(...page.items.map((item: Loose) => item.metadata.name));
			if (page.metadata.continue === '') break;
			page = await expectStatus(200, 'GET', `${path}?limit=3&labelSelector=chunk&continue=${encodeURIComponent(page.metadata.continue)}`);
		}
		expect(names).toEqual([0, 1, 2, 3, 4, 5, 6].map((n) => `c-${n}`));
		await expectStatus(400, 'GET', `${path}?limit=3&continue=nonsense`);
		const other = await expectStatus(400, 'GET', `${path}?limit=3&continue=${encodeURIComponent(first.metadata.continue)}`);
		expect(other).toMatchObject({ reason: 'BadRequest', message: expect.stringMatching(/^invalid continue token: continue key is not valid/) });
		await expectStatus(400, 'GET', `${path}?limit=3&resourceVersion=5&continue=${encodeURIComponent(first.metadata.continue)}`);
	});

	it('reads at versions (seed 1, version semantics)', async () => {
		const { metadata } = await expectStatus(200, 'GET', configmaps);
		const now = metadata.resourceVersion;
		expect((await expectStatus(200, 'GET', `${configmaps}?resourceVersion=0`)).kind).toBe('ConfigMapList');
		expect((await expectStatus(200, 'GET', `${configmaps}?resourceVersion=${now}&resourceVersionMatch=Exact`)).metadata.resourceVersion).toBe(now);
		await expectStatus(422, 'GET', `${configmaps}?resourceVersionMatch=Exact`);
		await expectStatus(422, 'GET', `${configmaps}?resourceVersion=0&resourceVersionMatch=Exact`);
		const late = await server.call('GET', `${configmaps}?resourceVersion=${Number(now) + 1_000_000}`);
		expect([late.status, late.headers['retry-after']]).toEqual([504, '1']);
		expect(late.json()).toMatchObject({
			reason: 'Timeout',
			message: expect.stringContaining('Too large resource version'),
			details: { causes: [{ reason: 'ResourceVersionTooLarge' }] },
		});
	});

	it('streams a list into a watch', async () => {
		const text = (
			await server.call('GET', '/api/v1/namespaces?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&timeoutSeconds=1')
		).text;
		const events = text
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line) as Loose);
		expect(events.filter((event) => event.type === 'ADDED').map((event) => event.object.metadata.name)).toEqual(
			expect.arrayContaining(['default', 'orch-system', 'orch-public']),
		);
		const end = events.find((event) => event.type === 'BOOKMARK');
		expect(end.object.metadata.annotations).toMatchObject({ 'orch.io/initial-events-end': 'true' });
	});

	it('refuses selectors that make no sense', async () => {
		expect((await expectStatus(400, 'GET', `${configmaps}?fieldSelector=data.a%3Db`)).message).toContain('"data.a" is not a known field selector');
		await expectStatus(400, 'GET', `${configmaps}?labelSelector=${encodeURIComponent('a in (')}`);
	});
});

describe('media types', () => {
	it('answer as asked: JSON, YAML, protobuf, pretty', async () => {
		const get = (accept: string, query = '') => server.call('GET', `${configmaps}/filled${query}`, undefined, { accept });
		expect((await get('*/*')).headers['content-type']).toBe('application/json');
		const yaml = await get('application/yaml');
		expect([yaml.headers['content-type'], yaml.text.startsWith('apiVersion: v1\n')]).toEqual(['application/yaml', true]);
		const protobuf = await get('application/vnd.orch.protobuf,application/json');
		expect([protobuf.headers['content-type'], protobuf.bytes.subarray(0, 4)]).toEqual(['application/vnd.orch.protobuf', Buffer.from('k8s\0')]);
		expect((await get('application/json', '?pretty=true')).text).toContain('\n  "metadata": {\n');
		expect((await get('text/html')).status).toBe(406);
	});

	it('include JSON, YAML and protobuf for bodies; others get 415', async () => {
		const yaml = 'metadata:\n  name: from-yaml\ndata:\n  a: "1"\n';
		expect((await server.call('POST', configmaps, yaml, { 'content-type': 'application/yaml' })).status).toBe(201);
		const bytes = (await server.call('GET', `${configmaps}/from-yaml`, undefined, { accept: 'application/vnd.orch.protobuf' })).bytes;
		expect((await server.call('PUT', `${configmaps}/from-yaml`, bytes, { 'content-type': 'application/vnd.orch.protobuf' })).status).toBe(200);
		expect((await server.call('POST', configmaps, 'x', { 'content-type': 'text/plain' })).status).toBe(415);
		expect((await server.call('PATCH', `${configmaps}/filled`, '{}', { 'content-type': 'application/json' })).status).toBe(415);
		expect((await server.call('POST', configmaps, '{"metadata":', {})).status).toBe(400);
		expect((await server.call('POST', configmaps, Buffer.alloc(3 * 1024 * 1024 + 1, ' '))).status).toBe(413);
	});

	it('for Table and PartialObjectMetadata', async () => {
		const table = await expectStatus(200, 'GET', `${configmaps}/filled`, undefined, { accept: 'application/json;as=Table;g=meta.orch.io;v=v1' });
		expect(table).toMatchObject({
			kind: 'Table',
			apiVersion: 'meta.orch.io/v1',
			rows: [{ cells: ['filled', 1, expect.any(String)], object: { kind: 'PartialObjectMetadata', metadata: { name: 'filled' } } }],
		});
		expect(table.columnDefinitions.map((column: Loose) => column.name)).toEqual(['Name', 'Data', 'Age']);
		const partial = await expectStatus(200, 'GET', configmaps, undefined, { accept: 'application/json;as=PartialObjectMetadataList;g=meta.orch.io;v=v1' });
		expect([partial.kind, partial.items[0].data]).toEqual(['PartialObjectMetadataList', undefined]);
	});
});

describe('paths and errors', () => {
	it('are answered for missing resources', async () => {
		expect(await expectStatus(404, 'GET', `${configmaps}/nope`)).toEqual({
			kind: 'Status',
			apiVersion: 'v1',
			metadata: {},
			status: 'Failure',
			message: 'configmaps "nope" not found',
			reason: 'NotFound',
			details: { name: 'nope', kind: 'configmaps' },
			code: 404,
		});
		expect((await expectStatus(404, 'GET', '/api/v1/nothings')).message).toBe('the server could not find the requested resource');
		await expectStatus(404, 'GET', '/apis/none.example.com/v1/things');
		await expectStatus(404, 'GET', '/api/v1/namespaces/default/persistentvolumes');
		await expectStatus(405, 'DELETE', '/api/v1/namespaces');
		for (const path of [
			'/api/v1/namespaces/..%2f..%2fsecrets/configmaps',
			'/api/v1/namespaces/default/configmaps/..%2Fx',
			'/api/v1/namespaces/%2e%2e/configmaps',
		]) {
			expect((await server.call('GET', path)).status).toBeGreaterThanOrEqual(400);
		}
	});

	it('serves health in words', async () => {
		const verbose = (await server.call('GET', '/readyz?verbose')).text;
		expect(verbose).toMatch(/^\[\+\]ping ok$/m);
		expect(verbose).toMatch(/healthz check passed\n$/);
		expect((await server.call('GET', '/livez?verbose&exclude=ping')).text).toMatch(/^\[\+\]ping excluded: ok$/m);
		expect((await server.call('GET', '/livez/ping')).status).toBe(200);
		expect((await server.call('GET', '/livez/nothing')).status).toBe(404);
	});

	it('counts requests', async () => {
		const metrics = (await server.call('GET', '/metrics')).text;
		expect(metrics).toMatch(
			/^apiserver_request_total\{[^}]*resource="configmaps"[^}]*verb="GET"|^apiserver_request_total\{[^}]*verb="GET"[^}]*resource="configmaps"/m,
		);
		expect(metrics).toMatch(/^apiserver_storage_objects\{resource="configmaps"\} \d+$/m);
		expect(metrics).toMatch(/^process_cpu_seconds_total/m);
	});
});
