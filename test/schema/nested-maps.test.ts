/**
 * Tests maps in maps and lists in protobuf, which has no form for them. Each is a message whose field 1 is the map, as in Go's generators.
 */
import { describe, expect, it } from 'vitest';
import { proto } from '../../generator/emit/proto.ts';
import type { JsonObject, TypeDescriptor } from '../../runtime/model/catalog.ts';
import { Protobufs } from '../../runtime/schema/protobuf/message.ts';
import { model as fixture } from '../generator/emit/fixture.ts';

const texts = { kind: 'map', values: { kind: 'string' } } as const;
const grid: TypeDescriptor = {
	name: 'tools/v1.Grid',
	openapi: 'Grid',
	fields: [
		{ name: 'rows', number: 1, schema: { kind: 'map', values: texts } },
		{
			name: 'sheets',
			number: 2,
			schema: { kind: 'list', items: { kind: 'map', values: { kind: 'map', values: { kind: 'list', items: { kind: 'int32' } } } } },
		},
		{ name: 'choice', number: 3, schema: { kind: 'variant', type: 'tools/v1.Choice' } },
	],
};
const choice: TypeDescriptor = {
	name: 'tools/v1.Choice',
	openapi: 'Choice',
	variant: true,
	fields: [
		{ name: 'all', number: 1, schema: { kind: 'boolean' } },
		{ name: 'each', number: 2, schema: texts },
	],
};
const types = new Map([grid, choice].map((type) => [type.name, type]));
const lookup = (name: string): TypeDescriptor => types.get(name) ?? fixture.catalog.type(name);

describe('maps in maps and lists', () => {
	const { encode, decode } = new Protobufs(lookup).protobuf(grid.name);

	it.each<JsonObject>([
		{ rows: { a: { x: '1', y: '' }, b: {} } },
		{ sheets: [{}, { a: { x: [1, 2], y: [] } }, { '': {} }] },
		{ choice: { a: 'b' } },
		{ choice: {} },
		{ choice: true },
	])('survive protobuf: %j', (object) => {
		expect(decode(encode(object))).toEqual(object);
	});

	it('are messages of one field', () => {
		expect(Buffer.from(encode({ rows: { a: { x: 'y' } } })).toString('hex')).toBe('0a0d' + '0a0161' + '1208' + '0a06' + '0a0178' + '120179');
	});

	it('keep omitted fields, and skip unknown ones', () => {
		// An entry without a value, one without a key, and a field 2 of the inner message.
		expect(decode(Buffer.from('0a03' + '0a0161', 'hex'))).toEqual({ rows: { a: {} } });
		expect(decode(Buffer.from('0a07' + '1205' + '0a03' + '120179', 'hex'))).toEqual({ rows: { '': { '': 'y' } } });
		expect(decode(Buffer.from('0a07' + '0a0161' + '1202' + '1001', 'hex'))).toEqual({ rows: { a: {} } });
	});

	it('are declared in the definitions', async () => {
		const catalog = { ...fixture.catalog, typeNames: [...fixture.catalog.typeNames, ...types.keys()], type: lookup };
		const text = (await proto.emit({ ...fixture, catalog })).find(({ path }) => path.includes('tools/v1'))?.content ?? '';
		for (const line of [
			'map<string, RowsItems> rows = 1;',
			'message RowsItems {\n    map<string, string> items = 1;\n  }',
			'repeated SheetsItems4 sheets = 2;',
			'message SheetsItems2 {\n    repeated int32 items = 1;\n  }',
			'message SheetsItems3 {\n    map<string, SheetsItems2> items = 1;\n  }',
			'message SheetsItems4 {\n    map<string, SheetsItems3> items = 1;\n  }',
			'optional EachItems each = 2;',
		])
			expect(text).toContain(line);
	});
});
