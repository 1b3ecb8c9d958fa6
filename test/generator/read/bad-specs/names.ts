/** Bad groups, folders, kind names and their words. */
import { product, source } from '../../fixture.ts';
import { type BadSpec, p, review } from './bad-spec.ts';

const labels = 'lower case letters, digits and "-" between them, a letter first, at most 63 characters';

export const names: readonly BadSpec[] = [
	['fine', [], []],
	['keyword', p('minimum: 0', 'minimun: 0'), ['shop/product.yaml:36:45: unknown keyword "minimun" in a schema: did you mean "minimum"?']],
	[
		'kind keyword',
		p('scope: Namespaced', 'scop: Namespaced'),
		['shop/product.yaml:1:1: a kind needs "scope"', 'shop/product.yaml:3:1: unknown keyword "scop" in a kind: did you mean "scope"?'],
	],
	['kind keyword far', p('scope: Namespaced', 'scope: Namespaced\nfrobnicate: 1'), ['shop/product.yaml:4:1: unknown keyword "frobnicate" in a kind']],
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
		'names of another kind, in its group and elsewhere',
		[
			source(
				'shop/other.yaml',
				'kind: Other\nnames: {plural: others, short: [products, product, prod]}\nscope: Cluster\nversions: [{name: v1, storage: true}]\nschema: {type: object}\n',
			),
			source('store/group.yaml', 'group: store.example.com\nversions: [v1]\n'),
			source(
				'store/product.yaml',
				'kind: Ware\nnames: {plural: products, short: [prod, product, w]}\nscope: Cluster\nversions: [{name: v1, storage: true}]\nschema: {type: object}\n',
			),
		],
		[
			'shop/other.yaml:2:33: the short name "products" is taken in this group: first at shop/product.yaml:2:17',
			'shop/other.yaml:2:43: the short name "product" is taken in this group: first at shop/product.yaml:1:7',
			'shop/other.yaml:2:52: the short name "prod" is taken in this group: first at shop/product.yaml:2:35',
			'store/product.yaml:2:17: warning: the plural "products" is the plural of Product in another group as well (shop/product.yaml:2:17), which clients may confuse with it: they find this kind by PLURAL.GROUP only',
			'store/product.yaml:2:35: warning: the short name "prod" is the short name of Product in another group as well (shop/product.yaml:2:35), which clients may confuse with it: give this kind another short name',
			'store/product.yaml:2:41: warning: the short name "product" is the singular of Product in another group as well (shop/product.yaml:1:7), which clients may confuse with it: give this kind another short name',
		],
	],
	[
		'no group',
		[source('shoe/shoe.yaml', 'kind: Shoe\nnames: {plural: shoes}\nscope: Cluster\nversions: [{name: v1, storage: true}]\nschema: {type: object}\n')],
		['shoe/shoe.yaml:1:1: the folder "shoe" has no group.yaml, which names the API group of its kinds'],
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
		'what an update does',
		p('scope: Namespaced', 'scope: Namespaced\nupdate: {create: true}'),
		['shop/product.yaml:4:10: unknown keyword "create" in what an update does: did you mean "creates"?'],
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
		'a group with an empty part in its name',
		[source('other/group.yaml', 'group: other..example.com\nversions: [v1]\n')],
		['other/group.yaml:1:8: "other..example.com" cannot name a group: expected a domain name in lower case, such as shop.example.com'],
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
	[
		'kind name',
		p('kind: Product', 'kind: product'),
		['shop/product.yaml:1:7: "product" is not a kind name: expected a capital first, letters and digits only, at most 63'],
	],
	[
		'plural',
		p('plural: products', 'plural: Products'),
		['shop/product.yaml:2:17: "Products" is not a plural: expected lower case letters and digits, a letter first, at most 63 characters'],
	],
	[
		'plural too long',
		p('plural: products', `plural: ${'p'.repeat(64)}`),
		[`shop/product.yaml:2:17: "${'p'.repeat(64)}" is not a plural: expected lower case letters and digits, a letter first, at most 63 characters`],
	],
	[
		'singular, short name and category',
		p('short: [prod], categories: [all]', 'singular: Product, short: [pr_d, p, p], categories: [all, -all]'),
		[
			`shop/product.yaml:2:37: "Product" is not a singular: expected ${labels}`,
			`shop/product.yaml:2:54: "pr_d" is not a short name: expected ${labels}`,
			'shop/product.yaml:2:63: the short name "p" is taken in this group: first at shop/product.yaml:2:60',
			`shop/product.yaml:2:85: "-all" is not a category: expected ${labels}`,
		],
	],
	['no versions of a group', [source('shop/group.yaml', 'group: shop.example.com\nversions: []\n')], ['shop/group.yaml:2:11: versions must not be empty']],
	['no group', [source('shop/group.yaml', 'versions: [v1, v1beta1]\n')], ['shop/group.yaml:1:1: a group needs "group"']],
	[
		'no group beside the core group',
		[source('core/group.yaml', 'group: ""\nversions: [v1]\n'), source('shop/group.yaml', 'versions: [v1, v1beta1]\n')],
		['shop/group.yaml:1:1: a group needs "group"'],
	],
	[
		'a version of a group twice',
		[source('shop/group.yaml', 'group: shop.example.com\nversions: [v1, v1beta1, v1]\n')],
		['shop/group.yaml:2:25: "v1" is listed twice in versions'],
	],
	[
		'unreadable file hides no others',
		[source('shop/types/parts.yaml', 'types: {')],
		['shop/types/parts.yaml:1:9: this is not YAML: Flow map in block collection must be sufficiently indented and end with a }'],
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
		'inline name',
		p('main: {$ref: types#/Part,', 'count: {type: integer, protobuf: 11}\n        main: {$ref: types#/Part, inline: true,'),
		[
			'shop/product.yaml:7:11: the storage version requires spec.name, which this version lacks: add {storage: spec.name, whenAbsent: ...} under "converts"',
			'shop/product.yaml:14:37: the conversion path "spec.main": shop/v1.ProductSpec has no field "main": expected size, stock, parts, count, name, count, fixed, free, colours, notes, texts or shelf',
			'shop/product.yaml:45:9: the field "count" occurs twice in JSON: an inline object has a field of the same name',
			'shop/product.yaml:66:46: spec lacks "name", which shop/v1.ProductSpec requires',
		],
	],
	[
		'prototype',
		p('texts: {type: object,', '__proto__: {type: object,'),
		[
			'shop/product.yaml:49:116: notIn names "texts", which is not among the fields: expected size, stock, parts, main, fixed, free, colours, notes, __proto__ or shelf',
		],
	],
	[
		'names that every object of JavaScript has',
		p(
			'fixed: {type: quantity,',
			'constructor: {type: string, protobuf: 11}\n        hasOwnProperty: {type: string, protobuf: 12}\n        fixed: {type: quantity,',
		),
		[],
	],
	[
		'names that are none',
		p('fixed: {type: quantity,', '"a\\tb": {type: string, protobuf: 11}\n        (own): {type: string, protobuf: 12}\n        fixed: {type: quantity,'),
		[
			'shop/product.yaml:46:9: "a\\tb" is not a field name: expected a string without control characters',
			'shop/product.yaml:47:9: "(own)" is not a field name: expected a string without control characters',
		],
	],
	[
		'kinds that differ in case',
		[source('shop/other.yaml', 'kind: PRODUCT\nnames: {plural: others}\nscope: Cluster\nversions: [{name: v1, storage: true}]\nschema: {type: object}\n')],
		['shop/other.yaml:1:7: the kind "PRODUCT" differs only in case from another of its group: first at shop/product.yaml:1:7'],
	],
	...Object.entries({
		List: 'of lists of anything',
		Status: 'of errors and other answers without an object',
		APIVersions: 'of discovery documents',
		APIGroupList: 'of discovery documents',
		APIGroup: 'of discovery documents',
		APIResourceList: 'of discovery documents',
		WatchEvent: 'of the events of a watch',
		ListOptions: 'of what requests are asked with',
		GetOptions: 'of what requests are asked with',
		DeleteOptions: 'of what requests are asked with',
		CreateOptions: 'of what requests are asked with',
		UpdateOptions: 'of what requests are asked with',
		PatchOptions: 'of what requests are asked with',
	}).map(
		([kind, what]): BadSpec => [
			`a kind of every group: ${kind}`,
			[source('shop/other.yaml', `kind: ${kind}\nnames: {plural: others}\nscope: Cluster\nversions: [{name: v1, storage: true}]\nschema: {type: object}\n`)],
			[`shop/other.yaml:1:7: "${kind}" is the kind ${what} in every group, which clients would confuse with it: choose another name`],
		],
	),
	[
		'a list of such a kind',
		[
			source(
				'shop/other.yaml',
				'kind: Other\nnames: {plural: others, list: Status}\nscope: Cluster\nversions: [{name: v1, storage: true}]\nschema: {type: object}\n',
			),
		],
		[
			'shop/other.yaml:2:31: "Status" is the kind of errors and other answers without an object in every group, which clients would confuse with it: choose another name',
		],
	],
	[
		'kinds that clients know in one group only',
		['Table', 'PartialObjectMetadata', 'Scale'].map((kind, index) =>
			source(
				`shop/other${index}.yaml`,
				`kind: ${kind}\nnames: {plural: others${index}}\nscope: Cluster\nversions: [{name: v1, storage: true}]\nschema: {type: object}\n`,
			),
		),
		[],
	],
	[
		'list name',
		p('categories: [all]}', 'categories: [all], list: product list}'),
		['shop/product.yaml:2:67: "product list" is not a kind name: expected a capital first, letters and digits only, at most 63'],
	],
	[
		'example without metadata',
		p('metadata: {name: chair}, ', ''),
		['shop/product.yaml:65:13: the example has no metadata.name, without which no object can be stored'],
	],
	[
		'example without a name',
		p('metadata: {name: chair}', 'metadata: {labels: {}}'),
		['shop/product.yaml:65:24: the example has no metadata.name, without which no object can be stored'],
	],
	['example of what is not stored', review('examples: [{name: a, object: {}}]\n').map((file) => ({ ...file, text: `${file.text}verbs: [create]\n` })), []],
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
		'a vocabulary that another understands',
		[
			source(
				'vocabulary/orch.yaml',
				'{name: orch, default: true, product: orch, groupDomain: orch.io, labelDomain: orch.io, shortPrefix: orch, nodeAgent: node-agent, cliName: orchctl, understands: [kubernets]}\n',
			),
		],
		['vocabulary/orch.yaml:1:161: unknown vocabulary "kubernets": did you mean "kubernetes"?'],
	],
	[
		'role of the vocabulary',
		p('description: Size of the product.', 'description: "How large {prodct} and {web} and {Groupdomain} are."'),
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
];
