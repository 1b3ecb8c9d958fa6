/** Tests that the rules of the sent version hold, whichever version is stored, and that unchanged values never block a write. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { catalogWith } from '../setup/built-in-specs.ts';
import { type Answer, type Loose, type TestServer, testServer } from './write-fixture.ts';

const group = 'teams.example.com';
const types = {
	v1: `version: v1
types:
  Crew: {type: object, properties: {spec: {$ref: types#/CrewSpec}}}
  CrewSpec:
    type: object
    properties:
      team: {type: string}
      size: {type: integer, maximum: 9}
      mode: {type: string}
      code: {type: string}
      few: {type: integer}
      many: {type: integer}
      once: {type: string}
      names: {type: array, listType: atomic, items: {type: string}}
      owner: {$ref: types#/Owner}
      kind: {type: string}
  Owner: {type: object, properties: {name: {type: string}, mail: {type: string}}}
`,
	v3: `version: v3
types:
  Crew: {type: object, properties: {spec: {$ref: types#/CrewSpec}}}
  CrewSpec:
    type: object
    include: [{type: types#/v2.CrewSpec, without: [team, owner, kind]}]
    required: [group, kind]
    properties:
      group: {type: string}
      kind: {type: string}
      owner: {$ref: types#/Owner}
  Owner: {type: object, required: [name], properties: {name: {type: string}, mail: {type: string}}}
`,
	v2: `version: v2
types:
  Crew: {type: object, properties: {spec: {$ref: types#/CrewSpec}}}
  CrewSpec:
    type: object
    required: [team]
    cel: [{rule: "!has(self.few) || !has(self.many) || self.few < self.many", message: few is less than many}]
    properties:
      team: {type: string}
      size: {type: integer, minimum: 3, maximum: 9}
      mode: {type: string, enum: [fast, slow]}
      code: {type: string, pattern: "^[a-z]*$", maxLength: 5}
      few: {type: integer}
      many: {type: integer}
      once: {type: string, immutable: true}
      names: {type: array, listType: set, items: {type: string}}
      owner: {$ref: types#/Owner}
      kind: {type: string}
  Owner: {type: object, properties: {name: {type: string}, mail: {type: string}}}
`,
};
const kind = `kind: Crew
names: {plural: crews}
scope: Namespaced
versions:
  - {name: v2, schema: {$ref: types#/v2.Crew}, storage: true}
  - {name: v1, schema: {$ref: types#/v1.Crew}, converts: [{storage: spec.team, whenAbsent: none}]}
  - name: v3
    schema: {$ref: types#/v3.Crew}
    converts: [{here: spec.group, storage: spec.team}, {here: spec.owner.name, whenAbsent: unknown}, {here: spec.kind, whenAbsent: plain}]
`;

let server: TestServer;
beforeAll(async () => {
	const files = {
		'teams/group.yaml': `group: ${group}\nversions: [v3, v2, v1]\n`,
		'teams/crew.yaml': kind,
		'teams/types/v1.yaml': types.v1,
		'teams/types/v2.yaml': types.v2,
		'teams/types/v3.yaml': types.v3,
	};
	server = await testServer({ specs: await catalogWith(files) });
});
afterAll(() => server.close());

const at = (version: string, rest = '/c'): string => `/apis/${group}/${version}/namespaces/default/crews${rest}`;
const create = (version: string, spec: JsonObject): Promise<Answer> => server.call('POST', at(version, ''), { body: { metadata: { name: 'c' }, spec } });
const patch = (version: string, body: JsonObject): Promise<Answer> => server.call('PATCH', at(version), { type: 'application/merge-patch+json', body });
const blamed = ({ body }: Answer): readonly string[] => (body.details?.causes ?? []).map(({ field }: Loose) => field);
const annotation = (value: string) => ({ metadata: { annotations: { a: value } } });

/** Specs that v1 accepts, with the fields that v2 blames. */
const stricter: readonly [string, JsonObject, string][] = [
	['a missing required field', {}, 'spec.team'],
	['a number below the minimum', { team: 't', size: 1 }, 'spec.size'],
	['a value outside the enum', { team: 't', mode: 'other' }, 'spec.mode'],
	['a text that is too long', { team: 't', code: 'abcdefg' }, 'spec.code'],
	['a broken expression', { team: 't', few: 2, many: 1 }, 'spec'],
	['a repeated entry', { team: 't', names: ['a', 'a'] }, 'spec.names[1]'],
];

describe.each(stricter)('%s', (_, spec, field) => {
	beforeEach(() => server.call('DELETE', at('v2')));

	it('is stored through v1 and refused through v2', async () => {
		expect(await create('v1', spec)).toMatchObject({ status: 201, body: { spec } });
		expect(await server.call('DELETE', at('v1'))).toMatchObject({ status: 200 });
		const refused = await create('v2', spec);
		expect([refused.status, blamed(refused)]).toEqual([422, [field]]);
	});

	it('does not block other changes through either version', async () => {
		await create('v1', spec);
		for (const version of ['v1', 'v2']) expect(await patch(version, annotation(version))).toMatchObject({ status: 200 });
		const { body: read } = await server.call('GET', at('v1'));
		expect(
			await server.call('PUT', at('v1'), { body: { ...read, ...annotation('put'), metadata: { ...read.metadata, ...annotation('put').metadata } } }),
		).toMatchObject({
			status: 200,
			body: { spec },
		});
	});
});

it('rules of both versions hold in both, and transitions only where the version has them', async () => {
	await server.call('DELETE', at('v2'));
	expect(blamed(await create('v1', { team: 't', size: 10 }))).toEqual(['spec.size']);
	expect(await create('v1', { team: 't', size: 1, once: 'a' })).toMatchObject({ status: 201 });
	expect(blamed(await patch('v2', { spec: { size: 2 } }))).toEqual(['spec.size']);
	expect(blamed(await patch('v2', { spec: { once: 'b' } }))).toEqual(['spec.once']);
	expect(await patch('v1', { spec: { once: 'b', size: 2 } })).toMatchObject({ status: 200 });
	expect(await patch('v2', { spec: { size: 3 } })).toMatchObject({ status: 200 });
});

describe('a newly required field', () => {
	beforeEach(async () => {
		await server.call('DELETE', at('v2'));
	});

	it('is filled in by the old version on the way to storage', async () => {
		expect(await create('v1', {})).toMatchObject({ status: 201, body: { spec: { team: 'none' } } });
		expect(await patch('v1', { spec: { team: null } })).toMatchObject({ status: 200, body: { spec: { team: 'none' } } });
	});

	it('is shown with its value, and stays absent in storage until it is written', async () => {
		await create('v2', { team: 't', owner: { mail: 'm' } });
		expect(await server.call('GET', at('v3'))).toMatchObject({ body: { spec: { group: 't', kind: 'plain', owner: { name: 'unknown', mail: 'm' } } } });
		expect(await patch('v3', annotation('b'))).toMatchObject({ status: 200 });
		expect((await server.call('GET', at('v2'))).body.spec).toEqual({ team: 't', owner: { mail: 'm' } });
		expect(blamed(await patch('v3', { spec: { kind: null } }))).toEqual(['spec.kind']);
		expect(await patch('v3', { spec: { owner: { name: 'o' } } })).toMatchObject({ status: 200 });
		expect((await server.call('GET', at('v2'))).body.spec).toEqual({ team: 't', owner: { name: 'o', mail: 'm' } });
	});

	it('is needed only where the object around it is there', async () => {
		await create('v2', { team: 't' });
		expect((await server.call('GET', at('v3'))).body.spec).toEqual({ group: 't', kind: 'plain' });
	});

	it('is required of a new object', async () => {
		expect(blamed(await create('v3', { group: 'g', owner: {} }))).toEqual(['spec.kind', 'spec.owner.name']);
	});
});
