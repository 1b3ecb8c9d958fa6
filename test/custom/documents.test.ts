/** OpenAPI documents of kinds that are defined at run time. */
import { describe, expect, it } from 'vitest';
import { DocumentParts } from '../../runtime/documents/openapi/document-parts.ts';
import { openApiV2 } from '../../runtime/documents/openapi/v2.ts';
import { openApiV3 } from '../../runtime/documents/openapi/v3.ts';
import { kubernetes } from '../generator/emit/fixture.ts';
import { definition } from '../kinds/definitions/cases.ts';
import type { Loose } from '../setup/loose.ts';
import { catalogWith } from './definitions.ts';

const schema: Loose = {
	type: 'object',
	description: 'A thing.',
	required: ['spec'],
	properties: {
		spec: {
			type: 'object',
			required: ['size', 'note'],
			properties: {
				size: { type: 'integer', default: 3, description: 'How large.' },
				note: { type: 'string', nullable: true },
				free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { a: { type: 'string' } } },
				either: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
				template: { type: 'object', 'x-kubernetes-embedded-resource': true, properties: { spec: { type: 'object' } } },
			},
		},
	},
};
const catalog = catalogWith([
	definition((made) => {
		made.spec.versions[0].schema.openAPIV3Schema = schema;
	}),
]);
const input = { catalog, docs: {}, vocabulary: kubernetes };
const objectMeta = expect.stringMatching(/ObjectMeta$/);

describe('documents of a defined kind', () => {
	it('show in version 3 the schema of the author with the common fields', () => {
		const document = openApiV3(new DocumentParts(input), 'apis/example.com/v1') as Loose;
		const { CronTab: _, ...found } = document.components.schemas;
		const thing = found['com.example.v1.Thing'];
		const { spec, ...identity } = thing.properties;
		expect(spec.properties).toMatchObject(schema.properties.spec.properties);
		expect(spec.properties.template).toMatchObject({ required: ['kind', 'apiVersion'], properties: { metadata: { allOf: [{ $ref: objectMeta }] } } });
		expect(identity).toMatchObject({ apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata: { allOf: [{ $ref: objectMeta }] } });
		expect([thing.description, thing.required, thing['x-kubernetes-group-version-kind']]).toEqual([
			'A thing.',
			['spec'],
			[{ group: 'example.com', kind: 'Thing', version: 'v1' }],
		]);
		expect(found['com.example.v1.ThingList']).toMatchObject({
			required: ['items'],
			properties: { items: { items: { $ref: '#/components/schemas/com.example.v1.Thing' } } },
		});
		const path = document.paths['/apis/example.com/v1/namespaces/{namespace}/things/{name}'];
		expect(Object.keys(path.patch.requestBody.content)).toEqual([
			'application/json-patch+json',
			'application/merge-patch+json',
			'application/apply-patch+yaml',
		]);
	});

	it('omit in version 2 parts that its clients cannot read', () => {
		const { definitions } = openApiV2(input) as Loose;
		const { spec } = definitions['com.example.v1.Thing'].properties;
		expect(spec.required).toEqual(['size']);
		expect(spec.properties).toMatchObject({ size: { type: 'integer', default: 3 }, note: {}, free: { 'x-kubernetes-preserve-unknown-fields': true } });
		expect([spec.properties.note.type, spec.properties.free.type, spec.properties.free.properties, spec.properties.either.anyOf]).toEqual([
			undefined,
			undefined,
			undefined,
			undefined,
		]);
	});
});
