/** What is said about bad specs: every kind of mistake, with its exact message and place. */
import { describe, expect, it } from 'vitest';
import type { SpecSource } from '../../../generator/read/source/spec-file.ts';
import { diagnose, edited, oldProduct, product, source } from '../fixture.ts';

/** One piece of the product's spec replaced by another. */
const p = (from: string, to: string): SpecSource[] => [source('shop/product.yaml', edited(from, to))];
const parts = (text: string): SpecSource[] => [source('shop/types/parts.yaml', text)];

/** The product with these subresources beside its status. */
const sub = (...others: string[]): SpecSource[] => [
	...p('  status: {}\n', `  status: {}\n  other: [${others.join(', ')}]\n`),
	source('shop/types/sale.yaml', 'types:\n  Sale: {type: object, properties: {price: {type: integer, protobuf: 2}}}\n'),
];
/** A kind of which nothing is stored. */
const review = (words: string): SpecSource[] => [
	source(
		'shop/review.yaml',
		`kind: Review\nnames: {plural: reviews}\nscope: Cluster\nstored: false\n${words}versions: [{name: v1, storage: true}]\nschema: {type: object}\n`,
	),
];
const declaredOf = 'what a subresource takes, gives or is asked with is a kind, or stands in types/';

/** What is wrong, the files that are, and the first line of each finding (without the word "error"). */
const cases: readonly (readonly [string, readonly SpecSource[], readonly string[]])[] = [
	['fine', [], []],
	['a computed subresource', sub('{name: sell, verbs: [create], kind: Sale, gives: {kind: Status}}'), []],
	[
		'type of a subresource',
		sub('{name: sell, verbs: [create], kind: Prat}'),
		[`shop/product.yaml:19:47: unknown type "Prat" of shop/v1: did you mean "Part"?: ${declaredOf}`],
	],
	[
		'type that a subresource gives',
		sub('{name: sell, verbs: [create], kind: Sale, gives: {kind: Nothing}}'),
		[`shop/product.yaml:19:67: unknown type "Nothing" of shop/v1: expected Label, Part, Sale or Product: ${declaredOf}`],
	],
	[
		'types of a subresource that only another version has, as when the storage version has moved',
		[
			...sub(
				'{name: sell, verbs: [create], kind: Old, gives: {kind: Old}}',
				'{name: log, verbs: [get], kind: Product, connect: {options: Old}}',
				'{name: buy, verbs: [create], kind: Old, version: v1beta1}',
			),
			source('shop/types/ancient.yaml', 'version: v1beta1\ntypes: {Old: {type: object, description: x}}\n'),
		],
		['19:47', '19:66', '19:133'].map(
			(at) =>
				`shop/product.yaml:${at}: unknown type "Old" of shop/v1, the storage version, whose types are meant where nothing is said: say version: v1beta1 beside it, or declare it in types/ of v1 as well`,
		),
	],
	[
		'group of a subresource',
		sub('{name: sell, verbs: [create], kind: Sale, group: shopp.example.com}'),
		['shop/product.yaml:19:60: no folder declares the group "shopp.example.com": did you mean "shop.example.com"?'],
	],
	[
		'verb of a computed subresource',
		sub('{name: sell, verbs: [get, create], kind: Sale}'),
		['shop/product.yaml:19:32: a subresource with a type of its own is answered by a hook: its verbs are create (or it says "connect")'],
	],
	[
		'verb of a subresource of the own type',
		sub('{name: sell, verbs: [create], kind: Product}'),
		['shop/product.yaml:19:32: a subresource of the own type is another way of writing the object: its verbs are get, patch, update (or it says "connect")'],
	],
	[
		'verb of a connection',
		sub('{name: log, verbs: [get, list], kind: Product, connect: {options: Part}}'),
		['shop/product.yaml:19:36: nobody connects by list: say get, create, update, patch or delete'],
	],
	[
		'options of a connection',
		sub('{name: log, verbs: [get], kind: Product, connect: {options: LogOptions}}'),
		[`shop/product.yaml:19:71: unknown type "LogOptions" of shop/v1: expected Label, Part, Sale or Product: ${declaredOf}`],
	],
	['a connection without options', sub('{name: log, verbs: [get], kind: Product, connect: {}}'), ['shop/product.yaml:19:61: a connection needs "options"']],
	['status twice', sub('{name: status, verbs: [create], kind: Sale}'), ['shop/product.yaml:19:18: the subresource "status" is declared twice']],
	[
		'a subresource twice',
		sub('{name: a, verbs: [create], kind: Sale}', '{name: a, verbs: [create], kind: Sale}'),
		['shop/product.yaml:19:58: the subresource "a" is declared twice'],
	],
	[
		'a field that a subresource writes',
		sub('{name: a, verbs: [update], kind: Product, writes: [specc]}'),
		['shop/product.yaml:19:62: the field "specc": shop/v1.Product has no field "specc": did you mean "spec"?'],
	],
	[
		'a part of a field that a subresource writes',
		sub('{name: a, verbs: [update], kind: Product, writes: [spec.parts]}'),
		['shop/product.yaml:19:62: a subresource writes whole fields of the object, not a part of one: say "spec", or put "spec.parts" into a field of its own'],
	],
	['a kind of which nothing is stored', review('verbs: [create]\n'), []],
	[
		'no verbs of a kind of which nothing is stored',
		review(''),
		['shop/review.yaml:4:9: a kind of which nothing is stored is only created: say verbs: [create]'],
	],
	[
		'verbs of a kind of which nothing is stored',
		review('verbs: [create, get]\n'),
		['shop/review.yaml:5:8: a kind of which nothing is stored is only created: say verbs: [create]'],
	],
	[
		'what means nothing where nothing is stored',
		review('verbs: [create]\ncolumns: []\ngeneration: true\n'),
		[
			'shop/review.yaml:6:1: "columns" means nothing for a kind of which nothing is stored',
			'shop/review.yaml:7:1: "generation" means nothing for a kind of which nothing is stored',
		],
	],
	[
		'a kind in a group of another server',
		[
			source('far/group.yaml', 'group: far.example.com\nversions: [v1]\nproxied: true\n'),
			source('far/thing.yaml', 'kind: Thing\nnames: {plural: things}\nscope: Cluster\nversions: [{name: v1, storage: true}]\nschema: {type: object}\n'),
		],
		['far/thing.yaml:1:1: far/group.yaml says that another server has this group: it can have no kind here'],
	],
	['keyword', p('minimum: 0', 'minimun: 0'), ['shop/product.yaml:36:45: unknown keyword "minimun" in a schema: did you mean "minimum"?']],
	[
		'kind keyword',
		p('scope: Namespaced', 'scop: Namespaced'),
		['shop/product.yaml:1:1: a kind needs "scope"', 'shop/product.yaml:3:1: unknown keyword "scop" in a kind: did you mean "scope"?'],
	],
	['kind keyword far', p('scope: Namespaced', 'scope: Namespaced\nfrobnicate: 1'), ['shop/product.yaml:4:1: unknown keyword "frobnicate" in a kind']],
	['scope', p('scope: Namespaced', 'scope: Namespace'), ['shop/product.yaml:3:8: "Namespace" is not a scope: did you mean "Namespaced"?']],
	[
		'type beside an expression',
		p('      unions: {price: atMostOne}', '      cel: [{rule: "self.size == \'Small\'"}]\n      unions: {price: atMostOne}').map((file) => ({
			...file,
			text: file.text.replace('type: quantity', 'type: quantitty'),
		})),
		['shop/product.yaml:47:23: "quantitty" is not a type: did you mean "quantity"?'],
	],
	['type', p('type: quantity', 'type: quantitty'), ['shop/product.yaml:46:23: "quantitty" is not a type: did you mean "quantity"?']],
	[
		'format',
		parts('types:\n  Label: {type: string, format: dns-lable}\n'),
		[
			'shop/product.yaml:44:25: unknown type "Part" of shop: expected Product, ProductSpec or Label',
			'shop/product.yaml:45:22: unknown type "Part" of shop: expected Product, ProductSpec or Label',
			'shop/types/old.yaml:10:21: unknown type "Part" of shop: expected Label or Product',
			'shop/types/parts.yaml:2:33: "dns-lable" is not a format: did you mean "dns-label"?',
		],
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
		'default against a rule',
		p('default: 1', 'default: -1'),
		[
			'shop/product.yaml:36:66: the default breaks a rule: Invalid value: -1: must be greater than or equal to 0',
			'shop/product.yaml:65:45: the example breaks a rule: spec.stock: Invalid value: -1: must be greater than or equal to 0',
		],
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
		['shop/product.yaml:26:3: "default" belongs to a field: it has no meaning on the schema of a kind: say it of the fields inside'],
	],
	[
		'default of a version',
		p('schema: {$ref: types#/v1beta1.Product}', 'schema: {$ref: types#/v1beta1.Product, default: {}}'),
		['shop/product.yaml:12:44: "default" belongs to a field: it has no meaning on the schema of a kind: say it of the fields inside'],
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
			'shop/types/old.yaml:9:5: "default" belongs to a field: it has no meaning on a shared type: say it beside each $ref to the type',
			'shop/types/old.yaml:10:5: "immutable" belongs to a field: it has no meaning on a shared type: say it beside each $ref to the type',
		],
	],
	[
		'ref of another version',
		p('main: {$ref: types#/Part,', 'main: {$ref: types#/v1beta1.Part,'),
		['shop/product.yaml:45:22: shop has no "Part" of version v1beta1: there is types#/v1.Part (a file of types says its version with "version")'],
	],
	[
		'number release',
		p('introduced: "1.22", storage', 'introduced: 1.22, storage'),
		['shop/product.yaml:6:28: introduced must be text, not 1.22: write "1.22", in quotes'],
	],
	[
		'unknown release',
		p('introduced: "1.22", storage', 'introduced: "1.26", storage'),
		['shop/product.yaml:6:28: unknown release "1.26": releases.yaml has 1.20 to 1.29'],
	],
	['removed first', p('removed: "1.25"', 'removed: "1.21"'), ['shop/product.yaml:10:14: removed in 1.21, but deprecated in 1.22']],
	['dup number', p('protobuf: 2, minimum', 'protobuf: 1, minimum'), ['shop/product.yaml:36:42: protobuf number 1 is taken by "size": the next free one is 2']],
	[
		'no number',
		p('colours: {type: array, protobuf: 7,', 'colours: {type: array,'),
		['shop/product.yaml:48:9: "colours" needs a "protobuf" number, as the other fields have one'],
	],
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
		['shop/product.yaml:61:53: .nan is a number that JSON cannot say', 'shop/product.yaml:61:68: 1e999 is a number that JSON cannot say'],
	],
	[
		'quantity in an example',
		p('spec: {size: Small, parts', 'spec: {size: Small, fixed: 1x, parts'),
		['shop/product.yaml:65:66: fixed must be a quantity, such as 500m or 1Gi, not "1x"'],
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
	['mapkeys none', p('          listMapKeys: [name]\n', ''), ['shop/product.yaml:40:21: a list of type map needs "listMapKeys"']],
	['mergekey', p('patchMergeKey: name', 'patchMergeKey: key'), ['shop/product.yaml:43:26: the items have no field "key": expected name or count']],
	['union', p('union: price}', 'union: prize}'), ['shop/product.yaml:46:53: unknown union "prize": did you mean "price"?']],
	[
		'union none',
		p('      unions: {price: atMostOne}\n', ''),
		[
			'shop/product.yaml:45:53: the object around it has no "unions": add unions: {price: exactlyOne}',
			'shop/product.yaml:46:51: the object around it has no "unions": add unions: {price: exactlyOne}',
		],
	],
	[
		'union empty',
		p('unions: {price: atMostOne}', 'unions: {price: atMostOne, colour: exactlyOne}'),
		['shop/product.yaml:33:34: the union "colour" has no members: mark fields with union: colour'],
	],
	[
		'column',
		p('value: self.spec.size,', 'value: self.spec.sise,'),
		['shop/product.yaml:22:39: the column\'s expression "self.spec.sise": shop/v1.ProductSpec has no field "sise": did you mean "size"?'],
	],
	[
		'column cel',
		p('"size(self.spec.parts)"', '"size(self.spec.parts"'),
		["shop/product.yaml:23:41: the column's expression: Expected RPAREN, got EOF (at character 21)"],
	],
	[
		'column cel path',
		p('"size(self.spec.parts)"', '"size(self.spec.part)"'),
		['shop/product.yaml:23:41: the column\'s expression "size(self.spec.part)": shop/v1.ProductSpec has no field "part": did you mean "parts"?'],
	],
	[
		'selectable',
		p('selectableFields: [spec.size]', 'selectableFields: [spec.sizes]'),
		['shop/product.yaml:20:20: the selectable field "spec.sizes": shop/v1.ProductSpec has no field "sizes": did you mean "size"?'],
	],
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
		'scale paths with a dot',
		p('{replicas: spec.stock, statusReplicas: status.stock}', '{replicas: .spec.stock, statusReplicas: $.status.stock, selector: self.spec.size}'),
		[
			'shop/product.yaml:19:21: ".spec.stock" is not a path: expected a path such as spec.replicas, without a leading dot: did you mean "spec.stock"?',
			'shop/product.yaml:19:50: the statusReplicas path "$.status.stock" begins at the object itself: did you mean "status.stock"?',
			'shop/product.yaml:19:76: the selector path "self.spec.size" begins at the object itself: did you mean "spec.size"?',
		],
	],
	[
		'selectable struct',
		p('selectableFields: [spec.size]', 'selectableFields: [spec.main]'),
		['shop/product.yaml:20:20: the selectable field "spec.main" must be a single value, not struct'],
	],
	[
		'scale',
		p('replicas: spec.stock', 'replicas: spec.stocks'),
		['shop/product.yaml:19:21: the replicas path "spec.stocks": shop/v1.ProductSpec has no field "stocks": did you mean "stock"?'],
	],
	[
		'status',
		p('    status:\n      type: object\n      protobuf: 3\n      properties:\n        stock: {type: integer, protobuf: 1}\n', ''),
		[
			'shop/product.yaml:18:3: a status subresource needs a "status" among the properties',
			'shop/product.yaml:19:49: the statusReplicas path "status.stock": shop/v1.Product has no field "status": expected kind, apiVersion, metadata or spec',
		],
	],
	[
		'two storage',
		p('  - name: v1beta1\n', '  - name: v1beta1\n    storage: true\n'),
		['shop/product.yaml:8:14: there are two storage versions: the first is v1'],
	],
	['no storage', p(', storage: true}', '}'), ['shop/product.yaml:5:1: no version is the storage version: mark one with storage: true']],
	[
		'conversion here',
		p('here: spec.piece', 'here: spec.pieces'),
		[
			'shop/product.yaml:7:11: spec.piece has no counterpart in the storage version: say under "converts" where it goes, or under "loses" why it is lost',
			'shop/product.yaml:14:16: the conversion path "spec.pieces": shop/v1beta1.ProductSpec has no field "pieces": did you mean "piece"?',
		],
	],
	[
		'conversion storage',
		p('storage: spec.main', 'storage: spec.mian'),
		['shop/product.yaml:14:37: the conversion path "spec.mian": shop/v1.ProductSpec has no field "mian": did you mean "main"?'],
	],
	[
		'conversion value',
		p('whenAbsent: Small', 'whenAbsent: Tiny'),
		['shop/product.yaml:15:42: the value "Tiny" is not among the allowed values: expected Small or Large'],
	],
	[
		'conversion type',
		p('{here: spec.piece', '{type: ProductSpek, here: piece'),
		[
			'shop/product.yaml:7:11: spec.piece has no counterpart in the storage version: say under "converts" where it goes, or under "loses" why it is lost',
			'shop/product.yaml:14:16: unknown type "ProductSpek" of shop/v1beta1: did you mean "ProductSpec"?',
		],
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
		'the keys of a map in a list',
		p(
			'minimum: 0, default: 1}',
			'minimum: 0, default: 1}\n        deep: {type: array, protobuf: 91, items: {type: object, additionalProperties: {type: string}, keys: {notIn: stok}}}',
		),
		[
			expect.stringContaining('protobuf has no form for a map inside a list'),
			'shop/product.yaml:37:117: notIn names "stok", which is not among the fields: did you mean "stock"?',
		],
	],
	[
		'an integer among texts',
		p('enum: [Small, Large]', 'enum: [Small, 7]'),
		['shop/product.yaml:35:57: 7 is no value of type string: the values of enum are of the type beside it'],
	],
	[
		'a text among integers',
		p('minimum: 0,', 'enum: [1, "2"],'),
		[expect.stringContaining('"2" is no value of type int32: the values of enum are of the type beside it')],
	],
	['an integer that is too large for enum', p('minimum: 0,', 'enum: [1, 4294967296],'), [expect.stringContaining('4294967296 is no value of type int32')]],
	['enum twice', p('enum: [Small, Large]', 'enum: [Small, Large, Small]'), ['shop/product.yaml:35:64: "Small" is listed twice in enum']],
	[
		'pattern',
		p('size: {type: string,', 'size: {type: string, pattern: "[a-",'),
		['shop/product.yaml:35:39: pattern: not a regular expression: Invalid regular expression: /[a-/u: Unterminated character class'],
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
		'gate',
		p('gate: FineGrain', 'gate: FineGrained'),
		['shop/product.yaml:47:64: unknown feature gate "FineGrained": did you mean "FineGrain"? (gates are declared in releases.yaml)'],
	],
	[
		'gate of a value',
		p('enum: [Small, Large],', 'enum: [Small, Large], enumGates: {Large: FineGrained, Huge: FineGrain},'),
		[
			'shop/product.yaml:35:84: unknown feature gate "FineGrained": did you mean "FineGrain"? (gates are declared in releases.yaml)',
			'shop/product.yaml:35:97: "Huge" is not among the values of enum: expected Small or Large',
		],
	],
	[
		'what happens without a gate that is not there',
		p('fixed: {type: quantity, protobuf: 5, union: price}', 'fixed: {type: quantity, protobuf: 5, union: price, withoutGate: refused}'),
		['shop/product.yaml:46:60: "withoutGate" is for fields with a "gate"'],
	],
	[
		'since when of nothing',
		p('main: {$ref: types#/Part, protobuf: 4}', 'main: {type: string, protobuf: 4, markedSince: "1.29"}'),
		[
			'shop/product.yaml:14:9: spec.piece is shop/v1.Part here and string in the storage version: a value is moved as it is',
			'shop/product.yaml:45:43: "markedSince" needs a "listType", a "mapType" or an "enum"',
		],
	],
	[
		'label of a field that is not there',
		p('selectableFields: [spec.size]', 'selectableFields: [spec.size, {label: size, of: [spec.sise]}]'),
		['shop/product.yaml:20:50: the selectable field "spec.sise": shop/v1.ProductSpec has no field "sise": did you mean "size"?'],
	],
	[
		'version',
		p('  - {name: v1, introduced', '  - {name: v2, introduced'),
		[
			'shop/product.yaml:6:12: unknown version "v2" of shop: did you mean "v1"? (versions are listed in shop/group.yaml)',
			'shop/product.yaml:11:18: the replacement "v1" is no other version of Product: did you mean "v2"?',
		],
	],
	[
		'version form',
		p('  - {name: v1, introduced', '  - {name: 1.0, introduced'),
		[
			'shop/product.yaml:6:12: name must be text, not 1: write "1.0", in quotes',
			'shop/product.yaml:11:18: the replacement "v1" is no other version of Product',
		],
	],
	[
		'replacement',
		p('replacement: v1', 'replacement: v2'),
		['shop/product.yaml:11:18: the replacement "v2" is no other version of Product: did you mean "v1"?'],
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
	[
		'field on items',
		p('items: {type: string}}', 'items: {type: string, protobuf: 1}}'),
		['shop/product.yaml:48:82: "protobuf" belongs to a field: it has no meaning on the items of a list'],
	],
	['notIn', p('notIn: texts', 'notIn: text'), ['shop/product.yaml:49:116: notIn names "text", which is not among the fields: did you mean "texts"?']],
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
		'ref and type',
		p('main: {$ref: types#/Part,', 'main: {$ref: types#/Part, type: object,'),
		['shop/product.yaml:45:35: "type" cannot stand beside $ref: it would change the type referred to'],
	],
	[
		'history empty',
		p('{from: "1.29", immutable: false}', '{from: "1.29"}'),
		['shop/product.yaml:55:89: a history entry says what holds from its release on: for a field that appears write "introduced"'],
	],
	[
		'history order',
		p('[{from: "1.29", immutable: false}]', '[{from: "1.29", immutable: false}, {from: "1.25", immutable: true}]'),
		['shop/product.yaml:55:130: history stands oldest first: 1.25 cannot follow 1.29'],
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
		'yaml',
		p('names: {plural: products,', 'names: {plural: products'),
		['shop/product.yaml:2:17: this is not YAML: Block collections are not allowed within flow collections'],
	],
	['yaml2', p('kind: Product', 'kind: "Product'), ['shop/product.yaml:1:15: this is not YAML: Missing closing "quote']],
	['twice', p('scope: Namespaced', 'scope: Namespaced\nscope: Cluster'), ['shop/product.yaml:4:1: "scope" is given twice']],
	[
		'braces',
		[source('shop/group.yaml', 'group: {groupDomain}\nversions: [v1, v1beta1]\n')],
		['shop/group.yaml:1:8: group must be text, not a map: write "{groupDomain}", in quotes'],
	],
	[
		'comma',
		p('description: How large it is.', 'description: How large, or small it is.'),
		['shop/product.yaml:35:89: stray text "or small it is.": inside braces, text with a comma needs quotes'],
	],
	[
		'anchor',
		p('  status: {}\n  scale', '  status: &x {}\n  other: [*x]\n  scale'),
		[
			'shop/product.yaml:19:11: aliases are not read: give the shared part a name in types/ and use $ref',
			'shop/product.yaml:19:11: an entry of other must be a map, not nothing',
		],
	],
	['empty', [source('shop/product.yaml', '')], ['shop/product.yaml:1:1: the file is empty']],
	[
		'two docs',
		[source('shop/product.yaml', `${product}---\n${product}`)],
		['shop/product.yaml:66:1: a spec file holds one document: move the second one to a file of its own'],
	],
	['list file', [source('shop/product.yaml', `- a\n`)], ['shop/product.yaml:1:1: the file must be a map, not a list']],
	[
		'dup kind',
		[source('shop/product2.yaml', product)],
		['shop/product2.yaml:1:7: the kind "Product" of shop is declared twice: first at shop/product.yaml:1:7'],
	],
	[
		'dup type',
		[source('shop/types/more.yaml', 'types:\n  Part: {type: object}\n')],
		['shop/types/more.yaml:2:3: the type "Part" is declared twice in shop/v1: first at shop/types/parts.yaml:3:3'],
	],
	[
		'plural taken',
		[source('shop/other.yaml', 'kind: Other\nnames: {plural: products}\nscope: Cluster\nversions: [{name: v1, storage: true}]\nschema: {type: object}\n')],
		['shop/other.yaml:2:17: "products" is taken in this group: first at shop/product.yaml:2:17'],
	],
	[
		'no group',
		[source('shoe/shoe.yaml', 'kind: Shoe\nnames: {plural: shoes}\nscope: Cluster\nversions: [{name: v1, storage: true}]\nschema: {type: object}\n')],
		['shoe/shoe.yaml:1:1: the folder "shoe" has no group.yaml, which says what API group its kinds belong to'],
	],
	[
		'place',
		[source('shop/a/b/c.yaml', 'x: 1\n'), source('stray.yaml', 'x: 1\n')],
		[
			'shop/a/b/c.yaml:1:1: no spec is expected here: a spec root holds "releases.yaml", "vocabulary/NAME.yaml", "GROUP/group.yaml", "GROUP/KIND.yaml" or "GROUP/types/TOPIC.yaml"',
			'stray.yaml:1:1: no spec is expected here: a spec root holds "releases.yaml", "vocabulary/NAME.yaml", "GROUP/group.yaml", "GROUP/KIND.yaml" or "GROUP/types/TOPIC.yaml"',
		],
	],
	[
		'no schema',
		[source('shop/other.yaml', 'kind: Other\nnames: {plural: others}\nscope: Cluster\nversions: [{name: v1, storage: true}]\n')],
		['shop/other.yaml:1:1: a kind needs a "schema", of its own or of its storage version'],
	],
	[
		'sameAs',
		p('subresources:\n', 'alsoIn: [{group: extensions, version: v1beta1, sameAs: v1beta2}]\nsubresources:\n'),
		['shop/product.yaml:17:56: sameAs names "v1beta2", which is no version of Product: did you mean "v1beta1"?'],
	],
	[
		'missing',
		[source('shop/other.yaml', 'kind: Other\nscope: Cluster\n')],
		['shop/other.yaml:1:1: a kind needs "names"', 'shop/other.yaml:1:1: a kind needs "versions"'],
	],
	[
		'many',
		p('size: {type: string,', 'size: {type: strin, patern: x,'),
		[
			'shop/product.yaml:35:22: "strin" is not a type: did you mean "string"?',
			'shop/product.yaml:35:29: unknown keyword "patern" in a schema: did you mean "pattern"?',
		],
	],
	[
		'additionalProperties false',
		p('texts: {type: object, protobuf: 9, additionalProperties: {type: string}}', 'texts: {type: object, protobuf: 9, additionalProperties: false}'),
		['shop/product.yaml:50:44: a map needs a schema of its values: leave "additionalProperties: false" out, objects are closed anyway'],
	],
	[
		'cel bad',
		p('size: {type: string,', 'size: {type: string, cel: [{rule: "self ==", message: x}],'),
		['shop/product.yaml:35:43: cel: Unexpected token: EOF (at character 8)'],
	],
	[
		'cel fine',
		p(
			'unions: {price: atMostOne}',
			'unions: {price: atMostOne}\n      cel: [{rule: "self.stock > 0 && has(self.main) && self.parts.all(p, p.count < 9) && self.notes == oldSelf.notes", message: x}]',
		),
		[],
	],
	[
		'cel field',
		p('unions: {price: atMostOne}', 'unions: {price: atMostOne}\n      cel: [{rule: "self.stok > 0", message: x}]'),
		['shop/product.yaml:34:20: cel: shop/v1.ProductSpec has no field "stok": did you mean "stock"?'],
	],
	[
		'cel optional field',
		p('unions: {price: atMostOne}', 'unions: {price: atMostOne}\n      cel: [{rule: "self.?stok.orValue(0) > 0", message: x}]'),
		['shop/product.yaml:34:20: cel: shop/v1.ProductSpec has no field "stok": did you mean "stock"?'],
	],
	[
		'cel old field',
		p('unions: {price: atMostOne}', 'unions: {price: atMostOne}\n      cel: [{rule: "self.stock >= oldSelf.stok", message: x}]'),
		['shop/product.yaml:34:20: cel: shop/v1.ProductSpec has no field "stok": did you mean "stock"?'],
	],
	[
		'cel item field',
		p('unions: {price: atMostOne}', 'unions: {price: atMostOne}\n      cel: [{rule: "self.parts.all(p, p.nam != \'\')", message: x}]'),
		['shop/product.yaml:34:20: cel: shop/v1.Part has no field "nam": did you mean "name"?'],
	],
	[
		'cel types',
		p('unions: {price: atMostOne}', 'unions: {price: atMostOne}\n      cel: [{rule: "self.stock <= \'ten\'", message: x}]'),
		['shop/product.yaml:34:20: cel: no such overload: int <= string (at character 1)'],
	],
	[
		'cel variable',
		p('unions: {price: atMostOne}', 'unions: {price: atMostOne}\n      cel: [{rule: "slf.stock > 0", message: x}]'),
		['shop/product.yaml:34:20: cel: Unknown variable: slf (at character 1)'],
	],
	[
		'cel no bool',
		p('unions: {price: atMostOne}', 'unions: {price: atMostOne}\n      cel: [{rule: "self.stock", message: x}]'),
		['shop/product.yaml:34:20: cel: "self.stock" gives int, and must give bool'],
	],
	[
		'cel no bool scalar',
		p('size: {type: string,', 'size: {type: string, cel: [{rule: "self", message: x}],'),
		['shop/product.yaml:35:43: cel: "self" gives string, and must give bool'],
	],
	[
		'cel message',
		p('unions: {price: atMostOne}', 'unions: {price: atMostOne}\n      cel: [{rule: "self.stock > 0", messageExpression: self.stock}]'),
		['shop/product.yaml:34:57: cel: "self.stock" gives int, and must give string'],
	],
	[
		'required when',
		p('unions: {price: atMostOne}', 'unions: {price: atMostOne}\n      requiredWhen: [{cel: "self.stok > 0", fields: [main]}]'),
		['shop/product.yaml:34:28: requiredWhen: shop/v1.ProductSpec has no field "stok": did you mean "stock"?'],
	],
	[
		'scale no integer',
		p('{replicas: spec.stock, statusReplicas: status.stock}', '{replicas: spec.size, statusReplicas: status.stock, selector: spec.stock}'),
		[
			'shop/product.yaml:19:21: the replicas path "spec.size" must lead to an integer, not string',
			'shop/product.yaml:19:72: the selector path "spec.stock" must lead to text, not int32',
		],
	],
	[
		'selectable list',
		p('selectableFields: [spec.size]', 'selectableFields: [spec.colours]'),
		['shop/product.yaml:20:20: the selectable field "spec.colours" must be a single value, not list'],
	],
	[
		'lengths',
		p('size: {type: string,', 'size: {type: string, minLength: 5, maxLength: 4,'),
		['shop/product.yaml:35:55: no value fits: maxLength is 4, and minLength is 5'],
	],
	['lengths equal', p('size: {type: string,', 'size: {type: string, minLength: 5, maxLength: 5,'), []],
	[
		'items',
		p('colours: {type: array,', 'colours: {type: array, minItems: 2, maxItems: {value: 1, message: one},'),
		['shop/product.yaml:48:63: no value fits: maxItems is 1, and minItems is 2'],
	],
	[
		'properties bounds',
		p('texts: {type: object,', 'texts: {type: object, minProperties: 2, maxProperties: 1,'),
		['shop/product.yaml:50:64: no value fits: maxProperties is 1, and minProperties is 2'],
	],
	[
		'bounds',
		p('stock: {type: integer, protobuf: 2, minimum: 0,', 'stock: {type: integer, protobuf: 2, minimum: 0, maximum: -1,'),
		['shop/product.yaml:36:66: no value fits: maximum is -1, and minimum is 0'],
	],
	[
		'bounds exclusive',
		p('stock: {type: integer, protobuf: 2, minimum: 0,', 'stock: {type: integer, protobuf: 2, minimum: 0, exclusiveMaximum: 0,'),
		['shop/product.yaml:36:75: no value fits: exclusiveMaximum is 0, and minimum is 0'],
	],
	[
		'bounds of quantities',
		p('fixed: {type: quantity,', 'fixed: {type: quantity, minimum: 1Gi, maximum: 2M,'),
		['shop/product.yaml:46:56: no value fits: maximum is 2M, and minimum is 1Gi'],
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
		['shop/product.yaml:35:30: "minimum" does not apply to string: it applies to int32, int64, double, intOrString or quantity'],
	],
	[
		'set of objects',
		p('listType: set, items: {type: string}}', 'listType: set, items: {$ref: types#/Part}}'),
		['shop/product.yaml:48:67: a list of type set holds single values: objects in it need mapType: atomic'],
	],
	[
		'set of maps',
		[
			source(
				'shop/types/more.yaml',
				'types:\n  A: {type: object, properties: {x: {type: array, listType: set, items: {type: object, additionalProperties: {type: string}}}}}\n',
			),
		],
		['shop/types/more.yaml:2:73: a list of type set holds single values: objects in it need mapType: atomic'],
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
		['shop/product.yaml:48:67: a list of type set holds single values: lists in it need listType: atomic'],
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
	[
		'column of an object',
		p('{name: Size, type: string, value: self.spec.size,', '{name: Size, type: string, value: self.spec,'),
		['shop/product.yaml:22:24: a column of type string cannot show self.spec, which is shop/v1.ProductSpec'],
	],
	[
		'column of a map',
		p('{name: Size, type: string, value: self.spec.size,', '{name: Size, type: string, value: self.spec.notes,'),
		['shop/product.yaml:22:24: a column of type string cannot show self.spec.notes, which is map'],
	],
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
		['shop/product.yaml:22:39: the column\'s expression "self.spec.parts.map(part, part.nam)": shop/v1.Part has no field "nam": did you mean "name"?'],
	],
	[
		'column of another type',
		p('{name: Size, type: string, value: self.spec.size,', '{name: Size, type: integer, value: "self.spec.size + \'x\'",'),
		["shop/product.yaml:22:40: the column's expression: \"self.spec.size + 'x'\" gives string, and must give int"],
	],
	[
		'column of what may be absent',
		p('{name: Size, type: string, value: self.spec.size,', '{name: Size, type: string, value: self.spec.?size,'),
		['shop/product.yaml:22:39: the column\'s expression: "self.spec.?size" gives optional<string>, and must give a single value or a list of such'],
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
		[
			'shop/product.yaml:22:40: the column\'s expression: matches("(") always fails: not a regular expression: Invalid regular expression: /(/u: Unterminated group',
		],
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
	[
		'what an update does',
		p('scope: Namespaced', 'scope: Namespaced\nupdate: {create: true}'),
		['shop/product.yaml:4:10: unknown keyword "create" in what an update does: did you mean "creates"?'],
	],
	['column date', p('{name: Size, type: string, value: self.spec.size,', '{name: Size, type: date, value: self.metadata.creationTimestamp,'), []],
	[
		'short name',
		[source('shop/other.yaml', product.replace('kind: Product', 'kind: Other').replace('plural: products', 'plural: others'))],
		['shop/other.yaml:2:33: the short name "prod" is taken in this group: first at shop/product.yaml:2:35'],
	],
	[
		'group of two folders',
		[
			source('store/group.yaml', 'group: shop.example.com\nversions: [v1]\n'),
			source('store/types/parts.yaml', 'types:\n  Shelf: {type: object, properties: {rows: {type: integer}}}\n'),
			source(
				'store/rack.yaml',
				'kind: Rack\nnames: {plural: racks}\nscope: Namespaced\nversions: [{name: v1, storage: true}]\nschema: {type: object, properties: {shelf: {$ref: types#/Shelf}}}\n',
			),
		],
		['store/group.yaml:1:1: the group "shop.example.com" is declared twice: first at shop/group.yaml:1:1'],
	],
	[
		'name of a group',
		[source('other/group.yaml', 'group: Other.example.com\nversions: [v1]\n')],
		['other/group.yaml:1:8: "Other.example.com" cannot name a group: expected a domain name in lower case, such as shop.example.com'],
	],
	[
		'folder',
		[
			source('a shop/group.yaml', 'group: other.example.com\nversions: [v1]\n'),
			source(
				'a shop/thing.yaml',
				'kind: Thing\nnames: {plural: things}\nscope: Cluster\nversions: [{name: v1, storage: true}]\nschema: {type: object, cel: [{rule: "self.metadata.name != \'\'"}]}\n',
			),
		],
		['a shop/group.yaml:1:1: the folder "a shop" becomes a part of names: letters, digits, ".", "-" and "_" only'],
	],
	['default list', p('colours: {type: array,', 'colours: {type: array, default: red,'), ['shop/product.yaml:48:41: the default must be a list, not "red"']],
	['minimum text', p('minimum: 0,', 'minimum: [0],'), ['shop/product.yaml:36:54: minimum must be a number or text, not a list']],
	[
		'kind name',
		p('kind: Product', 'kind: product'),
		['shop/product.yaml:1:7: "product" is not a kind name: expected a capital first, letters and digits only'],
	],
	['plural', p('plural: products', 'plural: Products'), ['shop/product.yaml:2:17: "Products" is not a plural: expected lower case letters and digits']],
	[
		'unused type is checked',
		[source('shop/types/more.yaml', 'types:\n  Lonely: {type: object, required: [x]}\n')],
		['shop/types/more.yaml:2:37: required names "x", which is not among the properties'],
	],
	[
		'lost field',
		p('      - {here: spec.piece, storage: spec.main}\n', ''),
		['shop/product.yaml:7:11: spec.piece has no counterpart in the storage version: say under "converts" where it goes, or under "loses" why it is lost'],
	],
	[
		'newly required',
		p('      - {storage: spec.size, whenAbsent: Small}\n', ''),
		['shop/product.yaml:7:11: the storage version requires spec.size, which this version lacks: add {storage: spec.size, whenAbsent: ...} under "converts"'],
	],
	[
		'converts on storage',
		p('storage: true}', 'storage: true, converts: [{here: spec.size, storage: spec.size}]}'),
		['shop/product.yaml:6:51: the storage version is what others convert to: "converts" belongs to them'],
	],
	['protobuf reserved', p('protobuf: 10', 'protobuf: 19001'), ['shop/product.yaml:53:21: protobuf numbers 19000 to 19999 are reserved']],
	[
		'unreadable file hides no others',
		[source('shop/types/parts.yaml', 'types: {')],
		['shop/types/parts.yaml:1:9: this is not YAML: Flow map in block collection must be sufficiently indented and end with a }'],
	],
	[
		'two calendars',
		[source('more/releases.yaml', 'x: 1'), source('releases.yml', 'default: "1.20"\nreleases: ["1.20"]\n')],
		[
			'more/releases.yaml:1:1: a kind needs "kind"',
			'more/releases.yaml:1:1: a kind needs "names"',
			'more/releases.yaml:1:1: a kind needs "scope"',
			'more/releases.yaml:1:1: a kind needs "versions"',
			'more/releases.yaml:1:1: the folder "more" has no group.yaml, which says what API group its kinds belong to',
			'more/releases.yaml:1:1: unknown keyword "x" in a kind',
			'releases.yml:1:1: there are two release calendars: the first is releases.yaml:1:1',
		],
	],
	[
		'vocabulary',
		[
			source(
				'vocabulary/orch.yaml',
				'name: orch\nproduct: orch\ngroupDomian: orch.io\nlabelDomain: orch.io\nshortPrefix: orch\nnodeAgent: node-agent\ncliName: orchctl\n',
			),
		],
		[
			'vocabulary/orch.yaml:1:1: a vocabulary needs "groupDomain"',
			'vocabulary/orch.yaml:3:1: unknown keyword "groupDomian" in a vocabulary: did you mean "groupDomain"?',
		],
	],
	[
		'default release',
		[
			source(
				'releases.yaml',
				'default: "1.26"\nreleases: ["1.20", "1.21", "1.22", "1.25", "1.29"]\ngates:\n  FineGrain: [{from: "1.20", stage: alpha, default: false}]\n',
			),
		],
		['releases.yaml:1:10: the default release 1.26 is not among the releases'],
	],
	[
		'stage',
		[
			source(
				'releases.yaml',
				'default: "1.25"\nreleases: ["1.20", "1.21", "1.22", "1.25", "1.29"]\ngates:\n  FineGrain: [{from: "1.20", stage: ga, default: false}]\n',
			),
		],
		['releases.yaml:4:37: "ga" is not a stage: expected alpha, beta, stable, deprecated or removed'],
	],
	['same column twice', p('{name: Parts, type', '{name: Size, type'), ['shop/product.yaml:23:12: there are two columns "Size"']],
	[
		'column type',
		p('{name: Parts, type: integer', '{name: Parts, type: int'),
		['shop/product.yaml:23:25: "int" is not a type of columns: expected string, integer, number, boolean or date'],
	],
	['verb', p('scope: Namespaced', 'scope: Namespaced\nverbs: [get, listt]'), ['shop/product.yaml:4:14: "listt" is not a verb: did you mean "list"?']],
	['boolean', p('immutable: true, history', 'immutable: yes, history'), ['shop/product.yaml:55:73: immutable must be true or false, not "yes"']],
	[
		'inline name',
		p('main: {$ref: types#/Part,', 'count: {type: integer, protobuf: 11}\n        main: {$ref: types#/Part, inline: true,'),
		[
			'shop/product.yaml:7:11: the storage version requires spec.name, which this version lacks: add {storage: spec.name, whenAbsent: ...} under "converts"',
			'shop/product.yaml:14:37: the conversion path "spec.main": shop/v1.ProductSpec has no field "main": expected size, stock, parts, count, name, count, fixed, free, colours, notes, texts or shelf',
			'shop/product.yaml:45:9: the field "count" stands twice in JSON: an inline object has one of the same name',
			'shop/product.yaml:66:46: spec lacks "name", which shop/v1.ProductSpec requires',
		],
	],
	[
		'prototype',
		p('texts: {type: object,', '__proto__: {type: object,'),
		[
			'shop/product.yaml:49:116: notIn names "texts", which is not among the fields: expected size, stock, parts, main, fixed, free, colours, notes, __proto__ or shelf',
			'shop/product.yaml:50:9: "__proto__" is not a field name: expected letters, digits, "_", "-", "." and "$", a letter first',
		],
	],
	[
		'names that every object of JavaScript has',
		p(
			'fixed: {type: quantity,',
			'constructor: {type: string, protobuf: 11}\n        hasOwnProperty: {type: string, protobuf: 12}\n        fixed: {type: quantity,',
		),
		[
			'shop/product.yaml:46:9: "constructor" cannot name a field: in JavaScript every object has a member of that name; choose another',
			'shop/product.yaml:47:9: "hasOwnProperty" cannot name a field: in JavaScript every object has a member of that name; choose another',
		],
	],
	[
		'unknown fields in protobuf',
		p('          protobuf: 10\n', '          protobuf: 10\n          preserveUnknown: true\n'),
		['shop/product.yaml:54:11: protobuf would lose fields that are not named: leave this out, or all "protobuf" numbers of this object'],
	],
	[
		'a map inside a map in protobuf',
		p(
			'texts: {type: object, protobuf: 9, additionalProperties: {type: string}}',
			'texts: {type: object, protobuf: 9, additionalProperties: {type: object, additionalProperties: {type: string}}}',
		),
		[
			'shop/product.yaml:50:66: protobuf has no form for a map inside a map: put the inner map into an object, as a field of it, or leave out all "protobuf" numbers of this object',
		],
	],
	[
		'a map inside lists in protobuf, since a release',
		p(
			'items: {type: string}}',
			'items: {type: string}, history: [{from: "1.29", listType: atomic, items: {type: array, items: {type: object, additionalProperties: {type: string}}}}]}',
		),
		[
			'shop/product.yaml:48:154: protobuf has no form for a map inside a list: put the inner map into an object, as a field of it, or leave out all "protobuf" numbers of this object',
		],
	],
	[
		'a map inside a map without protobuf',
		[
			source(
				'shop/types/more.yaml',
				'types:\n  A: {type: object, properties: {x: {type: object, additionalProperties: {type: object, additionalProperties: {type: string}}}}}\n',
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
		['shop/types/more.yaml:2:54: "b" cannot be inline: shop/v1.A would stand inside itself'],
	],
	[
		'kinds that differ in case',
		[source('shop/other.yaml', 'kind: PRODUCT\nnames: {plural: others}\nscope: Cluster\nversions: [{name: v1, storage: true}]\nschema: {type: object}\n')],
		['shop/other.yaml:1:7: the kind "PRODUCT" differs only in case from another of its group: first at shop/product.yaml:1:7'],
	],
	['the kind of any list', p('kind: Product', 'kind: List'), ['shop/product.yaml:1:7: "List" is the kind of lists of anything: give the kind another name']],
	[
		"the kind of another kind's list",
		[
			source('shop/list.yaml', 'kind: ProductList\nnames: {plural: lists}\nscope: Cluster\nversions: [{name: v1, storage: true}]\nschema: {type: object}\n'),
			source(
				'shop/rack.yaml',
				'kind: Rack\nnames: {plural: racks, list: ProductList}\nscope: Cluster\nversions: [{name: v1, storage: true}]\nschema: {type: object}\n',
			),
			source(
				'shop/shelf.yaml',
				'kind: Shelf\nnames: {plural: shelves, list: RackRow}\nscope: Cluster\nversions: [{name: v1, storage: true}]\nschema: {type: object}\n',
			),
			source(
				'shop/row.yaml',
				'kind: Row\nnames: {plural: rows, list: RackRow}\nscope: Cluster\nversions: [{name: v1, storage: true}]\nschema: {type: object}\n',
			),
		],
		[
			'shop/list.yaml:1:7: "ProductList" is the kind of lists of Product (shop/product.yaml:1:7): give one another name, or Product a "list" among its names',
			'shop/rack.yaml:2:30: the kind "ProductList" is taken in this group: first at shop/list.yaml:1:7',
			'shop/row.yaml:2:29: the kind "RackRow" is taken in this group: first at shop/shelf.yaml:1:7',
		],
	],
	[
		'list name',
		p('categories: [all]}', 'categories: [all], list: product list}'),
		['shop/product.yaml:2:67: "product list" is not a kind name: expected a capital first, letters and digits only'],
	],
	[
		'example name',
		p('metadata: {name: chair}', 'metadata: {name: A chair}'),
		[
			"shop/product.yaml:65:31: the example's name \"A chair\" is not legal: a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
		],
	],
	[
		'example name of another format',
		[source('shop/product.yaml', product.replace('scope:', 'nameFormat: path-segment\nscope:').replace('{name: chair}', '{name: A chair}'))],
		[],
	],
	[
		'role of the vocabulary',
		p('description: How large it is.', 'description: "How large {prodct} and {web} and {Groupdomain} are."'),
		[
			'shop/product.yaml:35:89: {prodct} is not a role of the vocabulary: did you mean {product}?',
			'shop/product.yaml:35:112: {Groupdomain} is not a role of the vocabulary: did you mean {groupDomain}?',
		],
	],
	[
		'a group in the words of a vocabulary',
		[source('other/group.yaml', 'group: meta.k8s.io\nversions: [v1]\n')],
		[
			'other/group.yaml:1:8: in the words of kubernetes this is the group "meta.{groupDomain}" of the folder "meta", declared at meta/group.yaml:1:1: add to that folder',
		],
	],
	['no items', p('listType: set, items: {type: string}', 'listType: set'), ['shop/product.yaml:48:19: a list needs "items"']],
];

describe('bad specs', () => {
	it.each(cases)('%s', (_, files, expected) => {
		const findings = diagnose(...files).map((finding) => finding.split('\n')[0]?.replace(' error: ', ' '));
		expect(findings).toEqual(expected);
	});

	it('are of many kinds', () => {
		expect(cases.length).toBeGreaterThan(80);
	});

	it('underlines the offending text', () => {
		expect(diagnose(...p('scope: Namespaced', 'scop: Namespaced'))[1]).toBe(
			['shop/product.yaml:3:1: error: unknown keyword "scop" in a kind: did you mean "scope"?', '  3 | scop: Namespaced', '    | ^^^^'].join('\n'),
		);
	});

	it('keeps tabs in front of the mark', () => {
		const files = [source('shop/types/more.yaml', 'types:\n  A: {type: string,\tformat: dns-lable}\n')];
		expect(diagnose(...files)[0]?.split('\n')[2]).toBe('    |                    \t        ^^^^^^^^^');
	});

	it('underlines the first line of what spans several', () => {
		const files = [
			source(
				'shop/types/more.yaml',
				'types:\n  A: {type: object, properties: {x: {type: array, listType: map, listMapKeys: [k],\n    items: {type: string}}}}\n',
			),
		];
		expect(diagnose(...files).join('\n')).toContain('a list of type map holds objects, not string');
	});

	it('are all reported at once, in the order of files, lines and columns', () => {
		const findings = diagnose(
			...p('size: {type: string,', 'size: {type: strin, patern: x,'),
			source('shop/group.yaml', 'group: shop.example.com\nversion: v1\nversions: [v1, v1beta1]\n'),
		);
		expect(findings.map((finding) => finding.split(': error')[0])).toEqual(['shop/group.yaml:2:1', 'shop/product.yaml:35:22', 'shop/product.yaml:35:29']);
	});
});
