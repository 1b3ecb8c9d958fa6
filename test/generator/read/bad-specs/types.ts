/** Bad types: references, defaults, lists, unions, and their protobuf form. */
import { alternatives } from '../../../../generator/read/diagnostics/suggestion.ts';
import type { SpecSource } from '../../../../generator/read/source/spec-file.ts';
import { formats } from '../../../../runtime/scalars/formats.ts';
import { oldProduct, source } from '../../fixture.ts';
import { type BadSpec, p, parts } from './bad-spec.ts';

const allTypes =
	'object, array, variant, string, boolean, integer, number, quantity, time, microTime, duration, intOrString, rawExtension, fieldsV1, any or bytes';

const allFormats = `byte, ${alternatives(formats.map(({ name }) => name))}`;

export const types: readonly BadSpec[] = [
	[
		'a list type of a text',
		[
			source(
				'shop/types/bytes.yaml',
				'types:\n  Bundle: {type: object, properties: {text: {type: string, listType: atomic}, raw: {type: string, format: byte, listType: set}}}\n',
			),
		],
		[
			'shop/types/bytes.yaml:2:70: other than lists, only bytes (format: byte) may have a list type, which must be atomic',
			'shop/types/bytes.yaml:2:123: other than lists, only bytes (format: byte) may have a list type, which must be atomic',
		],
	],
	[
		'type beside an expression',
		p('      unions: {price: atMostOne}', '      cel: [{rule: "self.size == \'Small\'"}]\n      unions: {price: atMostOne}').map((file) => ({
			...file,
			text: file.text.replace('type: quantity', 'type: quantitty'),
		})),
		['shop/product.yaml:47:23: "quantitty" is not a type: did you mean "quantity"?'],
	],
	...(
		[
			['int', 'integer'],
			['float', 'number'],
			['bool', 'boolean'],
			['Str', 'string'],
			['list', 'array'],
			['map', 'object" with "additionalProperties'],
		] as const
	).map(
		([word, meant]): BadSpec => [
			`type of another language: ${word}`,
			p('type: quantity', `type: ${word}`),
			[`shop/product.yaml:46:23: "${word}" is not a type: did you mean "${meant}"? It is one of ${allTypes}`],
		],
	),
	['type like no other', p('type: quantity', 'type: zebra'), [`shop/product.yaml:46:23: "zebra" is not a type: expected ${allTypes}`]],
	...(['type: integer', '$ref: types#/Prat', 'type: zebra'] as const).map(
		(schema): BadSpec => [
			`nothing else of a field of another version: ${schema}`,
			[source('shop/types/old.yaml', oldProduct.replace('{type: integer, protobuf: 2}', `{${schema}, protobuf: 2}`))],
			schema === 'type: integer'
				? []
				: schema === 'type: zebra'
					? [`shop/types/old.yaml:11:21: "zebra" is not a type: expected ${allTypes}`]
					: [`shop/types/old.yaml:11:${schema.indexOf('types#') + 15}: unknown type "Prat" of shop: did you mean "Part"?`],
		],
	),
	[
		'nothing of the steps of a version without its schema',
		p('types#/v1beta1.Product', 'types#/v1beta1.Prodct'),
		['shop/product.yaml:12:20: unknown type "Prodct" of shop: did you mean "Product"?'],
	],
	['type', p('type: quantity', 'type: quantitty'), ['shop/product.yaml:46:23: "quantitty" is not a type: did you mean "quantity"?']],
	[
		'format',
		parts('types:\n  Label: {type: string, format: dns-lable}\n'),
		[
			'shop/product.yaml:44:25: unknown type "Part" of shop: expected Product, ProductSpec or Label',
			'shop/product.yaml:45:22: unknown type "Part" of shop: expected Product, ProductSpec or Label',
			'shop/types/old.yaml:10:21: unknown type "Part" of shop: expected Label or Product',
			`shop/types/parts.yaml:2:33: "dns-lable" is not a format: did you mean "dns-label"? It is one of ${allFormats}`,
		],
	],
	[
		'a format like no other',
		p('size: {type: string,', 'size: {type: string, format: zebra,'),
		[`shop/product.yaml:35:38: "zebra" is not a format: expected one of ${allFormats}`],
	],
	[
		'a format that is a type',
		p('size: {type: string,', 'size: {type: string, format: int64,'),
		[`shop/product.yaml:35:38: "int64" is not a format: did you mean "type: integer" with "format: int64"? It is one of ${allFormats}`],
	],
	[
		'a map with fields',
		p('additionalProperties: {type: string}, keys', 'additionalProperties: {type: string}, properties: {a: {type: string, protobuf: 1}}, keys'),
		['shop/product.yaml:49:82: "properties" and "additionalProperties" exclude each other: an object has fields or is a map'],
	],
	['ref', p('main: {$ref: types#/Part,', 'main: {$ref: types#/Prat,'), ['shop/product.yaml:45:22: unknown type "Prat" of shop: did you mean "Part"?']],
	[
		'ref form',
		p('main: {$ref: types#/Part,', 'main: {$ref: "#/Part",'),
		['shop/product.yaml:45:22: "#/Part" is not a reference to a type: expected "types#/Name", "types#/v1beta1.Name" or "../core/types#/Name"'],
	],
	[
		'ref package',
		p('main: {$ref: types#/Part,', 'main: {$ref: ../mata/types#/ObjectMeta,'),
		['shop/product.yaml:45:22: unknown group folder "mata": did you mean "meta"?'],
	],
	[
		'ref version',
		p('main: {$ref: types#/Part,', 'main: {$ref: types#/v1beta2.Part,'),
		['shop/product.yaml:45:22: shop has no types of version "v1beta2": did you mean "v1beta1"?'],
	],
	[
		'default of an object that lacks what is required',
		p('main: {$ref: types#/Part, protobuf: 4}', 'main: {$ref: types#/Part, protobuf: 4, default: {count: 2}}'),
		[
			'shop/product.yaml:45:57: the default breaks a rule: main.name: Required value',
			'shop/product.yaml:65:45: the example breaks a rule: spec.main.name: Required value',
		],
	],
	[
		'default inside the default of an object',
		p('main: {$ref: types#/Part, protobuf: 4}', 'main: {$ref: types#/Part, protobuf: 4, default: {name: main, count: 0}}'),
		[
			'shop/product.yaml:45:77: the default breaks a rule: main.count: Invalid value: 0: must be greater than or equal to 1',
			'shop/product.yaml:65:45: the example breaks a rule: spec.main.count: Invalid value: 0: must be greater than or equal to 1',
		],
	],
	[
		'default of a kind',
		p('schema:\n  type: object\n', 'schema:\n  type: object\n  default: {spec: {size: Small}}\n'),
		['shop/product.yaml:26:3: "default" belongs to a field: it has no meaning on the schema of a kind: set it on the fields inside'],
	],
	[
		'default of a version',
		p('schema: {$ref: types#/v1beta1.Product}', 'schema: {$ref: types#/v1beta1.Product, default: {}}'),
		['shop/product.yaml:12:44: "default" belongs to a field: it has no meaning on the schema of a kind: set it on the fields inside'],
	],
	[
		'keywords of a field on a shared type',
		[
			source(
				'shop/types/old.yaml',
				oldProduct.replace('  ProductSpec:\n    type: object\n', '  ProductSpec:\n    type: object\n    default: {}\n    immutable: true\n'),
			),
		],
		[
			'shop/types/old.yaml:9:5: "default" belongs to a field: it has no meaning on a shared type: set it next to each $ref to the type',
			'shop/types/old.yaml:10:5: "immutable" belongs to a field: it has no meaning on a shared type: set it next to each $ref to the type',
		],
	],
	['dup number', p('protobuf: 2, minimum', 'protobuf: 1, minimum'), ['shop/product.yaml:36:42: protobuf number 1 is taken by "size": the next free one is 11']],
	['default', p('minimum: 0, default: 1', 'minimum: 0, default: one'), ['shop/product.yaml:36:66: the default must be a 32-bit integer, not "one"']],
	...(
		[
			['integer, format: int64', '9223372036854775808', 'a 64-bit integer, not 9223372036854775808'],
			['integer, format: int64', '-9223372036854775809', 'a 64-bit integer, not -9223372036854775809'],
			['integer', '2147483648', 'a 32-bit integer, not 2147483648'],
			['quantity', '1x', 'a quantity, such as 500m or 1Gi, not "1x"'],
			['time', 'yesterday', 'a time, such as 2026-01-31T10:00:00Z, not "yesterday"'],
			['duration', 'soon', 'a duration, such as 1h30m, not "soon"'],
			['bytes', 'x', 'base64 text, not "x"'],
			['intOrString', '99999999999', 'a 32-bit integer or text, not 99999999999'],
		] as const
	).map(([type, value, expected]): [string, SpecSource[], string[]] => [
		`default of type ${type} that cannot be read: ${value}`,
		p('stock: {type: integer, protobuf: 1}', `stock: {type: integer, protobuf: 1}\n        other: {protobuf: 2, type: ${type}, default: ${value}}`),
		[`shop/product.yaml:61:${type.length + 47}: the default must be ${expected}`],
	]),
	[
		'number that JSON has not',
		p('stock: {type: integer, protobuf: 1}', 'stock: {type: integer, protobuf: 1}\n        other: {type: number, protobuf: 2, default: .nan, maximum: 1e999}'),
		['shop/product.yaml:61:53: .nan is a number that JSON cannot represent', 'shop/product.yaml:61:68: 1e999 is a number that JSON cannot represent'],
	],
	[
		'default enum',
		p('enum: [Small, Large]', 'enum: [Small, Large], default: Medium'),
		['shop/product.yaml:35:74: the default "Medium" is not among the allowed values: expected Small or Large'],
	],
	[
		'required',
		p('required: [size]', 'required: [siz]'),
		['shop/product.yaml:32:18: required names "siz", which is not among the properties: did you mean "size"?'],
	],
	['mapkeys', p('listMapKeys: [name]', 'listMapKeys: [nam]'), ['shop/product.yaml:41:25: the items have no field "nam": did you mean "name"?']],
	[
		'mapkeys object',
		parts(
			'types:\n  Label: {type: string}\n  Part: {type: object, properties: {name: {type: object, properties: {first: {type: string}}}, count: {type: integer}}}\n',
		).concat(p('{name: leg, count: 4}', '{name: {first: leg}, count: 4}')),
		[
			'shop/product.yaml:41:25: the key "name" must be a single value, such as text or a number, not an object',
			'shop/product.yaml:43:26: the key "name" must be a single value, such as text or a number, not an object',
		],
	],
	['mapkeys twice', p('listMapKeys: [name]', 'listMapKeys: [name, name]'), ['shop/product.yaml:41:31: "name" is listed twice in listMapKeys']],
	[
		'required and never stored',
		p(
			'protobuf: 10\n          properties:\n',
			'protobuf: 10\n          required: [code]\n          properties:\n            code: {type: string, protobuf: 2, writeOnly: true}\n',
		),
		[
			'shop/product.yaml:56:47: "code" is required but never stored, so that every later write would lack it: remove it from "required", and refuse new objects without it in a hook',
		],
	],
	['mapkeys none', p('          listMapKeys: [name]\n', ''), ['shop/product.yaml:40:21: a list of type map needs "listMapKeys"']],
	['mergekey', p('patchMergeKey: name', 'patchMergeKey: key'), ['shop/product.yaml:43:26: the items have no field "key": expected name or count']],
	[
		'path with a dot',
		p('selectableFields: [spec.size]', 'selectableFields: [.spec.size]'),
		['shop/product.yaml:20:20: ".spec.size" is not a path: expected a path such as spec.replicas, without a leading dot: did you mean "spec.size"?'],
	],
	[
		'path with two dots',
		p('replicas: spec.stock,', 'replicas: spec..stock,'),
		['shop/product.yaml:19:21: "spec..stock" is not a path: expected a path such as spec.replicas, without a leading dot'],
	],
	[
		'a unique field in a list in a map',
		p(
			'minimum: 0, default: 1}',
			'minimum: 0, default: 1}\n        deep: {type: object, protobuf: 91, additionalProperties: {type: array, unique: nam, items: {$ref: types#/Part}}}',
		),
		['shop/product.yaml:37:88: unique names "nam", which is not among the fields: did you mean "name"?'],
	],
	[
		'field on items',
		p('items: {type: string}}', 'items: {type: string, protobuf: 1}}'),
		['shop/product.yaml:48:82: "protobuf" belongs to a field: it has no meaning on the items of a list'],
	],
	[
		'metadata',
		p('  properties:\n    spec:', '  properties:\n    metadata: {type: object}\n    spec:'),
		['shop/product.yaml:28:5: "metadata" is never written: every kind has it'],
	],
	[
		'presence',
		p('main: {$ref: types#/Part,', 'main: {$ref: types#/Part, presence: omitZero,'),
		['shop/product.yaml:45:45: an object has no zero that could be omitted: write presence "always" or "optional"'],
	],
	[
		'inline',
		p('fixed: {type: quantity,', 'fixed: {type: quantity, inline: true,'),
		['shop/product.yaml:46:33: only an object can be inline: "fixed" is quantity'],
	],
	['no type', p('fixed: {type: quantity, protobuf: 5', 'fixed: {protobuf: 5'), ['shop/product.yaml:46:17: a schema needs "type" or "$ref"']],
	[
		'no type of a constant',
		p('fixed: {type: quantity, protobuf: 5', 'fixed: {const: one, protobuf: 5'),
		['shop/product.yaml:46:17: a schema needs "type" or "$ref": add type: string'],
	],
	[
		'ref and type',
		p('main: {$ref: types#/Part,', 'main: {$ref: types#/Part, type: object,'),
		['shop/product.yaml:45:35: "type" cannot be combined with $ref, because it would change the referenced type'],
	],
	[
		'alias loop',
		parts('types:\n  A: {$ref: types#/B}\n  B: {$ref: types#/A}\n  Part: {type: object, properties: {name: {type: string}}}\n  Label: {type: string}\n'),
		[
			'shop/product.yaml:65:79: an entry of parts has a field "count" that shop/v1.Part does not have: expected name',
			'shop/types/parts.yaml:2:13: the type refers to itself: A -> B -> A',
			'shop/types/parts.yaml:3:13: the type refers to itself: B -> A -> B',
		],
	],
	[
		'additionalProperties false',
		p('texts: {type: object, protobuf: 9, additionalProperties: {type: string}}', 'texts: {type: object, protobuf: 9, additionalProperties: false}'),
		['shop/product.yaml:50:44: a map needs a schema of its values: remove "additionalProperties: false"; objects are always closed'],
	],
	[
		'additionalProperties false beside properties',
		p('unions: {price: atMostOne}', 'unions: {price: atMostOne}\n      additionalProperties: false'),
		['shop/product.yaml:34:7: a map needs a schema of its values: remove "additionalProperties: false"; objects are always closed'],
	],
	[
		'words of other languages in the wrong place',
		p('size: {type: string,', 'wide: {type: [string, "null"], protobuf: 90}\n        size: {required: true, type: string,'),
		[
			'shop/product.yaml:35:22: type must be text, not a list: a value has one type; "nullable: true" also allows null',
			'shop/product.yaml:36:16: "required" does not apply to type string: it applies to type object',
			'shop/product.yaml:36:26: required must be a list, not true: the object around the field names it in its own "required"',
		],
	],
	[
		'files of other tools',
		[
			source('shop/crd.yaml', 'apiVersion: apiextensions/v1\nkind: CustomResourceDefinition\nmetadata: {name: a}\nspec: {}\n'),
			source('shop/openapi.yaml', 'openapi: 3.0.0\ninfo: {}\n'),
			source('shop/object.yaml', 'apiVersion: shop/v1\nkind: Product\nmetadata: {name: a}\n'),
		],
		[
			'shop/crd.yaml:1:1: this is a CustomResourceDefinition: npx orch import crd shop/crd.yaml --out DIR makes specs of it',
			'shop/object.yaml:1:1: this is an object, but a spec defines the fields of objects: npx orch validate -f shop/object.yaml validates objects outside the spec root',
			'shop/openapi.yaml:1:1: this is an OpenAPI document: npx orch import openapi shop/openapi.yaml --out DIR makes specs of it',
		],
	],
	[
		'set of objects',
		p('listType: set, items: {type: string}}', 'listType: set, items: {$ref: types#/Part}}'),
		['shop/product.yaml:48:67: a list of type set contains scalars: objects in it need mapType: atomic'],
	],
	[
		'set of maps',
		[
			source(
				'shop/types/more.yaml',
				'types:\n  A: {type: object, properties: {x: {type: array, listType: set, items: {type: object, additionalProperties: {type: string}}}}}\n',
			),
		],
		['shop/types/more.yaml:2:73: a list of type set contains scalars: objects in it need mapType: atomic'],
	],
	[
		'set of atomic maps',
		[
			source(
				'shop/types/more.yaml',
				'types:\n  A: {type: object, properties: {x: {type: array, listType: set, items: {type: object, mapType: atomic, additionalProperties: {type: string}}}}}\n',
			),
		],
		[],
	],
	[
		'set of sets',
		p('listType: set, items: {type: string}}', 'listType: set, items: {type: array, listType: set, items: {type: string}}}'),
		['shop/product.yaml:48:67: a list of type set contains scalars: lists in it need listType: atomic'],
	],
	['default list', p('colours: {type: array,', 'colours: {type: array, default: red,'), ['shop/product.yaml:48:41: the default must be a list, not "red"']],
	[
		'unused type is checked',
		[source('shop/types/more.yaml', 'types:\n  Lonely: {type: object, required: [x]}\n')],
		['shop/types/more.yaml:2:37: required names "x", which is not among the properties'],
	],
	['protobuf reserved', p('protobuf: 10', 'protobuf: 19001'), ['shop/product.yaml:53:21: protobuf numbers 19000 to 19999 are reserved']],
	[
		'unknown fields in protobuf',
		p('          protobuf: 10\n', '          protobuf: 10\n          preserveUnknown: true\n'),
		['shop/product.yaml:54:11: protobuf would lose unknown fields: remove this keyword, or all "protobuf" numbers of this object'],
	],
	[
		'a map inside a map',
		[
			source(
				'shop/types/more.yaml',
				'types:\n  A: {type: object, properties: {x: {type: object, protobuf: 1, additionalProperties: {type: object, additionalProperties: {type: string}}}}}\n',
			),
		],
		[],
	],
	[
		'inline inside itself',
		[
			source(
				'shop/types/more.yaml',
				'types:\n  A: {type: object, properties: {b: {$ref: types#/B, inline: true}}}\n  B: {type: object, properties: {a: {$ref: types#/A, inline: true}, c: {type: string}}}\n',
			),
		],
		['shop/types/more.yaml:2:54: "b" cannot be inline: shop/v1.A would contain itself'],
	],
	['no items', p('listType: set, items: {type: string}', 'listType: set'), ['shop/product.yaml:48:19: a list needs "items"']],
];
