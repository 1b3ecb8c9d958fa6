/** Documents offer strategic merge patches only for types whose patches a client can compute. */
import { describe, expect, it } from 'vitest';
import { DocumentParts } from '../../../runtime/documents/openapi/document-parts.ts';
import { openApiV2 } from '../../../runtime/documents/openapi/v2.ts';
import { openApiV3 } from '../../../runtime/documents/openapi/v3.ts';
import type { Field, Schema } from '../../../runtime/model/catalog.ts';
import { catalog, catalogOf, docs, kubernetes, spoken } from './fixture.ts';

const strategic = 'application/strategic-merge-patch+json';
const struct: Schema = { kind: 'struct', type: 'tools/v1.Inner' };
const string: Schema = { kind: 'string' };

/** Returns the patch types that the documents offer for the fixture's Gadget when its spec has only this field. */
function offered(field: Omit<Field, 'name'>, { inner, custom = true }: { readonly inner?: Schema; readonly custom?: boolean } = {}): readonly string[] {
	const types = catalog.typeNames.map((name) => catalog.type(name)).filter(({ name }) => name !== 'tools/v1.GadgetSpec');
	const innerField: Field = { name: 'x', schema: inner ?? string };
	const changed = catalogOf(
		[
			...types,
			{ name: 'tools/v1.GadgetSpec', openapi: 'com.example.tools.v1.GadgetSpec', fields: [{ name: 'field', ...field }] },
			{ name: 'tools/v1.Inner', openapi: 'com.example.tools.v1.Inner', fields: [innerField, { name: 'again', schema: struct }] },
			{ name: 'tools/v1.Open', openapi: 'com.example.tools.v1.Open', fields: [innerField], preserveUnknown: true },
		],
		catalog.kinds,
		catalog.groups.map((group) => (group.group === 'example.com' && custom ? { ...group, custom: true } : group)),
	);
	const input = { catalog: spoken(changed, kubernetes), docs, vocabulary: kubernetes };
	const path = '/apis/example.com/v1/namespaces/{namespace}/gadgets/{name}';
	const v2 = openApiV2(input).paths[path]?.patch?.consumes ?? [];
	const body = openApiV3(new DocumentParts(input), 'apis/example.com/v1')?.paths[path]?.patch?.requestBody as { content: object };
	expect(Object.keys(body.content)).toEqual(v2);
	return v2;
}

describe('strategic merge patches', () => {
	it.each<[string, Omit<Field, 'name'>, Schema?]>([
		['text', { schema: string }],
		['a map of texts', { schema: { kind: 'map', values: string } }],
		['a map of integers or texts', { schema: { kind: 'map', values: { kind: 'intOrString' } } }],
		['a struct that has itself', { schema: struct }],
		['a list that is replaced', { schema: { kind: 'list', items: struct } }, { kind: 'any' }],
		['a list that is merged', { schema: { kind: 'list', items: struct }, patchStrategy: ['merge'], patchMergeKey: 'x' }],
		['a struct that is replaced', { schema: struct, patchStrategy: ['replace'] }, { kind: 'any' }],
	])('are offered with %s', (_, field, inner) => {
		expect(offered(field, inner && { inner })).toContain(strategic);
	});

	it.each<[string, Omit<Field, 'name'>, Schema?]>([
		['a map of structs', { schema: { kind: 'map', values: struct } }],
		['a map of lists', { schema: { kind: 'map', values: { kind: 'list', items: string } } }],
		['a map of maps', { schema: { kind: 'map', values: { kind: 'map', values: string } } }],
		['a map of anything', { schema: { kind: 'map', values: { kind: 'any' } } }],
		['anything', { schema: { kind: 'any' } }],
		['an object of any kind', { schema: { kind: 'rawExtension' } }],
		['a struct with fields of any name', { schema: { kind: 'struct', type: 'tools/v1.Open' } }],
		['such a thing in a struct', { schema: struct }, { kind: 'map', values: struct }],
		['such a thing in a list that is merged', { schema: { kind: 'list', items: struct }, patchStrategy: ['merge'], patchMergeKey: 'x' }, { kind: 'any' }],
	])('are not offered with %s', (_, field, inner) => {
		const media = offered(field, inner && { inner });
		expect(media).toEqual(['application/json-patch+json', 'application/merge-patch+json', 'application/apply-patch+yaml']);
	});

	it('are offered for built-in kinds of any shape', () => {
		expect(offered({ schema: { kind: 'map', values: struct } }, { custom: false })).toContain(strategic);
	});
});
