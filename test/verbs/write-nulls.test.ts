/** Null within lists and maps of a kind of one's own: the zero of what stands there, whoever writes it and however. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vocabulary } from '../../generated/vocabulary.ts';
import { readSources, specRoots } from '../../generator/command/spec-roots.ts';
import { makeModel } from '../../generator/read/model.ts';
import type { Catalog, JsonValue } from '../../runtime/model/catalog.ts';
import { speakAll } from '../../runtime/model/vocabulary.ts';
import { type Answer, type TestServer, testServer } from './write-fixture.ts';

const files = {
	'box/group.yaml': 'group: box.example.com\nversions: [v1]\n',
	'box/box.yaml': `kind: Box
names: {plural: boxes}
scope: Namespaced
versions: [{name: v1, storage: true}]
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
`,
};

async function catalog(): Promise<Catalog> {
	const sources = Object.entries(files).map(([path, text]) => ({ path, file: path, text }));
	const { model, diagnostics } = makeModel([...(await readSources(await specRoots([]))), ...sources]);
	if (model === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
	const { type, ...data } = model.catalog;
	return { ...speakAll(data, vocabulary), type: (name) => speakAll(type(name), vocabulary) };
}

const boxes = '/apis/box.example.com/v1/namespaces/default/boxes';
const head = { apiVersion: 'box.example.com/v1', kind: 'Box', metadata: { name: 'b' } };

let server: TestServer;
beforeAll(async () => {
	server = await testServer({ specs: await catalog() });
	expect(await server.call('POST', boxes, { body: { ...head, spec: {} } })).toMatchObject({ status: 201 });
});
afterAll(() => server.close());

const values: [string, JsonValue, JsonValue][] = [
	['texts', ['a', null], ['a', '']],
	['numbers', { a: null, b: 1 }, { a: 0, b: 1 }],
	['lists', { a: null, b: ['c', null] }, { a: [], b: ['c', ''] }],
	['maps', [null, { a: 'b' }], [{}, { a: 'b' }]],
	['parts', { a: null, b: { on: true } }, { a: {}, b: { on: true } }],
];
type Write = (field: string, value: JsonValue) => Promise<Answer>;
const ways: readonly (readonly [string, Write])[] = [
	['create', (field, value) => server.call('POST', `${boxes}?dryRun=All`, { body: { ...head, metadata: { name: 'other' }, spec: { [field]: value } } })],
	['update', (field, value) => server.call('PUT', `${boxes}/b?dryRun=All`, { body: { ...head, spec: { [field]: value } } })],
	['JSON patch', (field, value) => patch('json-patch+json', [{ op: 'add', path: '/spec', value: { [field]: value } }])],
	['apply', (field, value) => patch('apply-patch+yaml', { ...head, spec: { [field]: value } })],
];

function patch(type: string, body: JsonValue): Promise<Answer> {
	return server.call('PATCH', `${boxes}/b?dryRun=All${type.startsWith('apply') ? '&fieldManager=m' : ''}`, {
		type: `application/${type}`,
		body: JSON.stringify(body),
	});
}

describe.each(ways)('%s', (_, write) => {
	it.each(values)('makes of %s %j: %j', async (field, given, kept) => {
		const { status, body } = await write(field, given);
		expect([status < 300, body.spec]).toEqual([true, { [field]: kept }]);
	});

	it('is refused where an object lacks what it must have', async () => {
		const { status, body } = await write('named', [null]);
		expect([status, body.message]).toEqual([422, expect.stringContaining('named')]);
	});
});
