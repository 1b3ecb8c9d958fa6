/** Bad unions and variants. */
import { source } from '../../fixture.ts';
import { type BadSpec, p } from './bad-spec.ts';

export const unions: readonly BadSpec[] = [
	[
		'variants whose members nothing tells apart',
		p('      unions: {price: atMostOne}', '      unions: {price: atMostOne}').concat(
			source(
				'shop/types/forms.yaml',
				'types:\n  None: {type: variant}\n  Same:\n    type: variant\n    properties:\n      a: {type: string}\n      b: {type: integer}\n      c: {type: time}\n      d: {$ref: types#/Whole}\n  Whole: {type: variant, properties: {raw: {type: any}}}\n',
			),
		),
		[
			'shop/types/forms.yaml:2:10: a variant needs members under "properties"',
			'shop/types/forms.yaml:8:7: nothing tells "c" from "a": both may be of the form string',
			'shop/types/forms.yaml:9:7: "d" is a variant itself: write its members here',
		],
	],
	['union', p('union: price}', 'union: prize}'), ['shop/product.yaml:46:53: unknown union "prize": did you mean "price"?']],
	[
		'default of a member of a union',
		p('fixed: {type: quantity,', 'fixed: {type: quantity, default: "1",'),
		[
			'shop/product.yaml:46:42: the default of "fixed" sets this member of the union "price" in every object, so that no other member could be set: remove the default',
		],
	],
	[
		'a group of fields that requires something wherever it is',
		[
			source(
				'shop/types/more.yaml',
				`types:
  B: {type: object, required: [c], properties: {c: {type: integer}}}
  A:
    type: object
    unions: {one: exactlyOne}
    properties:
      a: {type: integer, union: one}
      b: {$ref: types#/B, inline: true, union: one}
      d: {type: object, inline: true, union: one, required: [e, g], properties: {e: {type: integer}, f: {type: string}}}
`,
			),
		],
		[
			'shop/types/more.yaml:8:41: "b" could never be left out: shop/v1.B requires c; write the object in place (type: object), where they are required when the member is given',
			'shop/types/more.yaml:9:65: required names "g", which is not among the properties: did you mean "e"?',
		],
	],
	[
		'default of a member of a union since a release, inside an inline member, and of zero',
		[
			source(
				'shop/types/more.yaml',
				`types:
  B: {type: object, properties: {c: {type: integer, default: 1}}}
  A:
    type: object
    unions: {one: exactlyOne}
    properties:
      a: {type: integer, union: one, history: [{from: "1.25", default: 5}]}
      b: {$ref: types#/B, inline: true, union: one}
      n: {type: integer, union: one, presence: always, default: 0}
      s: {type: string, union: one, presence: omitZero}
`,
			),
		],
		[
			'shop/types/more.yaml:7:7: the default of "a" sets this member of the union "one" in every object, so that no other member could be set: remove the default',
			'shop/types/more.yaml:8:7: the default of "c" sets this member of the union "one" in every object, so that no other member could be set: remove the default',
		],
	],
	[
		'default of the only member of a union',
		p('fixed: {type: quantity,', 'shown: {type: string, protobuf: 11, union: look, default: big}\n        fixed: {type: quantity,').map((file) => ({
			...file,
			text: file.text.replace('{price: atMostOne}', '{price: atMostOne, look: atMostOne}'),
		})),
		[],
	],
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
];
