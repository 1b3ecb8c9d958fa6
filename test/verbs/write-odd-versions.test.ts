/**
 * Tests writes through two older versions with unusual structures: structs renamed with their parts, list-maps in maps of structs, other
 * defaults.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { catalogWith } from '../setup/built-in-specs.ts';
import { type Loose, type TestServer, testServer } from './write-fixture.ts';

const files = {
	'odd/group.yaml': 'group: odd.example.com\nversions: [v3, v2, v1]\n',
	'odd/odd.yaml': `kind: Odd
names: {plural: odds}
scope: Namespaced
versions:
  - {name: v3, storage: true, schema: {$ref: types#/v3.Odd}}
  - name: v2
    schema: {$ref: types#/v2.Odd}
    converts:
      - {here: spec.old, storage: spec.new}
      - {here: spec.old.a, storage: spec.new.b}
      - {here: spec.old.deep, storage: spec.apart}
      - {type: Rule, here: id, storage: name}
      - {type: Rule, here: to, storage: target.host}
    loses:
      spec.new.a: another field by the name of one that is elsewhere
      spec.new.more: new in v3
      spec.zones.rules.target.port: new in v3
      spec.zones.rules.protocol: new in v3
      spec.zones.note: new in v3
      spec.gone: only v2 had it
  - name: v1
    schema: {$ref: types#/v1.Odd}
    converts:
      - {here: spec.b, storage: spec.new.b}
      - {here: list, storage: spec.tags}
      - {storage: spec.mode, whenAbsent: Old}
    loses: {spec: it began with less}
schema:
  type: object
`,
	'odd/types/v3.yaml': `version: v3
types:
  Odd: {type: object, properties: {spec: {$ref: types#/OddSpec, presence: always}}}
  OddSpec:
    type: object
    properties:
      mode: {type: string, default: New}
      size: {type: integer, default: 3}
      new: {$ref: types#/New}
      apart: {type: object, properties: {x: {type: string}, y: {type: string}}}
      tags: {type: array, items: {type: string}}
      zones: {type: object, additionalProperties: {$ref: types#/Zone}}
  New: {type: object, properties: {a: {type: integer}, b: {type: string}, c: {type: string}, more: {type: string, default: m}}}
  Zone: {type: object, properties: {note: {type: string}, rules: {type: array, listType: map, listMapKeys: [name, protocol], items: {$ref: types#/Rule}}}}
  Rule:
    type: object
    required: [name]
    properties: {name: {type: string}, protocol: {type: string, default: TCP}, target: {type: object, properties: {host: {type: string}, port: {type: integer}}}}
`,
	'odd/types/v2.yaml': `version: v2
types:
  Odd: {type: object, properties: {spec: {$ref: types#/OddSpec, presence: always}}}
  OddSpec:
    type: object
    properties:
      mode: {type: string, default: Middle}
      size: {type: integer, default: 2}
      old: {$ref: types#/Old}
      tags: {type: array, items: {type: string}}
      zones: {type: object, additionalProperties: {$ref: types#/Zone}}
      gone: {type: string}
  Old: {type: object, properties: {a: {type: string}, c: {type: string}, deep: {type: object, properties: {x: {type: string}, y: {type: string}}}}}
  Zone: {type: object, properties: {rules: {type: array, listType: map, listMapKeys: [id], items: {$ref: types#/Rule}}}}
  Rule: {type: object, required: [id], properties: {id: {type: string}, to: {type: string}}}
`,
	'odd/types/v1.yaml': `version: v1
types:
  Odd: {type: object, properties: {spec: {type: object, properties: {b: {type: string}, size: {type: integer, default: 1}}}, list: {type: array, items: {type: string}}}}
`,
};

const at = (version: string, rest = '/o'): string => `/apis/odd.example.com/${version}/namespaces/default/odds${rest}`;

const spec: JsonObject = {
	mode: 'Special',
	size: 9,
	new: { a: 7, b: 'bee', c: 'sea', more: 'else' },
	apart: { x: 'ex', y: 'why' },
	tags: ['t1', 't2'],
	zones: {
		north: {
			note: 'cold',
			rules: [
				{ name: 'dns', protocol: 'UDP', target: { host: 'h1', port: 53 } },
				{ name: 'dns', protocol: 'TCP', target: { host: 'h2', port: 54 } },
				{ name: 'web', protocol: 'TCP', target: { host: 'h3', port: 80 } },
			],
		},
		south: { note: 'warm' },
	},
};

let server: TestServer;
beforeAll(async () => {
	server = await testServer({
		specs: await catalogWith(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replace(/^schema:\n {2}type: object\n/m, '')]))),
	});
});
afterAll(() => server.close());
beforeEach(async () => {
	await server.call('DELETE', at('v3'));
	expect(await server.call('POST', at('v3', ''), { body: { metadata: { name: 'o' }, spec } })).toMatchObject({ status: 201 });
});

async function ok(method: string, url: string, body?: Loose, type?: string): Promise<Loose> {
	const answer = await server.call(method, url, { body, ...(type !== undefined && { type }) });
	expect([answer.status, answer.body.message]).toEqual([200, undefined]);
	return answer.body;
}

const stored = async (): Promise<Loose> => (await ok('GET', at('v3'))).spec;
const merge = (version: string, patch: Loose) => ok('PATCH', at(version), patch, 'application/merge-patch+json');
const json = (version: string, patch: Loose) => ok('PATCH', at(version), patch, 'application/json-patch+json');

describe('the view of each version', () => {
	it('v2', async () => {
		expect((await ok('GET', at('v2'))).spec).toEqual({
			mode: 'Special',
			size: 9,
			old: { a: 'bee', c: 'sea', deep: { x: 'ex', y: 'why' } },
			tags: ['t1', 't2'],
			zones: {
				north: {
					rules: [
						{ id: 'dns', to: 'h1' },
						{ id: 'dns', to: 'h2' },
						{ id: 'web', to: 'h3' },
					],
				},
				south: {},
			},
		});
	});
	it('v1', async () => {
		const shown = await ok('GET', at('v1'));
		expect([shown.spec, shown.list]).toEqual([{ b: 'bee', size: 9 }, ['t1', 't2']]);
	});
});

describe.each(['v2', 'v1'])('writes through %s lose no data', (version) => {
	it('when the object is written back unchanged', async () => {
		await ok('PUT', at(version), await ok('GET', at(version)));
		expect(await stored()).toEqual(spec);
	});
	it('when a label changes', async () => {
		await merge(version, { metadata: { labels: { a: 'b' } } });
		await json(version, [{ op: 'add', path: '/metadata/labels/c', value: 'd' }]);
		await ok('PATCH', at(version), { metadata: { labels: { e: 'f' } } }, 'application/strategic-merge-patch+json');
		expect(await stored()).toEqual(spec);
	});
});

describe('a change through v2', () => {
	it('of a part of a renamed struct', async () => {
		await merge('v2', { spec: { old: { a: 'wasp', deep: { y: 'zed' } } } });
		expect(await stored()).toEqual({ ...spec, new: { ...(spec.new as JsonObject), b: 'wasp' }, apart: { x: 'ex', y: 'zed' } });
	});
	it('to remove a part', async () => {
		await json('v2', [{ op: 'remove', path: '/spec/old/deep' }]);
		const { apart: _apart, ...rest } = spec;
		expect(await stored()).toEqual(rest);
	});
	it('to remove the struct', async () => {
		await merge('v2', { spec: { old: null } });
		const { apart: _apart, new: _new, ...rest } = spec;
		expect(await stored()).toEqual(rest);
	});
	it('of an entry of a keyed list in a map', async () => {
		await json('v2', [{ op: 'replace', path: '/spec/zones/north/rules/2/to', value: 'h9' }]);
		const changed = structuredClone(spec) as Loose;
		changed.zones.north.rules[2].target.host = 'h9';
		expect(await stored()).toEqual(changed);
	});
	it('to remove an entry of a map', async () => {
		await merge('v2', { spec: { zones: { south: null } } });
		expect(await stored()).toEqual({ ...spec, zones: { north: (spec.zones as JsonObject).north } });
	});
	it('to remove a field with another default in storage', async () => {
		await merge('v2', { spec: { size: null, mode: null } });
		expect(await stored()).toEqual({ ...spec, size: 2, mode: 'Middle' });
	});
	it('of a field that only v2 has is accepted and dropped', async () => {
		await merge('v2', { spec: { gone: 'x' } });
		expect(await stored()).toEqual(spec);
	});
});

describe('a change through v1', () => {
	it('of a field stored in a struct that v1 lacks', async () => {
		await merge('v1', { spec: { b: 'ant' }, list: ['t3'] });
		expect(await stored()).toEqual({ ...spec, new: { ...(spec.new as JsonObject), b: 'ant' }, tags: ['t3'] });
	});
	it('to remove that field', async () => {
		await merge('v1', { spec: { b: null }, list: null });
		const { tags: _tags, ...rest } = spec;
		expect(await stored()).toEqual({ ...rest, new: { a: 7, c: 'sea', more: 'else' } });
	});
	it('to set that field again next to other members of the struct', async () => {
		await merge('v1', { spec: { b: null } });
		await merge('v1', { spec: { b: 'cow' } });
		expect(await stored()).toEqual({ ...spec, new: { ...(spec.new as JsonObject), b: 'cow' } });
	});
	it('of all its fields', async () => {
		const { metadata } = await ok('GET', at('v1'));
		await ok('PUT', at('v1'), { metadata });
		const { tags: _tags, ...rest } = spec;
		expect(await stored()).toMatchObject({ ...rest, size: expect.any(Number), new: { a: 7, c: 'sea', more: 'else' } });
	});
});

describe('a new object', () => {
	it.each([
		[
			'v2',
			{ spec: { old: { a: 'x', deep: {} }, zones: { z: { rules: [{ id: 'i' }] } } } },
			{ mode: 'Middle', size: 2, new: { b: 'x', more: 'm' }, apart: {}, zones: { z: { rules: [{ name: 'i', protocol: 'TCP' }] } } },
		],
		['v1', { spec: { b: 'x' } }, { mode: 'Old', size: 1, new: { b: 'x', more: 'm' } }],
		['v1', {}, { mode: 'Old', size: 3 }],
	])('in %s', async (version, body, expected) => {
		await server.call('DELETE', at('v3'));
		expect(await server.call('POST', at(version, ''), { body: { metadata: { name: 'o' }, ...body } })).toMatchObject({ status: 201 });
		expect(await stored()).toEqual(expected);
	});
});
