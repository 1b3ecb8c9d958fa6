import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wrapUnknown } from '../../runtime/wire/protobuf/unknown.ts';
import { type TestServer, testServer } from './write-fixture.ts';

let server: TestServer;
beforeAll(async () => {
	server = await testServer();
});
afterAll(() => server.close());

const configMaps = '/api/v1/namespaces/default/configmaps';
const configMap = (name: string, more: object = {}) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { a: '1' }, ...more });

describe('bodies', () => {
	test.each([
		['another kind', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'x' } }, /^Secret in version "v1" cannot be handled as a ConfigMap: /],
		[
			'an unknown kind',
			{ apiVersion: 'v9', kind: 'Foo', metadata: { name: 'x' } },
			'Foo in version "v9" cannot be handled as a ConfigMap: no kind "Foo" is registered for version "v9"',
		],
		[
			'another version',
			{ apiVersion: 'apps/v1', kind: 'ConfigMap', metadata: { name: 'x' } },
			'ConfigMap in version "v1" cannot be handled as a ConfigMap: no kind "ConfigMap" is registered for version "apps/v1"',
		],
		['no object', '[]', /^the object provided is unrecognized \(must be of type ConfigMap\)/],
		['no JSON', '{', /^the object provided is unrecognized \(must be of type ConfigMap\)/],
		[
			'a wrong type',
			{ ...configMap('x'), data: { a: 1 } },
			/^ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field ConfigMap.data of type string/,
		],
	])('%s is refused', async (_, body, message) => {
		const answer = await server.call('POST', configMaps, { body });
		expect(answer.body.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
		expect(answer.status).toBe(400);
	});
	test.each([
		['application/json', 'null'],
		['application/yaml', '~'],
		['application/yaml', ''],
		['application/yaml', '# no document\n'],
	])('null is an object without fields: %s %j', async (type, body) => {
		const answer = await server.call('POST', configMaps, { type, body });
		expect(answer.status).toBe(422);
		expect(answer.body.details.causes).toEqual([
			{ reason: 'FieldValueRequired', field: 'metadata.name', message: 'Required value: name or generateName is required' },
		]);
	});
	test.each([
		['application/strategic-merge-patch+json', 200],
		['application/json-patch+json', 200],
		['application/merge-patch+json', 400],
	])('a patch that is null: %s', async (type, status) => {
		const made = await server.call('POST', configMaps, { body: { metadata: { generateName: 'null-' } } });
		expect((await server.call('PATCH', `${configMaps}/${made.body.metadata.name}`, { type, body: 'null' })).status).toBe(status);
	});
	test('unknown and duplicate fields come as they stand in the body', async () => {
		const container = '{"name":"c","image":"i","unknownNested":1,"imagePullPolicy":"Always","imagePullPolicy":"Never"}';
		const template = `{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[${container}]}}`;
		const spec = `{"unknown1":1,"unknownDupe":1,"unknownDupe":2,"paused":true,"paused":false,"selector":{"matchLabels":{"a":"b"}},"template":${template}}`;
		const body = `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"odd"},"spec":${spec}}`;
		const deployments = '/apis/apps/v1/namespaces/default/deployments';
		const found = [
			'unknown field "spec.unknown1"',
			'unknown field "spec.unknownDupe"',
			'duplicate field "spec.paused"',
			'unknown field "spec.template.spec.containers[0].unknownNested"',
			'duplicate field "spec.template.spec.containers[0].imagePullPolicy"',
		];
		const strict = await server.call('POST', `${deployments}?fieldValidation=Strict`, { body });
		expect([strict.status, strict.body.message]).toEqual([
			400,
			`Deployment in version "v1" cannot be handled as a Deployment: strict decoding error: ${found.join(', ')}`,
		]);
		expect((await server.call('POST', `${deployments}?fieldValidation=Warn`, { body })).warnings).toEqual(found);
	});
	test('unknown and duplicate fields: warned of, refused, or passed over', async () => {
		const body = (name: string) => `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"${name}"},"foo":1,"data":{"a":"1","a":"2"}}`;
		expect((await server.call('POST', configMaps, { body: body('warned') })).warnings).toEqual(
			expect.arrayContaining(['unknown field "foo"', 'duplicate field "data.a"']),
		);
		expect((await server.call('POST', `${configMaps}?fieldValidation=Ignore`, { body: body('passed') })).warnings).toEqual([]);
		const strict = await server.call('POST', `${configMaps}?fieldValidation=Strict`, { body: body('refused') });
		expect(strict.status).toBe(400);
		expect(strict.body.message).toMatch(/^ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: /);
		expect(strict.body.message).toContain('unknown field "foo"');
	});
	test('keys that stand twice in YAML: warned of one by one, refused in one paragraph', async () => {
		const call = { body: 'metadata:\n  name: twice\nfoo: 1\ndata:\n  a: "1"\n  a: "2"\ndata:\n  a: "3"\n', type: 'application/yaml' };
		const twice = ['line 6: key "a" already set in map', 'line 8: key "data" already set in map'];
		const warned = await server.call('POST', configMaps, call);
		expect([warned.status, warned.warnings]).toEqual([201, [...twice, 'unknown field "foo"']]);
		const strict = await server.call('POST', `${configMaps}?fieldValidation=Strict`, call);
		expect([strict.status, strict.body.message]).toEqual([
			400,
			`ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: yaml: unmarshal errors:\n  ${twice.join('\n  ')}, unknown field "foo"`,
		]);
	});
	test('YAML', async () => {
		const yaml = await server.call('POST', configMaps, { body: 'metadata:\n  name: yaml\ndata:\n  a: "1"\n', type: 'application/yaml' });
		expect(yaml.status).toBe(201);
		const read = await server.call('GET', `${configMaps}/yaml`, { accept: 'application/yaml' });
		expect(read.text).toContain('name: yaml');
	});
	test('protobuf in and out', async () => {
		const { schemas } = server.context;
		const protobuf = 'application/vnd.orch.protobuf';
		const type = schemas.type('core/v1.ConfigMap');
		const sent = type.encode(type.read(configMap('proto-body'), { notices: [] }));
		const made = await server.call('POST', configMaps, { body: wrapUnknown('v1', 'ConfigMap', sent), type: protobuf });
		expect(made.status).toBe(201);
		expect(made.body).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'proto-body' }, data: { a: '1' } });
		const wrong = await server.call('POST', configMaps, { body: wrapUnknown('v1', 'Secret', sent), type: protobuf });
		expect(wrong.status).toBe(400);
		const options = schemas.type('meta/v1.DeleteOptions');
		const body = wrapUnknown('v1', 'DeleteOptions', options.encode(options.read({ preconditions: { uid: 'other' } }, { notices: [] })));
		expect((await server.call('DELETE', `${configMaps}/proto-body`, { body, type: protobuf })).status).toBe(409);
	});
	test('another content type is 415', async () => {
		const answer = await server.call('POST', configMaps, { body: 'x', type: 'text/plain' });
		expect(answer).toMatchObject({ status: 415 });
		expect(answer.body.message).toMatch(/^the body of the request was in an unknown format - accepted media types include: application\/json/);
	});
	test('a write with an unacceptable media type is not performed', async () => {
		const answer = await server.call('POST', configMaps, { body: configMap('unanswerable'), accept: 'text/html' });
		expect(answer.status).toBe(406);
		expect((await server.call('GET', `${configMaps}/unanswerable`)).status).toBe(404);
	});
});
