/** Bad CEL expressions. */
import { expect } from 'vitest';
import { type BadSpec, p } from './bad-spec.ts';

const noOldSelf =
	'entries of "colours" cannot be compared with their old values ("oldSelf"), because they have no key; make it listType: map, or write the rule for the list as a whole';

export const expressions: readonly BadSpec[] = [
	[
		'cel bad',
		p('size: {type: string,', 'size: {type: string, cel: [{rule: "self ==", message: x}],'),
		['shop/product.yaml:35:50: cel: unexpected end of the expression: expected a value (at character 8)'],
	],
	[
		'cel text and quantity',
		p('unions: {price: atMostOne}', `unions: {price: atMostOne}\n      cel: [{rule: "self.?fixed.orValue('1') == quantity('1')", message: x}]`),
		[
			'shop/product.yaml:34:21: cel: no such overload: string == kubernetes.Quantity: fields of type quantity are text here, which quantity(...) reads (at character 1)',
		],
	],
	[
		'cel function',
		p('size: {type: string,', `size: {type: string, cel: [{rule: "self.startWith('a')", message: x}],`),
		['shop/product.yaml:35:49: cel: unknown function startWith: did you mean "startsWith"? (at character 6)'],
	],
	[
		'cel fine',
		p(
			'unions: {price: atMostOne}',
			'unions: {price: atMostOne}\n      cel: [{rule: "self.stock > 0 && has(self.main) && self.?parts.orValue([]).all(p, p.count < 9) && self.?notes.orValue({}) == oldSelf.?notes.orValue({})", message: x}]',
		),
		[],
	],
	[
		'cel of a field that may be absent',
		p('unions: {price: atMostOne}', 'unions: {price: atMostOne}\n      cel: [{rule: "self.notes.size() > self.stock || self.stock > 0", message: x}]'),
		[
			'shop/product.yaml:34:26: warning: cel: self.notes may be absent, and the rule fails where it is: ask has(self.notes) first, or read self.?notes.orValue(...)',
		],
	],
	[
		'cel in a block',
		p(
			'unions: {price: atMostOne}',
			'unions: {price: atMostOne}\n      cel:\n        - rule: |-\n            self.stock > 0\n            && self.stok > 0\n          message: x',
		),
		['shop/product.yaml:37:21: cel: shop/v1.ProductSpec has no field "stok": did you mean "stock"?'],
	],
	[
		'cel field',
		p('unions: {price: atMostOne}', 'unions: {price: atMostOne}\n      cel: [{rule: "self.stok > 0", message: x}]'),
		['shop/product.yaml:34:26: cel: shop/v1.ProductSpec has no field "stok": did you mean "stock"?'],
	],
	[
		'cel optional field',
		p('unions: {price: atMostOne}', 'unions: {price: atMostOne}\n      cel: [{rule: "self.?stok.orValue(0) > 0", message: x}]'),
		['shop/product.yaml:34:27: cel: shop/v1.ProductSpec has no field "stok": did you mean "stock"?'],
	],
	[
		'cel old entry of a set',
		p('listType: set, items: {type: string}', 'maxItems: 9, items: {type: string, maxLength: 9, cel: [{rule: "self != oldSelf"}]}'),
		[`shop/product.yaml:48:107: cel: ${noOldSelf}`],
	],
	[
		'cel old field of an entry',
		p(
			'listType: set, items: {type: string}',
			'maxItems: 9, items: {type: object, properties: {a: {type: integer, protobuf: 1, cel: [{rule: "self >= oldSelf"}]}}}',
		),
		[expect.stringContaining(`cel: ${noOldSelf}`)],
	],
	[
		'an immutable field of an entry, and one that is frozen',
		p(
			'listType: set, items: {type: string}',
			'items: {type: object, properties: {a: {type: integer, protobuf: 1, immutable: true}}, frozenWhen: {cel: "has(self.a)", fields: [a]}}',
		),
		[
			'shop/product.yaml:48:112: "a" cannot be immutable: entries of "colours" cannot be compared with their old values ("oldSelf"), because they have no key; make it listType: map, or the list immutable',
			'shop/product.yaml:48:143: frozenWhen: entries of "colours" cannot be compared with their old values ("oldSelf"), because they have no key; make it listType: map',
		],
	],
	[
		'cel old field of an entry that has a key',
		p(
			'listType: set, items: {type: string}',
			'listType: map, listMapKeys: [k], maxItems: 9, items: {type: object, required: [k], properties: {k: {type: string, protobuf: 1, maxLength: 9}, a: {type: integer, protobuf: 2, cel: [{rule: "self >= oldSelf"}]}}}',
		),
		[],
	],
	[
		'cel old field',
		p('unions: {price: atMostOne}', 'unions: {price: atMostOne}\n      cel: [{rule: "self.stock >= oldSelf.stok", message: x}]'),
		['shop/product.yaml:34:43: cel: shop/v1.ProductSpec has no field "stok": did you mean "stock"?'],
	],
	[
		'cel item field',
		p('unions: {price: atMostOne}', 'unions: {price: atMostOne}\n      cel: [{rule: "self.parts.all(p, p.nam != \'\')", message: x}]'),
		['shop/product.yaml:34:41: cel: shop/v1.Part has no field "nam": did you mean "name"?'],
	],
	[
		'cel types',
		p('unions: {price: atMostOne}', 'unions: {price: atMostOne}\n      cel: [{rule: "self.stock <= \'ten\'", message: x}]'),
		['shop/product.yaml:34:21: cel: no such overload: int <= string (at character 1)'],
	],
	[
		'cel variable',
		p('unions: {price: atMostOne}', 'unions: {price: atMostOne}\n      cel: [{rule: "slf.stock > 0", message: x}]'),
		['shop/product.yaml:34:21: cel: Unknown variable: slf (at character 1)'],
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
];
