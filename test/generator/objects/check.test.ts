/** Objects checked against the specs: the findings and their positions. */
import { describe, expect, it } from 'vitest';
import { catalog } from '../../../generated/catalog.ts';
import { vocabulary as words } from '../../../generated/vocabulary.ts';
import { ObjectCheck, type ObjectChecking, type Strictness } from '../../../generator/objects/check.ts';
import { narrow } from '../../../runtime/schema/emulated-catalog.ts';
import { source } from '../fixture.ts';
import { modelOf, plain } from '../hooks/hooked.ts';

const served = narrow(catalog, catalog.release);

function check(text: string, strictness: Strictness = 'Strict', of: Pick<ObjectChecking, 'catalog' | 'converters'> = { catalog: served, converters: {} }) {
	const { objects, diagnostics } = new ObjectCheck({ ...of, words, namespace: 'default', strictness }).file({ path: 'o.yaml', file: 'o.yaml', text });
	const said = [...diagnostics, ...objects.flatMap((object) => object.diagnostics)];
	return said.map(({ severity, message, position: { line, column } }) => `${line}:${column} ${severity}: ${message}`);
}

const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n';

describe('objects', () => {
	it.each<[string, string, readonly string[]]>([
		['that are right', configMap, []],
		['without a name, which the server would make', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: a-}\n', []],
		['of a review, which is not stored', `apiVersion: authorization.${words.groupDomain}/v1\nkind: SelfSubjectRulesReview\nspec: {namespace: a}\n`, []],
		[
			'in JSON',
			'{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": {"a": 1}}',
			[expect.stringMatching(/^1:84 error: .*cannot unmarshal number/)],
		],
		['with an unknown field', `${configMap}colour: red\n`, ['5:1 error: unknown field "colour"']],
		['with an unknown field within', `${configMap}  lables: {a: b}\n`, ['5:3 error: unknown field "metadata.lables"']],
		['with a field twice', `${configMap}data: {a: b}\ndata: {c: d}\n`, ['6:1 error: duplicate field "data"']],
		['with a rule broken', `${configMap}data:\n  "a b": c\n`, [expect.stringMatching(/^6:10 error: data\[a b\]: Invalid value/)]],
		['of a kind that is misspelt', 'apiVersion: v1\nkind: ConfigMop\n', ['2:7 error: unknown kind "ConfigMop" in v1: did you mean "ConfigMap"?']],
		['of another version', 'apiVersion: v2\nkind: ConfigMap\n', ['1:13 error: there is no ConfigMap in v2: it is in v1']],
		['without a kind', 'apiVersion: v1\n', ['1:1 error: kind: Required value: an object needs kind']],
		['that are none', '- a\n', ['1:1 error: expected an object here, with apiVersion and kind']],
		['that are no YAML', 'a: [\n', [expect.stringMatching(/^\d:\d error: this is not YAML/)]],
		['in several documents, and none', `---\n${configMap}---\n---\n${configMap}x: 1\n`, ['12:1 error: unknown field "x"']],
		[
			'in a list',
			`apiVersion: v1\nkind: List\nitems:\n  - {apiVersion: v1, kind: ConfigMap, metadata: {name: A}}\n`,
			[expect.stringMatching(/^4:56 error: metadata\.name: Invalid value: "A"/)],
		],
		['with aliases', `${configMap}  labels: &l {a: b}\n  annotations: *l\n`, []],
		['with a value that a release reads in another way', `${configMap}data: {a: yes}\n`, [expect.stringMatching(/^5:11 error: .*cannot unmarshal bool/)]],
	])('%s', (_, text, said) => {
		expect(check(text)).toEqual(said);
	});

	describe('with a value of another type get that single finding', () => {
		const pod = (spec: string) => `apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n${spec}`;
		it.each<[string, string, string]>([
			[
				'a field',
				pod('  hostNetwork: "yes"\n  containers: [{name: a, image: b}]\n'),
				'5:16 error: json: cannot unmarshal string into Go struct field PodSpec.spec.hostNetwork',
			],
			[
				'a field of an entry',
				pod('  containers:\n    - {name: a, image: b}\n    - name: b\n      image: 7\n'),
				'8:14 error: json: cannot unmarshal number into Go struct field Container.spec.containers.image',
			],
			[
				'an entry',
				pod('  containers:\n    - {name: a, image: b}\n    - b\n'),
				'7:7 error: json: cannot unmarshal string into Go struct field PodSpec.spec.containers',
			],
			[
				'an entry of texts',
				pod('  containers:\n    - {name: a, image: b, args: [a, "b", 3]}\n'),
				'6:42 error: json: cannot unmarshal number into Go struct field Container.spec.containers.args',
			],
			['a list', pod('  containers: {name: a}\n'), '5:15 error: json: cannot unmarshal object into Go struct field PodSpec.spec.containers'],
			[
				'the value of a key with a dot',
				`${configMap}data:\n  a.b/c: x\n  "d.e[0]": [1]\n`,
				'7:13 error: json: cannot unmarshal array into Go struct field ConfigMap.data',
			],
			['metadata', 'apiVersion: v1\nkind: ConfigMap\nmetadata: here\n', '3:11 error: json: cannot unmarshal string into Go struct field ConfigMap.metadata'],
			['a quantity', pod('  containers:\n    - name: a\n      image: b\n      resources: {limits: {cpu: 1x}}\n'), '8:33 error: quantities must match'],
			['a time', 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  creationTimestamp: soon\n', '5:22 error: parsing time'],
			['bytes', 'apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata: {a: YQ==, b: "%"}\n', '4:20 error: illegal base64'],
			[
				'JSON over lines',
				'{\n\t"apiVersion": "v1",\n\t"kind": "ConfigMap",\n\t"metadata": {"name": "a"},\n\t"data": {\n\t\t"a": "b",\n\t\t"c": {}\n\t}\n}',
				'7:8 error: json: cannot unmarshal object',
			],
			['of a second document', `${configMap}---\n${configMap}immutable: 1\n`, '10:12 error: json: cannot unmarshal number'],
			[
				'in a list',
				'apiVersion: v1\nkind: List\nitems:\n  - {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n  - apiVersion: v1\n    kind: ConfigMap\n    metadata: {name: b}\n    data: {a: 1}\n',
				'8:15 error: json: cannot unmarshal number',
			],
			['behind an alias, where it is written', `${configMap}  labels: &l {a: 1}\n  annotations: *l\n`, '5:18 error: json: cannot unmarshal number'],
		])('%s', (_, text, said) => {
			expect(check(text)).toEqual([expect.stringContaining(said)]);
		});
	});

	it('with unknown fields are accepted with a warning, or silently on request', () => {
		const text = `${configMap}colour: red\n`;
		expect(check(text, 'Warn')).toEqual(['5:1 warning: unknown field "colour"']);
		expect(check(text, 'Ignore')).toEqual([]);
	});
});

describe('objects in a version that is not the stored one', () => {
	const { catalog } = modelOf([
		...plain,
		source('sheds/group.yaml', 'group: sheds.example.com\nversions: [v2, v1, v1alpha1]\n'),
		source(
			'sheds/shed.yaml',
			`kind: Shed
names: {plural: sheds}
scope: Cluster
versions:
  - {name: v2, schema: {$ref: types#/v2.Shed}, converts: [{here: spec.kind, whenAbsent: plain}, {here: spec.measure.size, storage: spec.size}, {here: spec.name, separator: "/", storage: [spec.first, spec.second]}], loses: {spec.first: has no slash}}
  - {name: v1, storage: true}
  - {name: v1alpha1, schema: {$ref: types#/v1alpha1.Shed}, converts: hook}
schema: {type: object, required: [spec], properties: {spec: {$ref: types#/ShedSpec}}}
`,
		),
		source(
			'sheds/types/v1.yaml',
			`version: v1
types:
  ShedSpec:
    type: object
    required: [first]
    properties:
      size: {type: integer, maximum: 9, default: 3}
      first: {type: string, maxLength: 5}
      second: {type: string}
      kind: {type: string}
    cel: [{rule: "self.size < 8 || has(self.second)", message: large sheds have two names}]
`,
		),
		source(
			'sheds/types/v2.yaml',
			`version: v2
types:
  Shed: {type: object, required: [spec], properties: {spec: {$ref: types#/ShedSpec}}}
  ShedSpec:
    type: object
    required: [name, kind]
    properties: {kind: {type: string}, measure: {$ref: types#/Measure}, name: {type: string, maxLength: 12}}
    cel: [{rule: "self.?measure.?size.orValue(0) < 11 || self.name.contains('/')", message: huge sheds have two names}]
  Measure: {type: object, properties: {size: {type: integer}}}
`,
		),
		source(
			'sheds/types/v1alpha1.yaml',
			'version: v1alpha1\ntypes:\n  Shed: {type: object, properties: {spec: {$ref: types#/ShedSpec}}}\n  ShedSpec: {type: object, properties: {text: {type: string}}}\n',
		),
	]);
	const converters: ObjectChecking['converters'] = {
		'sheds.sheds.example.com': {
			convert: {
				v1alpha1: {
					toStorage(object) {
						const { text } = object.spec as { readonly text?: string };
						if (text === 'never') throw new Error('not this one');
						return { metadata: object.metadata ?? {}, spec: { first: text ?? '' } };
					},
					fromStorage: ({ metadata = {} }) => ({ metadata }),
				},
			},
		},
	};
	const shed = (version: string, spec: string) => `apiVersion: sheds.example.com/${version}\nkind: Shed\nmetadata: {name: a}\nspec: ${spec}\n`;

	it.each<[string, string, string, readonly string[]]>([
		['right', 'v2', '{kind: k, measure: {size: 9}, name: a/b}', []],
		['without a field that only its version requires', 'v2', '{name: a/b}', ['4:7 error: spec.kind: Required value']],
		['against its own rules', 'v2', '{kind: k, name: a/bcdefghijklmno}', ['4:23 error: spec.name: Too long: may not be longer than 12']],
		['only against rules of the stored version', 'v2', '{kind: k, measure: {size: 10}, name: abcdefg}', []],
		[
			'against an expression of its own, which finds defaults',
			'v2',
			'{kind: k, measure: {size: 11}, name: a}',
			['4:7 error: spec: Invalid value: "object": huge sheds have two names'],
		],
		['in the stored version', 'v1', '{first: a, second: b, size: 10}', ['4:35 error: spec.size: Invalid value: 10: must be less than or equal to 9']],
		['that a hook converts', 'v1alpha1', '{text: abcdefg}', []],
		['that a hook refuses to convert', 'v1alpha1', '{text: never}', ['1:1 error: it cannot be converted to sheds.example.com/v1: not this one']],
	])('%s', (_, version, spec, said) => {
		expect(check(shed(version, spec), 'Strict', { catalog, converters })).toEqual(said);
	});
});
