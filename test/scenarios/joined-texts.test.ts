/**
 * Tests conversions that join fields into one text, split a text into fields and rename a field. Every verb of a built server is used, over
 * TLS.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { expecting, type Loose, patchTypes } from '../setup/loose.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

let server: ServerProcess;

beforeAll(async () => {
	server = await startServer(inject('built').extended);
});
afterAll(() => server.remove());

const expectStatus = expecting(() => server);
const { merge, json } = patchTypes;
const apply = { 'content-type': 'application/apply-patch+yaml' };
const calls = (version: string, rest = ''): string => `/apis/call.example.com/${version}/namespaces/default/calls${rest}`;
const call = (version: string, spec: Loose, name = 'c'): Loose => ({ apiVersion: `call.example.com/${version}`, kind: 'Call', metadata: { name }, spec });
const inV1 = { address: 'a:80', image: { name: 'web', tag: '1' }, note: 'n' };
const inV2 = { host: 'a', port: 80, image: 'web@1', remark: 'n' };

const specOf = async (version: string, name = 'c'): Promise<Loose> => (await expectStatus(200, 'GET', calls(version, `/${name}`))).spec;

function owned({ metadata }: Loose): Loose {
	return Object.fromEntries(metadata.managedFields.map(({ manager, apiVersion, fieldsV1 }: Loose) => [`${manager} ${apiVersion}`, fieldsV1['f:spec']]));
}

describe('an object of two versions', () => {
	beforeEach(async () => {
		await server.call('DELETE', calls('v2', '/c'));
		await expectStatus(201, 'POST', `${calls('v1')}?fieldManager=maker`, call('v1', inV1));
	});

	it('is created in one version, and read, listed and selected in both', async () => {
		expect([await specOf('v1'), await specOf('v2')]).toEqual([inV1, inV2]);
		const list = await expectStatus(200, 'GET', `${calls('v1')}?fieldSelector=metadata.name%3Dc`);
		expect(list.items.map(({ spec }: Loose) => spec)).toEqual([inV1]);
	});

	it('returns unchanged, from either version', async () => {
		const made = await expectStatus(201, 'POST', calls('v2'), call('v2', { ...inV2, timeout: 7 }, 'other'));
		const shown = await expectStatus(200, 'GET', calls('v1', '/other'));
		const again = await expectStatus(200, 'PUT', calls('v1', '/other'), shown);
		expect(again.metadata).toMatchObject({ resourceVersion: made.metadata.resourceVersion, generation: made.metadata.generation });
		expect(await specOf('v2', 'other')).toEqual({ ...inV2, timeout: 7 });
		await expectStatus(200, 'DELETE', calls('v1', '/other'));
	});

	it.each<[string, Loose, Loose, Loose]>([
		['the text', merge, { spec: { address: 'b:81' } }, { host: 'b', port: 81 }],
		['the text, by its path', json, [{ op: 'replace', path: '/spec/address', value: 'b:82' }], { host: 'b', port: 82 }],
		['a part', merge, { spec: { image: { tag: '2' } } }, { image: 'web@2' }],
		['the other name', merge, { spec: { note: 'm' } }, { remark: 'm' }],
		['no text', merge, { spec: { address: null } }, { host: undefined, port: undefined }],
	])('is patched through v1: %s', async (_, type, patch, changed) => {
		await expectStatus(200, 'PATCH', calls('v2', '/c'), { spec: { timeout: 7 } }, merge);
		await expectStatus(200, 'PATCH', calls('v1', '/c'), patch, type);
		expect(await specOf('v2')).toEqual(JSON.parse(JSON.stringify({ ...inV2, timeout: 7, ...changed })));
	});

	it('is patched through v2, and seen in v1', async () => {
		await expectStatus(200, 'PATCH', calls('v2', '/c'), { spec: { port: 82, image: 'db', remark: null } }, merge);
		expect(await specOf('v1')).toEqual({ address: 'a:82', image: { name: 'db' } });
	});

	it('is watched in one version while it is changed in the other', async () => {
		const { metadata } = await expectStatus(200, 'GET', calls('v1'));
		await expectStatus(200, 'PATCH', calls('v2', '/c'), { spec: { host: 'z', image: 'db@2' } }, merge);
		await expectStatus(200, 'PATCH', calls('v1', '/c'), { spec: { address: 'y:1' } }, merge);
		for (const [version, said] of [
			[
				'v1',
				[
					{ ...inV1, address: 'z:80', image: { name: 'db', tag: '2' } },
					{ ...inV1, address: 'y:1', image: { name: 'db', tag: '2' } },
				],
			],
			[
				'v2',
				[
					{ ...inV2, host: 'z', image: 'db@2' },
					{ ...inV2, host: 'y', port: 1, image: 'db@2' },
				],
			],
		] as const) {
			const { text } = await server.call('GET', `${calls(version)}?watch=1&timeoutSeconds=1&resourceVersion=${metadata.resourceVersion}`);
			const events = text
				.trim()
				.split('\n')
				.map((line): Loose => JSON.parse(line));
			expect(events.map(({ type, object }) => [type, object.apiVersion, object.spec])).toEqual(
				said.map((spec) => ['MODIFIED', `call.example.com/${version}`, spec]),
			);
		}
	});

	it('is served as YAML and protobuf', async () => {
		const protobuf = { accept: 'application/vnd.kubernetes.protobuf' };
		const { bytes } = await server.call('GET', calls('v1', '/c'), undefined, protobuf);
		expect(bytes.toString('latin1')).toContain('a:80');
		const put = await server.call('PUT', calls('v1', '/c'), bytes, { 'content-type': protobuf.accept });
		expect([put.status, (put.json() as Loose).spec]).toEqual([200, inV1]);
		expect((await server.call('GET', calls('v1', '/c'), undefined, { accept: 'application/yaml' })).text).toContain('address: a:80');
	});

	it('has owners in both: the manager of the text owns its parts, and vice versa', async () => {
		expect(owned(await expectStatus(200, 'GET', calls('v2', '/c')))).toEqual({
			'maker call.example.com/v1': { '.': {}, 'f:address': {}, 'f:image': { '.': {}, 'f:name': {}, 'f:tag': {} }, 'f:note': {} },
		});
		const query = '?fieldManager=applier';
		const applied = call('v1', { address: 'b:81' });
		const conflict = await expectStatus(409, 'PATCH', `${calls('v1', '/c')}${query}`, applied, apply);
		expect(conflict.details.causes.map(({ field }: Loose) => field)).toEqual(['.spec.address']);
		const forced = await expectStatus(200, 'PATCH', `${calls('v1', '/c')}${query}&force=true`, applied, apply);
		expect(owned(forced)).toMatchObject({ 'applier call.example.com/v1': { 'f:address': {} } });
		expect(owned(forced)['maker call.example.com/v1']).toEqual({ '.': {}, 'f:image': { '.': {}, 'f:name': {}, 'f:tag': {} }, 'f:note': {} });
		// The cause names the field as in the version of its owner.
		const other = await expectStatus(409, 'PATCH', `${calls('v2', '/c')}?fieldManager=third`, call('v2', { port: 82 }), apply);
		expect([other.message, other.details.causes.map(({ field }: Loose) => field)]).toEqual([
			expect.stringContaining('conflict with "applier"'),
			['.spec.address'],
		]);
		await expectStatus(200, 'PATCH', `${calls('v2', '/c')}?fieldManager=third`, call('v2', { timeout: 9 }), apply);
		// A field that its owner stops applying is removed, with its parts.
		await expectStatus(200, 'PATCH', `${calls('v1', '/c')}${query}`, call('v1', {}), apply);
		expect(await specOf('v2')).toEqual({ image: 'web@1', remark: 'n', timeout: 9 });
	});

	it.each<[string, string, Loose]>([
		['whose second part is no integer', 'a:http', { host: 'a:http' }],
		['whose integer is written otherwise', 'a:080', { host: 'a:080' }],
		['that ends with the separator', 'a:', { host: 'a:' }],
		['without a separator', 'a', { host: 'a' }],
		['with one more', 'a:80:90', { host: 'a:80:90' }],
	])('keeps a text that cannot be cut, %s, whole', async (_, address, parts) => {
		await expectStatus(200, 'PATCH', calls('v1', '/c'), { spec: { address } }, merge);
		const { host, port } = await specOf('v2');
		expect({ host, port }).toEqual(parts);
		expect(await specOf('v1')).toEqual({ ...inV1, address });
	});

	it('obeys the rules of the version that was sent alone', async () => {
		await expectStatus(200, 'PATCH', calls('v1', '/c'), { spec: { address: 'a:70000', image: { tag: 'X' } } }, merge);
		expect(await specOf('v2')).toEqual({ ...inV2, port: 70_000, image: 'web@X' });
		await expectStatus(200, 'PATCH', calls('v2', '/c'), { spec: { remark: 'unchanged values block no write' } }, merge);
		const refused = await expectStatus(422, 'PATCH', calls('v2', '/c'), { spec: { port: 70_001, image: 'X' } }, merge);
		expect(refused.details.causes.map(({ field }: Loose) => field).sort()).toEqual(['spec.image', 'spec.port']);
		expect(refused.message).toContain('Call.call.example.com "c" is invalid');
	});

	it('refuses other types and unknown fields by the names of the version that was sent', async () => {
		const refused = await expectStatus(422, 'PUT', calls('v1', '/c'), call('v1', { address: 7 }));
		expect(refused.details.causes.map(({ field }: Loose) => field)).toEqual(['spec.address']);
		await expectStatus(400, 'POST', `${calls('v1')}?fieldValidation=Strict`, call('v1', { host: 'a' }, 'strict'));
		expect([await specOf('v1'), await specOf('v2')]).toEqual([inV1, inV2]);
	});

	it('is the same after a restart', async () => {
		await server.stop();
		server = await startServer(inject('built').extended, { dataDir: server.dataDir });
		expect([await specOf('v1'), await specOf('v2')]).toEqual([inV1, inV2]);
	});
});
