/** Descriptions of fields and types in documents: clients show the two one below the other. */
import { describe, expect, it } from 'vitest';
import { servedDocs } from '../../../generator/emit/typescript/docs.ts';
import { makeModel } from '../../../generator/read/model.ts';
import type { Schema } from '../../../runtime/model/catalog.ts';
import { shop, source } from '../fixture.ts';
import { builtInModel } from './reference-documents.ts';

function docsOf(...types: readonly string[]) {
	const { model, diagnostics } = makeModel([...shop, ...types.map((text) => source('shop/types/more.yaml', `types:\n${text}`))]);
	if (model === undefined) throw new Error(diagnostics.map((one) => one.message).join('\n'));
	return servedDocs(model);
}

function structIn(schema: Schema): string | undefined {
	if (schema.kind === 'list') return structIn(schema.items);
	if (schema.kind === 'map') return structIn(schema.values);
	return schema.kind === 'struct' ? schema.type : undefined;
}

describe('served descriptions', () => {
	it('use the text of an inline object for its field', () => {
		const docs = docsOf();
		expect(docs['shop/v1.Product']).toMatchObject({ '': 'Something that the shop sells.', spec: 'Desired state.' });
		expect(docs['shop/v1.ProductSpec']).toEqual({ size: 'Size of the product.' });
	});

	it('end with the examples of a field', () => {
		const field = `every: {type: duration, examples: [5m, 1h30m], description: How long between two.}`;
		const limits = `limits: {type: object, additionalProperties: {type: integer}, examples: [{a: 1}], description: How many.}`;
		const docs = docsOf(`  Box:\n    type: object\n    description: A box.\n    properties:\n      ${field}\n      ${limits}\n`);
		expect(docs['shop/v1.Box']).toMatchObject({ every: 'How long between two. For example: `5m`, `1h30m`.', limits: 'How many. For example: `{"a":1}`.' });
	});

	it('use the text of the type for a field without one', () => {
		const box = '  Box:\n    type: object\n    description: A box.\n    properties:\n      n: {type: integer}\n';
		const user = (more: string) =>
			`  User:\n    type: object\n    properties:\n      a: {$ref: types#/Box, description: A box.}\n      b: {$ref: types#/Box${more}}\n`;
		expect(docsOf(box + user(''))['shop/v1.Box']).toEqual({ '': 'A box.' });
		expect(docsOf(box + user(', description: Another.'))['shop/v1.Box']).toEqual({});
	});

	it('of built-in kinds contain no repetition', async () => {
		const model = await builtInModel();
		const docs = servedDocs(model);
		const twice = model.catalog.typeNames.flatMap((name) =>
			model.catalog.type(name).fields.flatMap(({ name: field, schema }) => {
				const text = docs[name]?.[field];
				return text !== undefined && docs[structIn(schema) ?? '']?.[''] === text ? [`${name}.${field}`] : [];
			}),
		);
		expect(twice).toEqual([]);
	});
});
