/** Tests values of the wrong type in a custom kind: one cause for each, for every kind of write, worded as for custom resources. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../runtime/model/catalog.ts';
import { catalogWith } from '../setup/built-in-specs.ts';
import { type Answer, type TestServer, testServer } from './write-fixture.ts';

const files = {
	'mix/group.yaml': 'group: mix.example.com\nversions: [v1, v1beta1]\nemptyIsGiven: true\n',
	'mix/mix.yaml': `kind: Mix
names: {plural: mixes}
scope: Namespaced
versions: [{name: v1, storage: true}]
subresources: {status: {}}
schema:
  type: object
  properties:
    spec:
      type: object
      required: [must]
      properties:
        must: {type: string, pattern: ^a}
        text: {type: string, minLength: 2}
        int: {type: integer, format: int64}
        small: {type: integer}
        number: {type: number}
        on: {type: boolean}
        choice: {type: string, enum: [a, b]}
        def: {type: string, default: d}
        time: {type: time}
        size: {type: quantity}
        bytes: {type: string, format: byte}
        port: {type: intOrString}
        list: {type: array, maxItems: 2, items: {type: string}}
        nested: {type: array, items: {type: array, items: {type: integer}}}
        objects: {type: array, items: {type: object, required: [name], properties: {name: {type: string}, n: {type: integer}}}}
        map: {type: object, additionalProperties: {type: integer}}
        part: {type: object, properties: {x: {type: string}, y: {type: integer, minimum: 3}}}
        ruled: {type: string, cel: [{rule: self.size() > 3, message: too small}]}
    status: {type: object, properties: {phase: {type: string}}}
`,
	'mix/pair.yaml': `kind: Pair
names: {plural: pairs}
scope: Namespaced
versions:
  - {name: v1, storage: true}
  - name: v1beta1
    schema:
      type: object
      properties:
        spec: {type: object, required: [host], properties: {host: {type: string, format: dns-label}, count: {type: integer}}}
    converts: [{here: spec.count, storage: spec.number}]
schema:
  type: object
  properties:
    spec: {type: object, required: [host], properties: {host: {type: string, format: dns-label}, number: {type: integer}}}
`,
};

const mixes = '/apis/mix.example.com/v1/namespaces/default/mixes';
const mix = (spec: JsonValue, more: JsonObject = {}): JsonObject => ({ apiVersion: 'mix.example.com/v1', kind: 'Mix', metadata: { name: 'm' }, spec, ...more });

let server: TestServer;
beforeAll(async () => {
	server = await testServer({ specs: await catalogWith(files) });
	expect(await server.call('POST', mixes, { body: mix({ must: 'a' }) })).toMatchObject({ status: 201 });
});
afterAll(() => server.close());

interface Told {
	readonly field?: string;
	readonly message: string;
}

const unchecked =
	'<nil>: Invalid value: "null": some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';

/** Returns the causes except the one about expressions, which every refusal of a misfit has. */
function causes({ status, body }: Answer): readonly string[] {
	const told = (body.details?.causes ?? []).map(({ field = '', message }: Told) => `${field}: ${message}`);
	expect([status, body.reason, told.at(-1)]).toEqual([422, 'Invalid', unchecked]);
	return told.slice(0, -1);
}

const wrong = (field: string, type: string, found: string): string =>
	`${field}: Invalid value: "${found}": ${field} in body must be of type ${type}: "${found}"`;

function create(spec: JsonValue, query = ''): Promise<Answer> {
	return server.call('POST', `${mixes}?dryRun=All${query}`, { body: mix(spec, { metadata: { name: 'other' } }) });
}

function patch(type: string, body: JsonValue, subresource = ''): Promise<Answer> {
	const manager = type.startsWith('apply') ? '&fieldManager=m&force=true' : '';
	return server.call('PATCH', `${mixes}/m${subresource}?dryRun=All${manager}`, { type: `application/${type}`, body: JSON.stringify(body) });
}

describe('a create', () => {
	it.each<[JsonValue, readonly string[]]>([
		[{ must: 1 }, [wrong('spec.must', 'string', 'integer')]],
		[
			{ int: '1', number: 'x', on: 1, text: 3 },
			[
				wrong('spec.text', 'string', 'integer'),
				wrong('spec.int', 'integer', 'string'),
				wrong('spec.number', 'number', 'string'),
				wrong('spec.on', 'boolean', 'integer'),
				'spec.must: Required value',
			],
		],
		[{ must: 'a', int: 1.5 }, [wrong('spec.int', 'integer', 'number')]],
		[{ must: 'b', int: true }, [wrong('spec.int', 'integer', 'boolean'), 'spec.must: Invalid value: "b": should match \'^a\'']],
		[{ must: 'a', choice: 1 }, [wrong('spec.choice', 'string', 'integer'), 'spec.choice: Unsupported value: 1: supported values: "a", "b"']],
		[{ must: 'a', def: [] }, [wrong('spec.def', 'string', 'array')]],
		[{ must: 'a', time: 1 }, [wrong('spec.time', 'date-time', 'int64')]],
		[{ must: 'a', time: 'noon' }, [wrong('spec.time', 'date-time', 'noon')]],
		[{ must: 'a', size: true }, [wrong('spec.size', 'integer,string', 'boolean')]],
		[{ must: 'a', port: 1.5 }, [wrong('spec.port', 'integer,string', 'number')]],
		[{ must: 'a', list: {} }, [wrong('spec.list', 'array', 'object')]],
		[
			{ must: 'a', list: ['a', 1, null] },
			[wrong('spec.list[1]', 'string', 'integer'), wrong('spec.list[2]', 'string', 'null'), 'spec.list: Too many: 3: must have at most 2 items'],
		],
		[
			{ must: 'a', nested: [[1], ['x', 2], 3, null] },
			[wrong('spec.nested[1][0]', 'integer', 'string'), wrong('spec.nested[2]', 'array', 'integer'), wrong('spec.nested[3]', 'array', 'null')],
		],
		[
			{ must: 'a', objects: [{ name: 1, n: 'x' }, 'a', { n: 1 }] },
			[
				wrong('spec.objects[0].name', 'string', 'integer'),
				wrong('spec.objects[0].n', 'integer', 'string'),
				wrong('spec.objects[1]', 'object', 'string'),
				'spec.objects[2].name: Required value',
			],
		],
		[{ must: 'a', map: { a: 'x', b: null, 'd.e/f': [] } }, [wrong('spec.map.a', 'integer', 'string'), wrong('spec.map.d.e/f', 'integer', 'array')]],
		[{ must: 'a', map: [] }, [wrong('spec.map', 'object', 'array')]],
		[{ must: 'a', part: 'x' }, [wrong('spec.part', 'object', 'string')]],
		[{ must: 'a', part: { x: 1, y: 2 } }, [wrong('spec.part.x', 'string', 'integer'), 'spec.part.y: Invalid value: 2: must be greater than or equal to 3']],
		[{ must: 'a', ruled: 'x', int: '1' }, [wrong('spec.int', 'integer', 'string')]],
		['x', [wrong('spec', 'object', 'string')]],
		[{ must: 'a', small: 2 ** 31 }, ['spec.small: Invalid value: 2147483648: must be an integer of 32 bits']],
	])('%j', async (spec, expected) => {
		expect(causes(await create(spec))).toEqual(expected);
	});

	it('takes null in place of a field or of a value of a map for its absence, and a number without a fraction for an integer', async () => {
		expect((await create({ must: 'a', text: null, int: null, list: null, def: null, map: { a: null, b: 1 } })).body.spec).toEqual({
			must: 'a',
			def: 'd',
			map: { b: 1 },
		});
		expect(await server.call('POST', `${mixes}?dryRun=All`, { body: JSON.stringify(mix({ must: 'a', int: '#' })).replace('"#"', '3.0') })).toMatchObject({
			status: 409,
		});
	});

	it('drops the status even when it is invalid', async () => {
		const answer = await server.call('POST', `${mixes}?dryRun=All`, { body: mix({ must: 'a' }, { metadata: { name: 'o' }, status: { phase: 1 } }) });
		expect([answer.status, answer.body.status]).toEqual([201, undefined]);
	});

	it('names a hundred misfits of very many', async () => {
		const { status, body } = await create({ must: 'a', list: Array.from({ length: 5000 }, () => 1) });
		expect([status, body.details.causes.length]).toEqual([422, 100]);
	});
});

it('warns of what stands in an object that should be a text', async () => {
	const { status, warnings } = await create({ must: 'a', text: { a: 1 } }, '&fieldValidation=Warn');
	expect([status, warnings]).toEqual([422, ['unknown field "spec.text.a"']]);
});

describe('fieldValidation', () => {
	it.each([
		['Warn', 422, ['unknown field "spec.other"']],
		['Ignore', 422, []],
		['Strict', 400, []],
	])('%s', async (validation, status, warnings) => {
		expect(await create({ must: 'a', int: 'x', other: 1 }, `&fieldValidation=${validation}`)).toMatchObject({ status, warnings });
	});
});

it.each<[string, (spec: JsonObject) => Promise<Answer>]>([
	['PUT', (spec) => server.call('PUT', `${mixes}/m`, { body: mix(spec) })],
	['a merge patch', (spec) => patch('merge-patch+json', { spec })],
	['a strategic merge patch', (spec) => patch('strategic-merge-patch+json', { spec })],
	['a JSON patch', (spec) => patch('json-patch+json', [{ op: 'add', path: '/spec', value: spec }])],
	// The merge of an apply already refuses values that are neither numbers nor texts.
	['an apply', (spec) => patch('apply-patch+yaml', mix({ ...spec, int: 1.5 }))],
])('%s is refused for every misfit, and changes nothing', async (_, write) => {
	const [first = '', ...others] = causes(await write({ must: 'b', int: '1' }));
	expect([first.replace(/"(string|number)"/g, '"?"'), ...others]).toEqual([
		wrong('spec.int', 'integer', '?'),
		'spec.must: Invalid value: "b": should match \'^a\'',
	]);
	expect((await server.call('GET', `${mixes}/m`)).body.spec).toEqual({ must: 'a', def: 'd' });
});

it('a write of the status is refused for its own misfits alone', async () => {
	expect(causes(await patch('merge-patch+json', { status: { phase: 1 }, spec: { int: 'x' } }, '/status'))).toEqual([
		wrong('status.phase', 'string', 'integer'),
	]);
	expect(await patch('merge-patch+json', { spec: { int: 'x' } }, '/status')).toMatchObject({ status: 200 });
	expect(await patch('merge-patch+json', { status: { phase: 1 } })).toMatchObject({ status: 200 });
});

it.each<[string, JsonValue, readonly string[]]>([
	['v1beta1', { count: 'x' }, [wrong('spec.count', 'integer', 'string'), 'spec.host: Required value']],
	['v1', { number: 'x', host: 1 }, [wrong('spec.host', 'string', 'integer'), wrong('spec.number', 'integer', 'string')]],
])('version %s names its own fields', async (version, spec, expected) => {
	const body = { apiVersion: `mix.example.com/${version}`, kind: 'Pair', metadata: { name: 'p' }, spec };
	const { status, body: told } = await server.call('POST', `/apis/mix.example.com/${version}/namespaces/default/pairs`, { body });
	expect([status, told.details.causes.map(({ field, message }: Told) => `${field}: ${message}`)]).toEqual([422, expected]);
});

it('a missing object is not found, whatever the body', async () => {
	expect(await server.call('PUT', `${mixes}/none`, { body: mix({ must: 1 }, { metadata: { name: 'none' } }) })).toMatchObject({ status: 404 });
});

describe('metadata is decoded by its type', () => {
	it.each<[JsonValue, string]>([
		[{ labels: { a: 1 } }, 'json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string'],
		[{ labels: 'x' }, 'json: cannot unmarshal string into Go struct field ObjectMeta.labels of type map[string]string'],
		[{ ownerReferences: {} }, 'json: cannot unmarshal object into Go struct field ObjectMeta.ownerReferences of type []v1.OwnerReference'],
		['x', 'json: cannot unmarshal string into Go value of type v1.ObjectMeta'],
	])('%j', async (metadata, expected) => {
		const { status, body } = await server.call('POST', mixes, { body: mix({ must: 'a' }, { metadata }) });
		expect([status, body.message]).toEqual([400, `Mix in version "v1" cannot be handled as a Mix: ${expected}`]);
		const patched = typeof metadata === 'object' ? await patch('merge-patch+json', { metadata }) : undefined;
		if (patched !== undefined) expect([patched.status, patched.body.message]).toEqual([422, expect.stringContaining(expected)]);
	});
});

it('a built-in kind refuses the first misfit while decoding', async () => {
	const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data: { a: 1, b: 2 } };
	expect(await server.call('POST', '/api/v1/namespaces/default/configmaps', { body })).toMatchObject({ status: 400 });
});
