/** Bad subresources, and kinds that are not stored. */
import { edited, source } from '../../fixture.ts';
import { type BadSpec, declaredOf, p, review, sub } from './bad-spec.ts';

export const subresources: readonly BadSpec[] = [
	...['a/b', '.', '..', 'a%2fb', 'a b', 'x?y', 'größe', '__proto__', 'Sell', 's'.repeat(64), '-a'].map(
		(name): BadSpec => [
			`name of a subresource: ${name}`,
			sub(`{name: "${name}", verbs: [create], kind: Sale}`),
			[
				`shop/product.yaml:19:18: ${JSON.stringify(name)} is not the name of a subresource: expected lower case letters, digits and "-" between them, at most 63 characters`,
			],
		],
	),
	[
		'a status that every object must have',
		[
			source(
				'shop/other.yaml',
				'kind: Other\nnames: {plural: others}\nscope: Cluster\nversions: [{name: v1, storage: true}]\nsubresources: {status: {}}\nschema: {type: object, required: [status], properties: {status: {type: object, required: [phase], properties: {phase: {type: string}}}}}\n',
			),
		],
		[
			'shop/other.yaml:5:16: warning: a new object has no status, because only this subresource writes it, but status.phase is required, so that no object could be created. Remove it from "required", or add a default',
		],
	],
	[
		'a status that every object has, with a field that every status must have',
		p(
			'protobuf: 3\n      properties:\n        stock:',
			'protobuf: 3\n      presence: always\n      required: [phase]\n      properties:\n        phase: {type: string, protobuf: 2}\n        stock:',
		),
		[
			'shop/product.yaml:18:3: warning: a new object has no status, because only this subresource writes it, but status.phase is required, so that no object could be created. Remove it from "required", or add a default',
			'shop/product.yaml:68:13: the example breaks a rule: status.phase: Required value',
		],
	],
	[
		'a field that every status must have, of a status that need not be there',
		p(
			'protobuf: 3\n      properties:\n        stock:',
			'protobuf: 3\n      required: [phase]\n      properties:\n        phase: {type: string, protobuf: 2}\n        stock:',
		),
		[],
	],
	[
		'a status that every object must have, and that is filled in',
		[
			source(
				'shop/product.yaml',
				edited(
					'status:\n      type: object\n',
					'status:\n      type: object\n      default: {stock: 1}\n',
					edited('required: [spec]', 'required: [spec, status]'),
				),
			),
		],
		[],
	],
	[
		'a subresource of a release and a gate that there are not',
		[...sub('{name: sell-all, verbs: [create], kind: Sale, introduced: "1.99", gate: Sales, also: [{version: v2, before: "1.98"}]}')],
		[
			'shop/product.yaml:19:69: unknown release "1.99": releases.yaml has 1.20 to 1.29',
			'shop/product.yaml:19:83: unknown feature gate "Sales": expected FineGrain (gates are declared in releases.yaml)',
			'shop/product.yaml:19:119: unknown release "1.98": releases.yaml has 1.20 to 1.29',
		],
	],
	[
		'another version of the own kind',
		[...sub('{name: shelve, verbs: [update], kind: Product, also: [{version: v2}]}')],
		['shop/product.yaml:19:58: "also" is for subresources that accept another kind: remove it'],
	],
	['a verb twice', [...sub('{name: sell-all, verbs: [create, create], kind: Sale}')], ['shop/product.yaml:19:44: "create" is listed twice in verbs']],
	['verbs of a kind twice', p('scope: Namespaced', 'scope: Namespaced\nverbs: [get, list, get]'), ['shop/product.yaml:4:20: "get" is listed twice in verbs']],
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
				`shop/product.yaml:${at}: unknown type "Old" of shop/v1, the storage version, which is the default: say version: v1beta1 beside it, or declare it in types/ of v1 as well`,
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
		['shop/product.yaml:19:32: a subresource with a type of its own is answered by a hook: its verbs are create (or it needs "connect")'],
	],
	[
		'version of a subresource of the own type',
		sub('{name: finish, verbs: [update], kind: Product, version: v1beta1}'),
		['shop/product.yaml:19:58: a subresource of the kind itself uses the version of the URL: remove "version"'],
	],
	[
		'verb of a subresource of the own type',
		sub('{name: sell, verbs: [create], kind: Product}'),
		['shop/product.yaml:19:32: a subresource of the kind itself writes the object: its verbs are get, patch, update (or it needs "connect")'],
	],
	[
		'verb of a connection',
		sub('{name: log, verbs: [get, list], kind: Product, connect: {options: Part}}'),
		['shop/product.yaml:19:36: list opens no connection: use get, create, update, patch or delete'],
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
		['shop/product.yaml:19:62: a subresource writes whole fields of the object, not a part of a field: use "spec", or put "spec.parts" into a separate field'],
	],
	['a kind of which nothing is stored', review('verbs: [create]\n'), []],
	[
		'no verbs of a kind of which nothing is stored',
		review(''),
		['shop/review.yaml:4:9: a kind that is not stored can only be created or read: use verbs: [create] or verbs: [get, list]'],
	],
	[
		'verbs of a kind of which nothing is stored',
		review('verbs: [create, get]\n'),
		['shop/review.yaml:5:8: a kind that is not stored can only be created or read: use verbs: [create] or verbs: [get, list]'],
	],
	['a kind that is read, and of which nothing is stored', review('verbs: [get, list]\ncolumns: []\n'), []],
	[
		'verbs that read and others',
		review('verbs: [get, watch]\n'),
		['shop/review.yaml:5:8: a kind that is not stored can only be created or read: use verbs: [create] or verbs: [get, list]'],
	],
	[
		'what means nothing where nothing is stored',
		review('verbs: [create]\ncolumns: []\ngeneration: true\n'),
		[
			'shop/review.yaml:6:1: "columns" has no effect on a kind that is not stored',
			'shop/review.yaml:7:1: "generation" has no effect on a kind that is not stored',
		],
	],
	[
		'a kind in a group of another server',
		[
			source('far/group.yaml', 'group: far.example.com\nversions: [v1]\nproxied: true\n'),
			source('far/thing.yaml', 'kind: Thing\nnames: {plural: things}\nscope: Cluster\nversions: [{name: v1, storage: true}]\nschema: {type: object}\n'),
		],
		['far/thing.yaml:1:1: far/group.yaml assigns the group to another server, so it cannot have kinds here'],
	],
	[
		'scale paths with a dot',
		p('{replicas: spec.stock, statusReplicas: status.stock}', '{replicas: .spec.stock, statusReplicas: $.status.stock, selector: self.spec.size}'),
		[
			'shop/product.yaml:19:21: ".spec.stock" is not a path: expected a path such as spec.replicas, without a leading dot: did you mean "spec.stock"?',
			'shop/product.yaml:19:50: the statusReplicas path "$.status.stock" starts at the object itself: did you mean "status.stock"?',
			'shop/product.yaml:19:76: the selector path "self.spec.size" starts at the object itself: did you mean "spec.size"?',
		],
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
		'scale no integer',
		p('{replicas: spec.stock, statusReplicas: status.stock}', '{replicas: spec.size, statusReplicas: status.stock, selector: spec.stock}'),
		[
			'shop/product.yaml:19:21: the replicas path "spec.size" must lead to an integer, not string',
			'shop/product.yaml:19:72: the selector path "spec.stock" must lead to text, not int32',
		],
	],
	['verb', p('scope: Namespaced', 'scope: Namespaced\nverbs: [get, listt]'), ['shop/product.yaml:4:14: "listt" is not a verb: did you mean "list"?']],
];
