/** Tests that kinds imported from CustomResourceDefinitions behave like custom resources of kube-apiserver 1.25 and 1.36. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { importCrds } from '../../generator/import/crd/crd.ts';
import type { CustomResourceDefinition } from '../../generator/import/crd/document.ts';
import type { JsonObject, JsonValue } from '../../runtime/model/catalog.ts';
import { catalogWith } from '../setup/built-in-specs.ts';
import { applyType } from './owners.ts';
import { type Answer, type TestServer, testServer } from './write-fixture.ts';

const schemas = {
	Block: `
type: object
properties:
  spec:
    type: object
    properties:
      allocations: {type: array, items: {type: integer, nullable: true}}
      m: {type: object, additionalProperties: {type: string, nullable: true}}
`,
	Wrap: `
type: object
properties:
  spec:
    type: object
    properties:
      any: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}
      typed:
        type: object
        x-kubernetes-embedded-resource: true
        properties:
          apiVersion: {type: string}
          kind: {type: string}
          metadata: {type: object, properties: {name: {type: string, maxLength: 3}}}
          spec: {type: object, properties: {a: {type: string}}}
`,
	Named: `
type: object
properties:
  metadata: {type: object, properties: {name: {type: string, maxLength: 6, pattern: '^[a-z0-9-]+$'}, generateName: {type: string, minLength: 2}}}
  spec: {type: object, properties: {a: {type: string}}}
`,
	Tier: `
type: object
properties:
  metadata: {type: object}
  spec: {type: object, properties: {action: {type: string}}}
x-kubernetes-validations: [{rule: "self.metadata.name == 'default' ? has(self.spec) : true", message: default needs a spec}]
`,
};
type Kind = keyof typeof schemas;

const group = 'crd.example.com';

function specFiles(): Readonly<Record<string, string>> {
	const resources = Object.entries(schemas).map(
		([kind, schema]): CustomResourceDefinition => ({
			spec: {
				group,
				scope: 'Namespaced',
				names: { kind, plural: `${kind.toLowerCase()}s` },
				versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: parse(schema) } }],
			},
		}),
	);
	const { files, lost } = importCrds({ resources, existing: new Map(), folderOf: () => 'crd', release: '1.16' });
	expect(lost).toEqual([]);
	return Object.fromEntries(files);
}

let server: TestServer;
beforeAll(async () => {
	server = await testServer({ specs: await catalogWith(specFiles()) });
});
afterAll(() => server.close());

const pathOf = (kind: Kind): string => `/apis/${group}/v1/namespaces/default/${kind.toLowerCase()}s`;

function object(kind: Kind, spec: JsonValue | undefined, metadata: JsonObject): JsonObject {
	return { apiVersion: `${group}/v1`, kind, metadata, ...(spec !== undefined && { spec }) };
}

function create(kind: Kind, spec?: JsonValue, { query = '', metadata = { name: 'a' } as JsonObject } = {}): Promise<Answer> {
	return server.call('POST', pathOf(kind) + query, { type: 'application/yaml', body: stringify(object(kind, spec, metadata)) });
}

const causes = ({ body }: Answer): readonly string[] =>
	(body.details?.causes ?? []).map(({ field, message }: { readonly field: string; readonly message: string }) => `${field}: ${message}`);

it('nullable items and values are kept as they are sent', async () => {
	const spec = { allocations: [null, 0, null, 3], m: { a: null, b: 'x' } };
	const { status, body } = await create('Block', spec);
	expect([status, body.spec]).toEqual([201, spec]);
});

describe('embedded objects', () => {
	const sent = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x', bogus: 1 }, spec: { a: 'b', c: 1 }, zzz: 2 };
	const pruned = {
		any: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' }, spec: { a: 'b', c: 1 }, zzz: 2 },
		typed: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' }, spec: { a: 'b' } },
	};

	it.each(['', '&fieldValidation=Warn', '&fieldValidation=Ignore'])('keep what the schema declares %s', async (query) => {
		const { status, body, warnings } = await create('Wrap', { any: sent, typed: sent }, { query: `?dryRun=All${query}` });
		const unknown = ['any.metadata.bogus', 'typed.metadata.bogus', 'typed.spec.c', 'typed.zzz'].map((field) => `unknown field "spec.${field}"`);
		expect([status, body.spec, warnings.toSorted()]).toEqual([201, pruned, query.endsWith('Ignore') ? [] : unknown]);
	});

	it('are refused for unknown fields where the client asks for that', async () => {
		expect(await create('Wrap', { typed: sent }, { query: '?dryRun=All&fieldValidation=Strict' })).toMatchObject({ status: 400 });
	});

	it.each<[JsonObject, readonly string[]]>([
		[{}, ['spec.typed.apiVersion: Required value', 'spec.typed.kind: Required value']],
		[{ apiVersion: '', kind: 'P' }, ['spec.typed.apiVersion: Invalid value: "": must not be empty']],
		[{ apiVersion: 'a/b/c', kind: 'P' }, ['spec.typed.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c']],
		[{ apiVersion: 'v1', kind: 'P', metadata: { name: 'long' } }, ['spec.typed.metadata.name: Too long: may not be longer than 3']],
		[
			{ apiVersion: 'v1', kind: 'P', metadata: { labels: { a: 1 } } },
			['spec.typed.metadata.labels.a: Invalid value: "integer": spec.typed.metadata.labels.a in body must be of type string: "integer"'],
		],
		[
			{ apiVersion: 'v1', kind: 'P', spec: { a: 1 } },
			['spec.typed.spec.a: Invalid value: "integer": spec.typed.spec.a in body must be of type string: "integer"'],
		],
	])('%j is refused', async (typed, expected) => {
		const answer = await create('Wrap', { typed });
		expect([answer.status, causes(answer)]).toEqual([422, expected]);
	});
});

describe('rules of metadata.name', () => {
	const long = ['metadata.name: Too long: may not be longer than 6'];

	it.each<[JsonObject, number, readonly string[]]>([
		[{ name: 'abc' }, 201, []],
		[{ name: 'toolongname' }, 422, long],
		[{ name: 'a.b' }, 422, ['metadata.name: Invalid value: "a.b": should match \'^[a-z0-9-]+$\'']],
		[{ generateName: 'ab' }, 422, long],
		[{ generateName: 'a' }, 422, ['metadata.generateName: Invalid value: "a": should be at least 2 chars long']],
	])('%j', async (metadata, status, expected) => {
		const answer = await create('Named', {}, { metadata });
		expect([answer.status, causes(answer)]).toEqual([status, expected]);
	});

	it('hold in an apply, and not against changes of a good object', async () => {
		const apply = await server.call('PATCH', `${pathOf('Named')}/toolongname?fieldManager=m`, {
			type: applyType,
			body: object('Named', {}, { name: 'toolongname' }),
		});
		expect([apply.status, causes(apply)]).toEqual([422, long]);
		const change = { type: 'application/merge-patch+json', body: JSON.stringify({ metadata: { labels: { a: 'b' } } }) };
		expect(await server.call('PATCH', `${pathOf('Named')}/abc`, change)).toMatchObject({ status: 200 });
	});
});

it('a rule of the root reads the name', async () => {
	const refused = await create('Tier', undefined, { metadata: { name: 'default' } });
	expect([refused.status, causes(refused)]).toEqual([422, ['<nil>: Invalid value: "object": default needs a spec']]);
	expect(await create('Tier', {}, { metadata: { name: 'default' } })).toMatchObject({ status: 201 });
	expect(await create('Tier', undefined, { metadata: { name: 'x' } })).toMatchObject({ status: 201 });
});
