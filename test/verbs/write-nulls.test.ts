/** Tests null in lists and maps of a custom kind: dropped from maps, refused in lists, kept where nullable, with every kind of write. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonValue } from '../../runtime/model/catalog.ts';
import { catalogWith } from '../setup/built-in-specs.ts';
import { applyType } from './owners.ts';
import { type Answer, type TestServer, testServer } from './write-fixture.ts';

const files = {
	'box/group.yaml': 'group: box.example.com\nversions: [v1, v1beta1]\n',
	'box/box.yaml': `kind: Box
names: {plural: boxes}
scope: Namespaced
versions: [{name: v1, storage: true}, {name: v1beta1}]
schema:
  type: object
  properties:
    spec:
      type: object
      properties:
        texts: {type: array, items: {type: string}}
        numbers: {type: object, additionalProperties: {type: integer}}
        lists: {type: object, additionalProperties: {type: array, items: {type: string}}}
        maps: {type: array, items: {type: object, additionalProperties: {type: string}}}
        parts: {type: object, additionalProperties: {type: object, properties: {on: {type: boolean}}}}
        named: {type: array, items: {type: object, required: [name], properties: {name: {type: string}}}}
        orNumbers: {type: array, items: {type: integer, nullable: true, minimum: 0}}
        orTexts: {type: object, additionalProperties: {type: string, nullable: true, minLength: 1}}
        orParts: {type: array, items: {type: object, nullable: true, required: [name], properties: {name: {type: string}, on: {type: boolean, default: true}}}}
        orLists: {type: array, items: {type: array, nullable: true, items: {type: string, nullable: true}}}
        freed: {type: array, items: {type: integer, nullable: true}, default: [null, 1]}
`,
};

const boxes = (version = 'v1'): string => `/apis/box.example.com/${version}/namespaces/default/boxes`;
const head = { apiVersion: 'box.example.com/v1', kind: 'Box', metadata: { name: 'b' } };

let server: TestServer;
beforeAll(async () => {
	server = await testServer({ specs: await catalogWith(files) });
	expect(await server.call('POST', boxes(), { body: { ...head, spec: {} } })).toMatchObject({ status: 201, body: { spec: { freed: [null, 1] } } });
});
afterAll(() => server.close());

type Write = (field: string, value: JsonValue) => Promise<Answer>;
const ways: readonly (readonly [string, Write])[] = [
	['create', (field, value) => server.call('POST', `${boxes()}?dryRun=All`, { body: { ...head, metadata: { name: 'other' }, spec: { [field]: value } } })],
	['update', (field, value) => server.call('PUT', `${boxes()}/b?dryRun=All`, { body: { ...head, spec: { [field]: value } } })],
	['JSON patch', (field, value) => patch('application/json-patch+json', [{ op: 'add', path: '/spec', value: { [field]: value } }])],
	['apply', (field, value) => patch(applyType, { ...head, spec: { [field]: value } })],
	[
		'create in the other version',
		(field, value) =>
			server.call('POST', `${boxes('v1beta1')}?dryRun=All`, {
				body: { ...head, apiVersion: 'box.example.com/v1beta1', metadata: { name: 'other' }, spec: { [field]: value } },
			}),
	],
];

function patch(type: string, body: JsonValue): Promise<Answer> {
	return server.call('PATCH', `${boxes()}/b?dryRun=All${type === applyType ? '&fieldManager=m' : ''}`, { type, body: JSON.stringify(body) });
}

const kept: readonly (readonly [string, JsonValue, JsonValue])[] = [
	['numbers', { a: null, b: 1 }, { b: 1 }],
	['lists', { a: null, b: ['c'] }, { b: ['c'] }],
	['parts', { a: null, b: { on: true } }, { b: { on: true } }],
	['orNumbers', [null, 0, null, 3], [null, 0, null, 3]],
	['orTexts', { a: null, b: 'x' }, { a: null, b: 'x' }],
	['orParts', [null, { name: 'x' }], [null, { name: 'x', on: true }]],
	['orLists', [null, ['a', null]], [null, ['a', null]]],
];

const refused: readonly (readonly [string, JsonValue, readonly string[]])[] = [
	['texts', ['a', null], ['spec.texts[1]']],
	['lists', { a: ['c', null] }, ['spec.lists.a[1]']],
	['maps', [null, { a: 'b' }], ['spec.maps[0]']],
	['named', [null], ['spec.named[0]']],
	['orNumbers', [null, -1, 'x'], ['spec.orNumbers[2]', 'spec.orNumbers[1]']],
	['orTexts', { a: null, b: '' }, ['spec.orTexts[b]']],
	['orParts', [null, {}], ['spec.orParts[1].name']],
];

describe.each(ways)('%s', (way, write) => {
	it.each(kept)('makes of %s %j: %j', async (field, given, expected) => {
		const { status, body } = await write(field, given);
		expect([status < 300, body.spec]).toEqual([true, { [field]: expected, freed: [null, 1] }]);
	});

	// An apply checks types before the object is read.
	it.each(refused.filter(([field]) => way !== 'apply' || field !== 'orNumbers'))('refuses %s %j', async (field, given, fields) => {
		const { status, body } = await write(field, given);
		expect([status, body.details?.causes.map((cause: { readonly field: string }) => cause.field)]).toEqual([422, fields]);
	});
});

it('stores null, and shows it in each version', async () => {
	const spec = { orNumbers: [null, 0], orTexts: { a: null, b: 'x' }, freed: [null] };
	expect(await server.call('POST', boxes(), { body: { ...head, metadata: { name: 'stored' }, spec } })).toMatchObject({ status: 201 });
	for (const version of ['v1', 'v1beta1']) expect((await server.call('GET', `${boxes(version)}/stored`)).body.spec).toEqual(spec);
	const merged = await server.call('PATCH', `${boxes()}/stored`, {
		type: 'application/merge-patch+json',
		body: JSON.stringify({ spec: { orNumbers: [null, 1], orTexts: { b: null, c: 'y' } } }),
	});
	expect(merged.body.spec).toEqual({ orNumbers: [null, 1], orTexts: { a: null, c: 'y' }, freed: [null] });
	const applied = await server.call('PATCH', `${boxes()}/stored?fieldManager=m&force=true`, {
		type: applyType,
		body: { ...head, metadata: { name: 'stored' }, spec: { orNumbers: [null, 2], orTexts: { z: null } } },
	});
	expect(applied.body.spec).toEqual({ orNumbers: [null, 2], orTexts: { a: null, c: 'y', z: null }, freed: [null] });
});

it('has no protobuf form, which knows no null', async () => {
	expect(await server.call('GET', `${boxes()}/b`, { accept: 'application/vnd.kubernetes.protobuf' })).toMatchObject({ status: 406 });
});
