/** Bad versions, conversions, releases and feature gates. */
import { source } from '../../fixture.ts';
import { type BadSpec, p } from './bad-spec.ts';

const other = (versions: string): string => `kind: Other\nnames: {plural: others}\nscope: Cluster\n${versions}\nschema: {type: object}\n`;

/** A kind whose two versions require different fields. */
const crew = (here: string, storage: string, converts: string) => [
	source(
		'shop/crew.yaml',
		`kind: Crew
names: {plural: crews}
scope: Cluster
versions:
  - {name: v1, storage: true}
  - name: v1beta1
    schema: {$ref: types#/v1beta1.Crew}
    converts: ${converts}
schema: {type: object, properties: {spec: {$ref: types#/v1.CrewSpec}}}
`,
	),
	...(
		[
			['v1', storage],
			['v1beta1', here],
		] as const
	).map(([version, required]) =>
		source(
			`shop/types/crew.${version}.yaml`,
			`version: ${version}
types:
${version === 'v1' ? '' : '  Crew: {type: object, properties: {spec: {$ref: types#/CrewSpec}}}\n'}  CrewSpec: {type: object, required: ${required}, properties: {team: {type: string}}}
`,
		),
	),
];

export const versions: readonly BadSpec[] = [
	[
		'removed before the oldest release',
		p('introduced: "1.20"\n    deprecated: "1.22"\n    removed: "1.25"', 'removed: "0.9"'),
		['shop/product.yaml:8:14: removed in 0.9: no release since the oldest, 1.20, would ever have it, so remove it'],
	],
	[
		'ref of another version',
		p('main: {$ref: types#/Part,', 'main: {$ref: types#/v1beta1.Part,'),
		['shop/product.yaml:45:22: shop has no "Part" of version v1beta1: there is types#/v1.Part (a file of types names its version with "version")'],
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
	[
		'all removed',
		[source('shop/other.yaml', other('versions: [{name: v1, storage: true, removed: "1.25"}, {name: v1beta1, removed: "1.22"}]'))],
		[
			'shop/other.yaml:4:1: warning: no version of Other is served in 1.25, the release emulated by default, or later: all are removed, v1 in 1.25, v1beta1 in 1.22',
		],
	],
	['removed after a deprecation', [source('shop/other.yaml', other('versions: [{name: v1, storage: true, deprecated: "1.22", removed: "1.25"}]'))], []],
	['removed in a release to come', [source('shop/other.yaml', other('versions: [{name: v1, storage: true, removed: "1.31"}]'))], []],
	['removed later', [source('shop/other.yaml', other('versions: [{name: v1, storage: true, removed: "1.29"}]'))], []],
	['removed first', p('removed: "1.25"', 'removed: "1.21"'), ['shop/product.yaml:10:14: removed in 1.21, but deprecated in 1.22']],
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
			'shop/product.yaml:7:11: spec.piece has no counterpart in the storage version: name its target under "converts", or the reason for the loss under "loses"',
			'shop/product.yaml:14:16: the conversion path "spec.pieces": shop/v1beta1.ProductSpec has no field "pieces": did you mean "piece"?',
		],
	],
	[
		'a kind that is named and is not there',
		p('main: {$ref: types#/Part, protobuf: 4}', 'main: {$ref: types#/Part, protobuf: 4, references: {kind: Prodcut}}'),
		['shop/product.yaml:45:67: unknown kind "Prodcut": did you mean "Product"?'],
	],
	[
		'one of several kinds that is not there',
		p('main: {$ref: types#/Part, protobuf: 4}', 'main: {$ref: types#/Part, protobuf: 4, references: {kind: [Product, Prodcut]}}'),
		['shop/product.yaml:45:77: unknown kind "Prodcut": did you mean "Product"?'],
	],
	[
		'text cut into parts',
		p(
			'storage: spec.main}\n',
			'storage: spec.main}\n      - {here: spec.stock, separator: "-", storage: [spec.stock, spec.colours, spec.texts.x, spec.stock, spec.siez]}\n',
		),
		[
			'shop/product.yaml:15:16: only a text can be cut into parts, not int32',
			'shop/product.yaml:15:54: the first part must be a string, not int32: a text that cannot be cut stays whole in it',
			'shop/product.yaml:15:66: a part of a text is a string or an integer, not a list of string',
			'shop/product.yaml:15:94: an integer may contain the separator "-": only the last part may be an integer',
			'shop/product.yaml:15:94: spec.stock is a part of the text twice',
			'shop/product.yaml:15:106: the conversion path "spec.siez": shop/v1.ProductSpec has no field "siez": did you mean "size"?',
		],
	],
	[
		'parts without a separator',
		p('storage: spec.main}\n', 'storage: spec.main}\n      - {here: spec.stock, storage: [spec.stock, spec.size]}\n'),
		['shop/product.yaml:15:37: a list of the parts of a string needs their "separator"'],
	],
	[
		'one part',
		p('storage: spec.main}\n', 'storage: spec.main}\n      - {here: spec.stock, separator: "-", storage: [spec.size]}\n'),
		[
			'shop/product.yaml:15:28: in a step with "separator", one of "here" and "storage" must be the path of a string, and the other a list of at least two paths of its parts',
			'shop/product.yaml:15:53: storage needs 2 entries or more',
		],
	],
	[
		'conversion storage',
		p('storage: spec.main', 'storage: spec.mian'),
		['shop/product.yaml:14:37: the conversion path "spec.mian": shop/v1.ProductSpec has no field "mian": did you mean "main"?'],
	],
	...(
		[
			[
				'a field that only the storage version requires',
				'[]',
				'[team]',
				'[]',
				[
					'shop/crew.yaml:6:11: the storage version requires spec.team, and this version allows it to be absent: add {storage: spec.team, whenAbsent: ...} under "converts"',
				],
			],
			['a field that only the storage version requires, with a value', '[]', '[team]', '[{storage: spec.team, whenAbsent: none}]', []],
			[
				'a field that only this version requires',
				'[team]',
				'[]',
				'[]',
				[
					'shop/crew.yaml:6:11: this version requires spec.team, and the storage version allows it to be absent: add {here: spec.team, whenAbsent: ...} under "converts"',
				],
			],
			['a field that only this version requires, with a value', '[team]', '[]', '[{here: spec.team, whenAbsent: none}]', []],
			['a field that both versions require', '[team]', '[team]', '[]', []],
			[
				'two values for one absent field',
				'[team]',
				'[]',
				'[{here: spec.team, whenAbsent: none}, {here: spec.team, whenAbsent: some}]',
				['shop/crew.yaml:8:53: two steps are about spec.team: steps have no order, so each path may be in only one of them'],
			],
			[
				'a value for an absent field that is not named',
				'[]',
				'[]',
				'[{whenAbsent: none}]',
				['shop/crew.yaml:8:17: "whenAbsent" fills a field: name it with "storage", with "here", or with both'],
			],
			[
				'a value of another type for an absent field',
				'[team]',
				'[]',
				'[{here: spec.team, whenAbsent: 3}]',
				['shop/crew.yaml:8:46: the value must be text, not 3'],
			],
		] as const
	).map(([name, here, storage, converts, expected]): BadSpec => [name, crew(here, storage, converts), expected]),
	[
		'exchanged value',
		p('storage: spec.main}', 'storage: spec.main, values: [{here: {nothing: 1}, storage: {}}]}'),
		['shop/product.yaml:14:65: the value has a field "nothing" that shop/v1.Part does not have: expected name or count'],
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
			'shop/product.yaml:7:11: spec.piece has no counterpart in the storage version: name its target under "converts", or the reason for the loss under "loses"',
			'shop/product.yaml:14:16: unknown type "ProductSpek" of shop/v1beta1: did you mean "ProductSpec"?',
		],
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
			'shop/product.yaml:14:9: spec.piece is shop/v1.Part here and string in the storage version, but a step moves a value without changing it',
			'shop/product.yaml:45:43: "markedSince" needs a "listType", a "mapType" or an "enum"',
		],
	],
	[
		'hidden values that documents list',
		p('main: {$ref: types#/Part, protobuf: 4}', 'main: {type: string, protobuf: 4, enum: [a], enumOpen: true, enumHidden: true}'),
		[
			'shop/product.yaml:14:9: spec.piece is shop/v1.Part here and string in the storage version, but a step moves a value without changing it',
			'shop/product.yaml:45:70: "enumHidden" needs an "enum" and excludes "enumOpen" and "markedSince", which list it in documents',
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
		'history empty',
		p('{from: "1.29", immutable: false}', '{from: "1.29"}'),
		['shop/product.yaml:55:89: a history entry changes keywords from its release on: use "introduced" for a new field'],
	],
	[
		'history order',
		p('[{from: "1.29", immutable: false}]', '[{from: "1.29", immutable: false}, {from: "1.25", immutable: true}]'),
		['shop/product.yaml:55:130: history must be sorted, oldest first: 1.25 cannot follow 1.29'],
	],
	[
		'sameAs',
		p('subresources:\n', 'alsoIn: [{group: extensions, version: v1beta1, sameAs: v1beta2}]\nsubresources:\n'),
		['shop/product.yaml:17:56: sameAs names "v1beta2", which is no version of Product: did you mean "v1beta1"?'],
	],
	[
		'lost field',
		p('      - {here: spec.piece, storage: spec.main}\n', ''),
		[
			'shop/product.yaml:7:11: spec.piece has no counterpart in the storage version: name its target under "converts", or the reason for the loss under "loses"',
		],
	],
	[
		'newly required',
		p('      - {storage: spec.size, whenAbsent: Small}\n', ''),
		['shop/product.yaml:7:11: the storage version requires spec.size, which this version lacks: add {storage: spec.size, whenAbsent: ...} under "converts"'],
	],
	[
		'converts on storage',
		p('storage: true}', 'storage: true, converts: [{here: spec.size, storage: spec.size}]}'),
		['shop/product.yaml:6:51: v1 converts to another version, but the kind has none: remove "converts"'],
	],
	[
		'two calendars',
		[source('more/releases.yaml', 'x: 1'), source('releases.yml', 'default: "1.20"\nreleases: ["1.20"]\n')],
		[
			'more/releases.yaml:1:1: a kind needs "kind"',
			'more/releases.yaml:1:1: a kind needs "names"',
			'more/releases.yaml:1:1: a kind needs "scope"',
			'more/releases.yaml:1:1: a kind needs "versions"',
			'more/releases.yaml:1:1: the folder "more" has no group.yaml, which names the API group of its kinds',
			'more/releases.yaml:1:1: unknown keyword "x" in a kind',
			'releases.yml:1:1: there are two release calendars: the first is releases.yaml:1:1',
		],
	],
	[
		'days of releases',
		[
			source(
				'releases.yaml',
				[
					'default: "1.25"',
					'releases: ["1.20", "1.21", "1.22", "1.25", "1.29"]',
					'dates:',
					'  "1.19": "2020-08-26"',
					'  "1.20": "2020-02-30"',
					'  "1.22": "2020-02-01"',
					'  "1.23": "2021-12-07"',
					'  "1.25": "2022-08-23"',
					'gates:',
					'  FineGrain: [{from: "1.20", stage: alpha, default: false}]',
				].join('\n'),
			),
		],
		[
			'releases.yaml:3:1: dates lack 1.21, 1.29',
			'releases.yaml:5:3: dates must be sorted, oldest first: 1.20 of 2020-02-30 cannot follow 1.19 of 2020-08-26',
			'releases.yaml:5:11: 2020-02-30 is no day of the calendar',
			'releases.yaml:6:3: dates must be sorted, oldest first: 1.22 of 2020-02-01 cannot follow 1.20 of 2020-02-30',
			'releases.yaml:7:3: a date of 1.23, which is not among the releases',
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
];
