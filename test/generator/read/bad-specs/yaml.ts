/** Unreadable files, and files without the mandatory parts. */
import { product, source } from '../../fixture.ts';
import { type BadSpec, p } from './bad-spec.ts';

export const yaml: readonly BadSpec[] = [
	['scope', p('scope: Namespaced', 'scope: Namespace'), ['shop/product.yaml:3:8: "Namespace" is not a scope: did you mean "Namespaced"?']],
	[
		'yaml',
		p('names: {plural: products,', 'names: {plural: products'),
		['shop/product.yaml:2:17: this is not YAML: Block collections are not allowed within flow collections'],
	],
	[
		'a file that cannot be read comes before the rest',
		[...p('minimum: 0', 'minimum: none'), source('shop/types/parts.yaml', 'types: [')],
		[
			'shop/types/parts.yaml:1:9: this is not YAML: Flow sequence in block collection must be sufficiently indented and end with a ]',
			'shop/product.yaml:36:54: the minimum of int32 must be a number, not "none"',
		],
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
		p('description: Size of the product.', 'description: How large, or small it is.'),
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
		['shop/product.yaml:66:1: a spec file contains one document: move the second one to another file'],
	],
	['list file', [source('shop/product.yaml', `- a\n`)], ['shop/product.yaml:1:1: the file must be a map, not a list']],
	[
		'no schema',
		[source('shop/other.yaml', 'kind: Other\nnames: {plural: others}\nscope: Cluster\nversions: [{name: v1, storage: true}]\n')],
		['shop/other.yaml:1:1: a kind needs a "schema", either its own or that of its storage version'],
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
	['boolean', p('immutable: true, history', 'immutable: yes, history'), ['shop/product.yaml:55:73: immutable must be true or false, not "yes"']],
];
