/** Types that contain themselves are valid only where an object can omit the inner one. */
import { source } from '../../fixture.ts';
import type { BadSpec } from './bad-spec.ts';

const node = (fields: string, more = '') => [
	source('shop/types/node.yaml', `types:\n  Node:\n    type: object\n${more}    properties:\n      ${fields}\n`),
	source(
		'shop/tree.yaml',
		`kind: Tree
names: {plural: trees}
scope: Cluster
versions:
  - {name: v1, storage: true}
  - {name: v1beta1, schema: {$ref: types#/v1beta1.Tree}}
schema: {type: object, properties: {spec: {$ref: types#/Node}}}
`,
	),
	source('shop/types/old-tree.yaml', 'version: v1beta1\ntypes:\n  Tree: {type: object, properties: {spec: {$ref: types#/v1.Node}}}\n'),
];
const brings = (field: string) => `the default of "${field}" holds shop/v1.Node again, which gets the same default, without end: remove the default`;
const held = (field: string) =>
	`"${field}" is required and holds shop/v1.Node again, so no object has an end: leave it out of "required", or make it a list or a map`;
const alias = (name: string) => `"${name}" is a list or a map of itself, without an end: put it into an object, as a field of it`;

export const recursion: readonly BadSpec[] = [
	[
		'recursion that can be left out',
		node(
			'a: {$ref: types#/Node}\n      kids: {type: array, items: {$ref: types#/Node}, default: []}\n      more: {type: object, additionalProperties: {$ref: types#/Node}}',
			'    required: [kids]\n',
		),
		[],
	],
	['an end in the default itself', node('next: {type: array, items: {$ref: types#/Node}, default: [{next: []}]}\n      leaf: {$ref: types#/Node}'), []],
	['a default that brings itself', node('sub: {$ref: types#/Node, default: {}}'), [`shop/types/node.yaml:5:41: ${brings('sub')}`]],
	['by a list', node('subs: {type: array, items: {$ref: types#/Node}, default: [{}]}'), [`shop/types/node.yaml:5:64: ${brings('subs')}`]],
	['by a map', node('subs: {type: object, additionalProperties: {$ref: types#/Node}, default: {a: {}}}'), [`shop/types/node.yaml:5:80: ${brings('subs')}`]],
	[
		'by another type, in a release',
		[
			source(
				'shop/types/node.yaml',
				'types:\n  Node: {type: object, properties: {b: {$ref: types#/B, history: [{from: "1.25", default: {}}]}}}\n  B: {type: object, properties: {n: {$ref: types#/Node, default: {}}}}\n',
			),
		],
		[`shop/types/node.yaml:2:37: ${brings('b')}`],
	],
	['a required field', node('sub: {$ref: types#/Node}', '    required: [sub]\n'), [`shop/types/node.yaml:6:7: ${held('sub')}`]],
	[
		'a field that is always there',
		node('sub: {$ref: types#/Node, presence: always}'),
		[
			'shop/types/node.yaml:5:7: "sub" is always there and holds shop/v1.Node again, so no object has an end: say presence: optional, or make it a list or a map',
		],
	],
	[
		'required by way of another type, with one version',
		[
			source(
				'shop/types/node.yaml',
				'types:\n  Node: {type: object, required: [b], properties: {b: {$ref: types#/B}}}\n  B: {type: object, required: [n], properties: {n: {$ref: types#/Node}}}\n',
			),
		],
		[`shop/types/node.yaml:2:52: ${held('b')}`, `shop/types/node.yaml:3:49: ${held('n').replace('Node', 'B')}`],
	],
	['a list of itself', [source('shop/types/node.yaml', 'types:\n  L: {type: array, items: {$ref: types#/L}}\n')], [`shop/types/node.yaml:2:34: ${alias('L')}`]],
	[
		'a map of a list of itself',
		[
			source(
				'shop/types/node.yaml',
				'types:\n  L: {type: array, items: {type: array, items: {$ref: types#/M}}}\n  M: {type: object, additionalProperties: {$ref: types#/L}}\n  A: {type: array, items: {type: object, properties: {x: {$ref: types#/A}}}}\n',
			),
		],
		[`shop/types/node.yaml:2:55: ${alias('M')}`, `shop/types/node.yaml:3:50: ${alias('L')}`],
	],
];
