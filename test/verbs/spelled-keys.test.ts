/** Tests list-maps and sets of values with several spellings, such as quantities and times: an entry is the same in every spelling. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogWith } from '../setup/built-in-specs.ts';
import { applyType, owners } from './owners.ts';
import { type Answer, type Loose, type TestServer, testServer } from './write-fixture.ts';

const files = {
	'spelled/group.yaml': 'group: spelled.example.com\nversions: [v1]\n',
	'spelled/spelled.yaml': `kind: Spelled
names: {plural: spelleds}
scope: Namespaced
versions: [{name: v1, storage: true}]
schema:
  type: object
  properties:
    sizes: {type: array, listType: map, listMapKeys: [size], items: {$ref: types#/Sized}}
    times: {type: array, listType: map, listMapKeys: [at], items: {$ref: types#/Timed}}
    limits: {type: array, listType: set, items: {type: quantity}}
    waits: {type: array, listType: set, items: {type: duration}}
`,
	'spelled/types/v1.yaml': `version: v1
types:
  Sized: {type: object, required: [size], properties: {size: {type: quantity}, note: {type: string}}}
  Timed: {type: object, required: [at], properties: {at: {type: time}, note: {type: string}}}
`,
};

let server: TestServer;
beforeAll(async () => {
	server = await testServer({ specs: await catalogWith(files) });
});
afterAll(() => server.close());

function apply(manager: string, name: string, content: object): Promise<Answer> {
	const body: Loose = { apiVersion: 'spelled.example.com/v1', kind: 'Spelled', metadata: { name }, ...content };
	return server.call('PATCH', `/apis/spelled.example.com/v1/namespaces/default/spelleds/${name}?fieldManager=${manager}`, { type: applyType, body });
}

test.each([
	['sizes', { size: '1000m', note: 'x' }, { size: '1', note: 'x' }],
	['times', { at: '2026-01-01T00:00:00+01:00', note: 'x' }, { at: '2025-12-31T23:00:00Z', note: 'x' }],
	['limits', '2048Ki', '2Mi'],
	['waits', '60s', '1m0s'],
])('%s', async (list, spelled, stored) => {
	const made = await apply('a', list, { [list]: [spelled] });
	expect(made).toMatchObject({ status: 201, body: { [list]: [stored] } });
	const again = await apply('a', list, { [list]: [spelled] });
	expect(again).toMatchObject({ status: 200, text: made.text });
	const both = await apply('b', list, { [list]: [stored] });
	expect(owners(both)['b Apply']).toEqual(owners(both)['a Apply']);
	expect((await apply('a', list, {})).body[list]).toEqual([stored]);
	expect((await apply('b', list, {})).body[list] ?? []).toEqual([]);
});

test('the same entry twice, spelled in two ways', async () => {
	const answer = await apply('a', 'twice', { limits: ['1', '1000m'] });
	expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('duplicate entries for key [="1"]') } });
});

test('a text that cannot be read is refused with its place', async () => {
	const answer = await apply('a', 'none', { sizes: [{ size: 'large' }] });
	expect(answer).toMatchObject({ status: 422, body: { details: { causes: [{ reason: 'FieldValueInvalid', field: 'sizes[0].size' }] } } });
});
