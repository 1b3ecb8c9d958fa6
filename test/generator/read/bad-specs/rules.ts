/** Bad value rules, and examples that violate them. */
import { expect } from 'vitest';
import { type BadSpec, p } from './bad-spec.ts';

export const rules: readonly BadSpec[] = [
	[
		'default against a rule',
		p('default: 1', 'default: -1'),
		[
			'shop/product.yaml:36:66: the default breaks a rule: Invalid value: -1: must be greater than or equal to 0',
			'shop/product.yaml:65:45: the example breaks a rule: spec.stock: Invalid value: -1: must be greater than or equal to 0',
		],
	],
	[
		'examples of fields',
		p('size: {type: string,', 'wait: {type: duration, protobuf: 90, minimum: 1m, examples: [5m, 5s]}\n        size: {type: string,'),
		['shop/product.yaml:35:74: the example breaks a rule: Invalid value: "5s": must be greater than or equal to 1m'],
	],
	[
		'examples of fields that are of another type',
		p('size: {type: string,', 'wait: {type: duration, protobuf: 90, examples: [soon], description: x}\n        size: {type: string, examples: [],'),
		['shop/product.yaml:35:57: the example must be a duration, such as 1h30m, not "soon"', 'shop/product.yaml:36:40: examples must not be empty'],
	],
	[
		'quantity in an example',
		p('spec: {size: Small, parts', 'spec: {size: Small, fixed: 1x, parts'),
		['shop/product.yaml:65:66: fixed must be a quantity, such as 500m or 1Gi, not "1x"'],
	],
	[
		'the keys of a map in a list',
		p(
			'minimum: 0, default: 1}',
			'minimum: 0, default: 1}\n        deep: {type: array, protobuf: 91, items: {type: object, additionalProperties: {type: string}, keys: {notIn: stok}}}',
		),
		['shop/product.yaml:37:117: notIn names "stok", which is not among the fields: did you mean "stock"?'],
	],
	[
		'const beside enum',
		p('enum: [Small, Large]', 'enum: [Small, Large], const: Small'),
		['shop/product.yaml:35:65: "const" and "enum" exclude each other: "const" is an "enum" with one value'],
	],
	[
		'const of another type',
		p('enum: [Small, Large]', 'const: 7'),
		['shop/product.yaml:35:50: 7 is not a value of type string: the values of const are of the type beside it'],
	],
	[
		'allowed values of another type than that of a boolean or a number',
		p(
			'size: {type: string,',
			"lit: {type: boolean, protobuf: 90, const: 'true'}\n        weight: {type: number, protobuf: 91, enum: [1, two]}\n        size: {type: string,",
		),
		[
			"shop/product.yaml:35:51: 'true' is not a value of type boolean: the values of const are of the type beside it",
			'shop/product.yaml:36:56: two is not a value of type number: the values of enum are of the type beside it',
		],
	],
	[
		'bounds of a duration',
		p('size: {type: string,', 'wait: {type: duration, protobuf: 90, minimum: 5}\n        size: {type: string,'),
		['shop/product.yaml:35:55: the minimum of duration must be a duration, such as 1m30s, not 5'],
	],
	[
		'bounds of a duration that leave no room',
		p('size: {type: string,', 'wait: {type: duration, protobuf: 90, minimum: 1h, maximum: 59m}\n        size: {type: string,'),
		['shop/product.yaml:35:68: no value is valid: maximum is 59m, and minimum is 1h'],
	],
	[
		'bounds of a time',
		p('size: {type: string,', 'from: {type: time, protobuf: 90, maximum: tomorrow}\n        size: {type: string,'),
		[expect.stringContaining('the maximum of time must be a time, such as 2026-01-31T10:00:00Z, not "tomorrow": parsing time')],
	],
	[
		'an integer among texts',
		p('enum: [Small, Large]', 'enum: [Small, 7]'),
		['shop/product.yaml:35:57: 7 is not a value of type string: the values of enum are of the type beside it'],
	],
	[
		'a text among integers',
		p('minimum: 0,', 'enum: [1, "2"],'),
		[expect.stringContaining('"2" is not a value of type int32: the values of enum are of the type beside it')],
	],
	['an integer that is too large for enum', p('minimum: 0,', 'enum: [1, 4294967296],'), [expect.stringContaining('4294967296 is not a value of type int32')]],
	['a multiple of nothing', p('minimum: 0,', 'minimum: 0, multipleOf: 0,'), [expect.stringContaining('multipleOf must be greater than 0')]],
	['enum twice', p('enum: [Small, Large]', 'enum: [Small, Large, Small]'), ['shop/product.yaml:35:64: "Small" is listed twice in enum']],
	[
		'pattern',
		p('size: {type: string,', 'size: {type: string, pattern: "[a-",'),
		['shop/product.yaml:35:39: pattern: not a valid regular expression: error parsing regexp: missing closing ]: `[a-`'],
	],
	[
		'example field',
		p('spec: {size: Small, parts', 'spec: {sise: Small, parts'),
		[
			'shop/product.yaml:65:46: spec has a field "sise" that shop/v1.ProductSpec does not have: did you mean "size"?',
			'shop/product.yaml:65:46: spec lacks "size", which shop/v1.ProductSpec requires',
		],
	],
	['example type', p('count: 4}', 'count: four}'), ['shop/product.yaml:65:86: count must be a 32-bit integer, not "four"']],
	[
		'example enum',
		p('spec: {size: Small, parts', 'spec: {size: small, parts'),
		['shop/product.yaml:65:52: size "small" is not among the allowed values: did you mean "Small"?'],
	],
	[
		'example rule',
		p('count: 4}', 'count: 0}'),
		['shop/product.yaml:65:86: the example breaks a rule: spec.parts[0].count: Invalid value: 0: must be greater than or equal to 1'],
	],
	[
		'applies',
		p('fixed: {type: quantity,', 'fixed: {type: quantity, minLength: 3,'),
		['shop/product.yaml:46:33: "minLength" does not apply to quantity: it applies to string, intOrString or bytes'],
	],
	[
		'applies structural',
		p('fixed: {type: quantity,', 'fixed: {type: quantity, items: {type: string},'),
		['shop/product.yaml:46:33: "items" does not apply to type quantity: it applies to type array'],
	],
	['notIn', p('notIn: texts', 'notIn: text'), ['shop/product.yaml:49:116: notIn names "text", which is not among the fields: did you mean "texts"?']],
	[
		'a derived value of another type',
		p('totalSize: {of: [spec], max: 1Mi}', 'derive: [{field: spec.size, value: Small}, {field: spec.stock, value: many}]'),
		['shop/product.yaml:62:75: the derived value of "stock" must be a 32-bit integer, not "many"'],
	],
	[
		'derive',
		p('totalSize: {of: [spec], max: 1Mi}', 'derive: {field: spec.nothing, value: 1}'),
		[
			'shop/product.yaml:62:21: derive names "nothing", which is not among the fields: expected size, stock, parts, main, fixed, free, colours, notes, texts or shelf',
		],
	],
	['totalSize', p('of: [spec]', 'of: [specs]'), ['shop/product.yaml:62:22: totalSize names "specs", which is not among the fields: did you mean "spec"?']],
	[
		'totalSize max',
		p('max: 1Mi', 'max: 1Mx'),
		["shop/product.yaml:62:16: totalSize: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"],
	],
	[
		'required when',
		p('unions: {price: atMostOne}', 'unions: {price: atMostOne}\n      requiredWhen: [{cel: "self.stok > 0", fields: [main]}]'),
		['shop/product.yaml:34:34: requiredWhen: shop/v1.ProductSpec has no field "stok": did you mean "stock"?'],
	],
	[
		'lengths',
		p('size: {type: string,', 'size: {type: string, minLength: 5, maxLength: 4,'),
		['shop/product.yaml:35:55: no value is valid: maxLength is 4, and minLength is 5'],
	],
	['lengths equal', p('size: {type: string,', 'size: {type: string, minLength: 5, maxLength: 5,'), []],
	[
		'items',
		p('colours: {type: array,', 'colours: {type: array, minItems: 2, maxItems: {value: 1, message: one},'),
		['shop/product.yaml:48:63: no value is valid: maxItems is 1, and minItems is 2'],
	],
	[
		'properties bounds',
		p('texts: {type: object,', 'texts: {type: object, minProperties: 2, maxProperties: 1,'),
		['shop/product.yaml:50:64: no value is valid: maxProperties is 1, and minProperties is 2'],
	],
	[
		'bounds',
		p('stock: {type: integer, protobuf: 2, minimum: 0,', 'stock: {type: integer, protobuf: 2, minimum: 0, maximum: -1,'),
		['shop/product.yaml:36:66: no value is valid: maximum is -1, and minimum is 0'],
	],
	[
		'bounds exclusive',
		p('stock: {type: integer, protobuf: 2, minimum: 0,', 'stock: {type: integer, protobuf: 2, minimum: 0, exclusiveMaximum: 0,'),
		['shop/product.yaml:36:75: no value is valid: exclusiveMaximum is 0, and minimum is 0'],
	],
	[
		'bounds of quantities',
		p('fixed: {type: quantity,', 'fixed: {type: quantity, minimum: 1Gi, maximum: 2M,'),
		['shop/product.yaml:46:56: no value is valid: maximum is 2M, and minimum is 1Gi'],
	],
	[
		'bound no quantity',
		p('fixed: {type: quantity,', 'fixed: {type: quantity, minimum: lots,'),
		["shop/product.yaml:46:42: minimum: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"],
	],
	[
		'bound text',
		p('stock: {type: integer, protobuf: 2, minimum: 0,', 'stock: {type: integer, protobuf: 2, minimum: "0",'),
		['shop/product.yaml:36:54: the minimum of int32 must be a number, not "0"'],
	],
	[
		'bound of text',
		p('size: {type: string,', 'size: {type: string, minimum: "0",'),
		['shop/product.yaml:35:30: "minimum" does not apply to string: it applies to int32, int64, double, intOrString, quantity, duration, time or microTime'],
	],
	['minimum text', p('minimum: 0,', 'minimum: [0],'), ['shop/product.yaml:36:54: minimum must be a number or text, not a list']],
];
