/** Bad columns and selectable fields. */
import { edited, product, source } from '../../fixture.ts';
import { type BadSpec, p } from './bad-spec.ts';

export const columns: readonly BadSpec[] = [
	[
		'column',
		p('value: self.spec.size,', 'value: self.spec.sise,'),
		['shop/product.yaml:22:39: the column\'s expression "self.spec.sise": shop/v1.ProductSpec has no field "sise": did you mean "size"?'],
	],
	[
		'column cel',
		p('"size(self.spec.parts)"', '"size(self.spec.parts"'),
		['shop/product.yaml:23:61: the column\'s expression: unexpected end of the expression: expected ")" (at character 21)'],
	],
	[
		'column cel path',
		p('"size(self.spec.parts)"', '"size(self.spec.part)"'),
		['shop/product.yaml:23:57: the column\'s expression "size(self.spec.part)": shop/v1.ProductSpec has no field "part": did you mean "parts"?'],
	],
	[
		'column of loops within loops',
		p('"size(self.spec.parts)"', '"size(self.spec.colours.filter(a, self.spec.colours.exists(b, a != b)))"'),
		[
			"shop/product.yaml:23:41: the column's expression: estimated cost exceeds budget by factor of more than 100x (try simplifying the rule(s), or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)",
		],
	],
	[
		'column of loops within loops, with bounds',
		[
			source(
				'shop/product.yaml',
				edited(
					'{type: array, protobuf: 7, listType: set, items: {type: string}}',
					'{type: array, protobuf: 7, listType: set, maxItems: 20, items: {type: string, maxLength: 20}}',
					edited('"size(self.spec.parts)"', '"size(self.spec.colours.filter(a, self.spec.colours.exists(b, a != b)))"'),
				),
			),
		],
		[],
	],
	['column of a loop after the other', p('"size(self.spec.parts)"', '"size(self.spec.parts.map(a, a.name).filter(b, b != string(1)).map(c, c + c))"'), []],
	[
		'selectable',
		p('selectableFields: [spec.size]', 'selectableFields: [spec.sizes]'),
		['shop/product.yaml:20:20: the selectable field "spec.sizes": shop/v1.ProductSpec has no field "sizes": did you mean "size"?'],
	],
	[
		'selectable struct',
		p('selectableFields: [spec.size]', 'selectableFields: [spec.main]'),
		['shop/product.yaml:20:20: the selectable field "spec.main" must be a single value, not struct'],
	],
	[
		'indexed number',
		p('selectableFields: [spec.size]', 'selectableFields: [{ field: spec.stock, indexed: true }]'),
		['shop/product.yaml:20:29: the indexed field "spec.stock" must be a string, not int32'],
	],
	[
		'indexed struct',
		p('selectableFields: [spec.size]', 'selectableFields: [{ field: spec.main, indexed: true }]'),
		['shop/product.yaml:20:29: the indexed field "spec.main" must be a string, not struct'],
	],
	[
		'indexed and selectable',
		p('selectableFields: [spec.size]', 'selectableFields: [spec.size, { field: spec.size, indexed: true }]'),
		['shop/product.yaml:20:40: "spec.size" is listed twice in selectableFields'],
	],
	[
		'selectable twice, by name',
		p('selectableFields: [spec.size]', 'selectableFields: [{ field: spec.size, indexed: true }, spec.size]'),
		['shop/product.yaml:20:57: "spec.size" is listed twice in selectableFields'],
	],
	[
		'selectable twice',
		p('selectableFields: [spec.size]', 'selectableFields: [spec.size, spec.size]'),
		['shop/product.yaml:20:31: "spec.size" is listed twice in selectableFields'],
	],
	[
		'selectable list',
		p('selectableFields: [spec.size]', 'selectableFields: [spec.colours]'),
		['shop/product.yaml:20:20: the selectable field "spec.colours" must be a single value, not list'],
	],
	[
		'column no integer',
		p('{name: Size, type: string,', '{name: Size, type: integer,'),
		['shop/product.yaml:22:24: a column of type integer cannot show self.spec.size, which is string'],
	],
	[
		'column no date',
		p('{name: Size, type: string, value: self.spec.size,', '{name: Size, type: date, value: self.spec.stock,'),
		['shop/product.yaml:22:24: a column of type date cannot show self.spec.stock, which is int32'],
	],
	[
		'column no boolean',
		p('{name: Size, type: string,', '{name: Size, type: boolean,'),
		['shop/product.yaml:22:24: a column of type boolean cannot show self.spec.size, which is string'],
	],
	['column of an object', p('{name: Size, type: string, value: self.spec.size,', '{name: Size, type: string, value: self.spec,'), []],
	['column of a map', p('{name: Size, type: string, value: self.spec.size,', '{name: Size, type: string, value: self.spec.notes,'), []],
	['column of a list of single values', p('{name: Size, type: string, value: self.spec.size,', '{name: Size, type: string, value: self.spec.colours,'), []],
	[
		'column of an entry',
		p('{name: Size, type: string, value: self.spec.size,', '{name: Size, type: string, value: "self.spec.parts[0].nam",'),
		['shop/product.yaml:22:39: the column\'s expression "self.spec.parts[0].nam": shop/v1.Part has no field "nam": did you mean "name"?'],
	],
	[
		'column of another variable',
		p('{name: Size, type: string, value: self.spec.size,', '{name: Size, type: string, value: slef.spec.size,'),
		['shop/product.yaml:22:39: the column\'s expression: unknown variable "slef": did you mean "self"?'],
	],
	[
		'column of an entry in an expression',
		p('{name: Size, type: string, value: self.spec.size,', '{name: Size, type: string, value: "self.spec.parts.map(part, part.nam)",'),
		['shop/product.yaml:22:71: the column\'s expression "self.spec.parts.map(part, part.nam)": shop/v1.Part has no field "nam": did you mean "name"?'],
	],
	[
		'column of another type',
		p('{name: Size, type: string, value: self.spec.size,', '{name: Size, type: integer, value: "self.spec.size + \'x\'",'),
		["shop/product.yaml:22:40: the column's expression: \"self.spec.size + 'x'\" gives string, and must give int"],
	],
	[
		'column of what may be absent',
		p('{name: Size, type: string, value: self.spec.size,', '{name: Size, type: string, value: self.spec.?size,'),
		['shop/product.yaml:22:39: the column\'s expression: "self.spec.?size" gives optional<string>, and must give a value'],
	],
	[
		'column of what does not go together',
		p('{name: Size, type: string, value: self.spec.size,', '{name: Size, type: string, value: self.spec.size + 1,'),
		["shop/product.yaml:22:39: the column's expression: no such overload: string + int (at character 1)"],
	],
	[
		'column that may be empty',
		p('{name: Size, type: string, value: self.spec.size,', '{name: Size, type: string, value: "has(self.spec.main) ? self.spec.main.name : null",'),
		[],
	],
	[
		'column with a bad pattern',
		p('{name: Size, type: string, value: self.spec.size,', '{name: Size, type: boolean, value: "self.spec.size.matches(\'(\')",'),
		['shop/product.yaml:22:40: the column\'s expression: matches("(") always fails: error parsing regexp: missing closing ): `(`'],
	],
	[
		'column no number',
		p('{name: Size, type: string, value: self.spec.size,', '{name: Size, type: number, value: self.spec.parts,'),
		['shop/product.yaml:22:24: a column of type number cannot show self.spec.parts, which is a list of shop/v1.Part'],
	],
	[
		'column without a value',
		p('value: self.spec.size, ', ''),
		['shop/product.yaml:22:12: a column needs either "value", an expression, or computed: true, when a hook of the kind makes its cells'],
	],
	[
		'column with a value that a hook makes too',
		p('value: self.spec.size,', 'value: self.spec.size, computed: true,'),
		['shop/product.yaml:22:12: a column needs either "value", an expression, or computed: true, when a hook of the kind makes its cells'],
	],
	['column computed', p('value: self.spec.size,', 'computed: true,'), []],
	[
		'column not computed',
		p('value: self.spec.size,', 'computed: false,'),
		['shop/product.yaml:22:12: a column needs either "value", an expression, or computed: true, when a hook of the kind makes its cells'],
	],
	['column date', p('{name: Size, type: string, value: self.spec.size,', '{name: Size, type: date, value: self.metadata.creationTimestamp,'), []],
	[
		'short name',
		[source('shop/other.yaml', product.replace('kind: Product', 'kind: Other').replace('plural: products', 'plural: others'))],
		['shop/other.yaml:2:33: the short name "prod" is taken in this group: first at shop/product.yaml:2:35'],
	],
	['same column twice', p('{name: Parts, type', '{name: Size, type'), ['shop/product.yaml:23:12: there are two columns "Size"']],
	[
		'column type',
		p('{name: Parts, type: integer', '{name: Parts, type: int'),
		['shop/product.yaml:23:25: "int" is not a type of columns: expected string, integer, number, boolean or date'],
	],
];
