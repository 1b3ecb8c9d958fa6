/** Tests keys nearly as long as a body with many faults below them: an answer does not repeat the keys a hundred times. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogWith } from '../setup/built-in-specs.ts';
import { applyType } from './owners.ts';
import { type Loose, type TestServer, testServer } from './write-fixture.ts';

const files = {
	'long/group.yaml': 'group: long.example.com\nversions: [v1]\n',
	'long/long.yaml': `kind: Long
names: {plural: longs}
scope: Namespaced
versions: [{name: v1, storage: true}]
schema:
  type: object
  properties:
    zones: {type: object, additionalProperties: {$ref: types#/Zone}}
    free: {type: any}
`,
	'long/types/v1.yaml': `version: v1
types:
  Zone: {type: object, properties: {rules: {type: array, listType: map, listMapKeys: [id], items: {$ref: types#/Rule}}}}
  Rule: {type: object, required: [id], properties: {id: {type: string}}}
`,
};

const longs = '/apis/long.example.com/v1/namespaces/default/longs';
const key = 'k'.repeat(200_000);
/** Maximum bytes of an answer: a hundred paths of at most 4 KiB, each named twice. */
const enough = 2_000_000;

const long = (content: object): Loose => ({ apiVersion: 'long.example.com/v1', kind: 'Long', metadata: { name: 'x' }, ...content });
const many = (value: unknown): object => Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`f${at}`, value]));

let server: TestServer;
beforeAll(async () => {
	server = await testServer({ specs: await catalogWith(files) });
});
afterAll(() => server.close());

test.each<[string, object]>([
	['a map', long({ zones: { [key]: many(1) } })],
	['the key of an entry', long({ zones: { a: { rules: [{ id: key, ...many(1) }] } } })],
])('an apply with fields that are not declared, below %s', async (_, body) => {
	const answer = await server.call('PATCH', `${longs}/x?fieldManager=a`, { type: applyType, body: body as Loose });
	expect(answer.status).toBe(400);
	expect(answer.body.message).toMatch(/k\.\.\.[^:]*: field not declared in schema/);
	expect(answer.text.length).toBeLessThan(enough);
});

test('entries that repeat, by a long key', async () => {
	const rules = Array.from({ length: 3 }, () => ({ id: key }));
	const answer = await server.call('PATCH', `${longs}/x?fieldManager=a`, { type: applyType, body: long({ zones: { a: { rules } } }) });
	expect(answer.body.message).toContain('duplicate entries for key [id="kkk');
	expect(answer.text.length).toBeLessThan(enough / 100);
});

test.each(['application/json', 'application/yaml'])('fields that are unknown, or stand twice, of a body in %s', async (type) => {
	const wrong = `{"f0":1,"f0":2,${Array.from({ length: 150 }, (_, at) => `"f${at}":1`).join(',')}}`;
	const body = `{"apiVersion":"long.example.com/v1","kind":"Long","metadata":{"name":"x"},"zones":{"${key}":${wrong}}}`;
	const answer = await server.call('POST', `${longs}?fieldValidation=Strict`, { type, body });
	expect(answer.status).toBe(400);
	expect(answer.body.message).toContain('unknown field "zones.kkk');
	expect(answer.text.length).toBeLessThan(enough);
});

test('a long key that is repeated many times by an alias', async () => {
	const again = Array.from({ length: 150 }, () => '? *key\n: 2').join('\n');
	const answer = await server.call('POST', `${longs}?fieldValidation=Strict`, {
		type: 'application/yaml',
		body: `apiVersion: long.example.com/v1\nkind: Long\n? &key ${key}\n: 1\n${again}\n`,
	});
	expect(answer.status).toBe(400);
	expect(answer.text.length).toBeLessThan(enough);
});

test('entries that are not valid', async () => {
	const rules = Array.from({ length: 150 }, () => ({ id: 'same' }));
	const answer = await server.call('POST', longs, { body: long({ zones: { [key]: { rules } } }) });
	expect(answer.status).toBe(422);
	expect(answer.body.details.causes).toHaveLength(100);
	expect(answer.body.details.causes[0].field).toMatch(/^zones\[k+\.\.\.$/);
	expect(answer.text.length).toBeLessThan(enough);
});

test('conflicts', async () => {
	const url = `${longs}/conflicts`;
	const of = (value: number): Loose => long({ metadata: { name: 'conflicts' }, free: { [key]: many(value) } });
	await server.call('PATCH', `${url}?fieldManager=a`, { type: applyType, body: of(1) });
	const answer = await server.call('PATCH', `${url}?fieldManager=b`, { type: applyType, body: of(2) });
	expect(answer.status).toBe(409);
	expect(answer.body.details.causes).toHaveLength(100);
	expect(answer.text.length).toBeLessThan(enough);
});
