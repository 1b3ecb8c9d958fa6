/** Tests writes through a version that has one text for several fields of the storage version, and several fields for one of its texts. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../runtime/model/catalog.ts';
import { catalogWith } from '../setup/built-in-specs.ts';
import { type Answer, type Loose, type TestServer, testServer } from './write-fixture.ts';

const files = {
	'call/group.yaml': 'group: call.example.com\nversions: [v2, v1]\n',
	'call/call.yaml': `kind: Call
names: {plural: calls}
scope: Namespaced
versions:
  - {name: v2, storage: true, schema: {$ref: types#/v2.Call}}
  - name: v1
    schema: {$ref: types#/v1.Call}
    converts:
      - {here: spec.address, separator: ":", storage: [spec.host, spec.port]}
      - {here: [spec.image.name, spec.image.tag], separator: "@", storage: spec.image}
      - {type: Peer, here: at, separator: "/", storage: [host, number]}
    loses:
      spec.host: a host has no colon
      spec.image.name: an image has no at sign
      spec.peers.host: a host has no slash
      spec.timeout: new in v2
`,
	'call/types/v2.yaml': `version: v2
types:
  Call: {type: object, properties: {spec: {$ref: types#/CallSpec, presence: always}}}
  CallSpec:
    type: object
    properties:
      host: {type: string}
      port: {type: integer, maximum: 65535}
      timeout: {type: integer}
      image: {type: string, pattern: "^[a-z@0-9]*$"}
      peers: {type: array, listType: map, listMapKeys: [name], items: {$ref: types#/Peer}}
  Peer: {type: object, required: [name], properties: {name: {type: string}, host: {type: string}, number: {type: integer}}}
`,
	'call/types/v1.yaml': `version: v1
types:
  Call: {type: object, properties: {spec: {$ref: types#/CallSpec, presence: always}}}
  CallSpec:
    type: object
    properties:
      address: {type: string}
      image: {type: object, properties: {name: {type: string}, tag: {type: string}}}
      peers: {type: array, listType: map, listMapKeys: [name], items: {$ref: types#/Peer}}
  Peer: {type: object, required: [name], properties: {name: {type: string}, at: {type: string}}}
`,
};

const at = (version: string, rest = '/c'): string => `/apis/call.example.com/${version}/namespaces/default/calls${rest}`;
const spec: JsonObject = { host: 'a', port: 80, timeout: 7, image: 'web@1', peers: [{ name: 'p', host: 'b', number: 0 }] };

let server: TestServer;
beforeAll(async () => {
	server = await testServer({ specs: await catalogWith(files) });
});
afterAll(() => server.close());
beforeEach(async () => {
	await server.call('DELETE', at('v2'));
	expect(await server.call('POST', `${at('v2', '')}?fieldManager=maker`, { body: { metadata: { name: 'c' }, spec } })).toMatchObject({ status: 201 });
});

const read = async (version: string): Promise<Loose> => (await server.call('GET', at(version))).body.spec;
const merge = (version: string, patch: JsonObject, query = ''): Promise<Answer> =>
	server.call('PATCH', `${at(version)}${query}`, { type: 'application/merge-patch+json', body: { spec: patch } });

function owners({ body }: Answer): Loose {
	return Object.fromEntries((body.metadata.managedFields ?? []).map(({ manager, fieldsV1 }: Loose) => [manager, fieldsV1['f:spec']]));
}

it('each version shows what is stored in its own way', async () => {
	expect(await read('v1')).toEqual({ address: 'a:80', image: { name: 'web', tag: '1' }, peers: [{ name: 'p', at: 'b/0' }] });
});

it.each<[string, JsonObject, Readonly<Record<string, JsonValue | undefined>>]>([
	['the text', { address: 'c:81' }, { host: 'c', port: 81 }],
	['a text with one part', { address: 'c' }, { host: 'c', port: undefined }],
	['a text that cannot be cut', { address: 'c:http' }, { host: 'c:http', port: undefined }],
	['no text', { address: null }, { host: undefined, port: undefined }],
	['a part', { image: { tag: '2' } }, { image: 'web@2' }],
	['no last part', { image: { tag: null } }, { image: 'web' }],
	['no parts', { image: null }, { image: undefined }],
	['the text of an item', { peers: [{ name: 'p', at: 'b/1' }] }, { peers: [{ name: 'p', host: 'b', number: 1 }] }],
])('a write of %s changes only its parts', async (_, patch, changed) => {
	expect(await merge('v1', patch)).toMatchObject({ status: 200 });
	expect(await read('v2')).toEqual({ ...spec, ...changed });
});

it('parts that contain the separator stay until the text changes', async () => {
	await merge('v2', { host: 'x:y' });
	expect((await read('v1')).address).toBe('x:y:80');
	await merge('v1', { image: { tag: '3' } });
	expect(await read('v2')).toEqual({ ...spec, host: 'x:y', image: 'web@3' });
	await merge('v1', { address: 'x:y:81' });
	expect(await read('v2')).toEqual({ ...spec, host: 'x:y:81', port: undefined, image: 'web@3' });
	expect((await read('v1')).address).toBe('x:y:81');
});

it('rules of the parts do not hold for a version with the text', async () => {
	expect(await merge('v1', { address: 'a:70000' })).toMatchObject({ status: 200 });
	expect((await merge('v2', { port: 70001 })).body.details.causes.map(({ field }: Loose) => field)).toEqual(['spec.port']);
});

it('owners lose what they own to who changes it through the other version', async () => {
	const patched = await merge('v1', { address: 'a:81' }, '?fieldManager=old');
	expect(owners(patched).old).toEqual({ 'f:address': {} });
	expect(Object.keys(owners(patched).maker)).not.toContain('f:port');
	expect(Object.keys(owners(patched).maker)).toContain('f:host');
	const applied = await server.call('PATCH', `${at('v2')}?fieldManager=new`, {
		type: 'application/apply-patch+yaml',
		body: { apiVersion: 'call.example.com/v2', kind: 'Call', metadata: { name: 'c' }, spec: { port: 82 } },
	});
	expect(applied).toMatchObject({ status: 409, body: { message: expect.stringContaining('conflict with "old"') } });
});
