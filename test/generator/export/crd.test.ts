/** Export of kinds as CustomResourceDefinitions: the result of each part of a spec, the losses, and the round trip through an import. */
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { type ExportedCrd, exportCrd } from '../../../generator/export/crd/custom-resource.ts';
import { importCrds } from '../../../generator/import/crd/crd.ts';
import type { CustomResourceDefinition } from '../../../generator/import/crd/document.ts';
import { makeModel } from '../../../generator/read/model.ts';
import type { SpecSource } from '../../../generator/read/source/spec-file.ts';
import { narrow } from '../../../runtime/schema/emulated-catalog.ts';
import { base, source } from '../fixture.ts';

function exported(specs: readonly SpecSource[], { hooked = false } = {}): ExportedCrd {
	const { model, diagnostics } = makeModel([...base, ...specs]);
	expect(diagnostics.map(({ message }) => message)).toEqual([]);
	const kind = model?.catalog.kinds.find((one) => one.kind === 'Cron');
	const vocabulary = model?.vocabularies.find(({ name }) => name === 'kubernetes');
	if (model === undefined || kind === undefined || vocabulary === undefined) throw new Error('no kind');
	const catalog = narrow(model.catalog, model.catalog.release);
	return exportCrd({ kind, catalog, docs: model.docs, description: model.kindDocs[kind.storageName]?.description ?? '', vocabulary, hooked });
}

const group = (more = ''): SpecSource => source('cron/group.yaml', `group: cron.example.com\nversions: [v1]\n${more}`);

/** Returns a kind with one spec field; `more` adds keywords to the object around it. */
function kind(field: string, more = ''): SpecSource {
	return source(
		'cron/cron.yaml',
		`kind: Cron
names: {plural: crons}
scope: Namespaced
update: {needsVersion: true}
versions: [{name: v1, storage: true}]
schema: {type: object, properties: {spec: {type: object, ${more}properties: {f: ${field}, other: {type: string, maxLength: 5}}}}}
`,
	);
}

interface Versioned {
	readonly spec: {
		readonly versions: readonly { readonly schema: { readonly openAPIV3Schema: { readonly properties: { readonly spec: Record<string, unknown> } } } }[];
	};
}

function specOf({ document }: ExportedCrd): Record<string, unknown> {
	return (document as unknown as Versioned).spec.versions[0]?.schema.openAPIV3Schema.properties.spec ?? {};
}

const fieldOf = (field: string, more?: string): unknown => (specOf(exported([group(), kind(field, more)])).properties as Record<string, unknown>).f;

describe('export of a CustomResourceDefinition', () => {
	it.each<[string, unknown]>([
		['{type: string, enum: [b, a], default: a, description: It.}', { type: 'string', enum: ['b', 'a'], default: 'a', description: 'It.' }],
		['{type: integer, exclusiveMinimum: 1, maximum: 9}', { type: 'integer', format: 'int32', minimum: 1, exclusiveMinimum: true, maximum: 9 }],
		['{type: string, format: dns-label}', { type: 'string', pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$', maxLength: 63 }],
		[
			'{type: string, pattern: "^a", format: dns-label, maxLength: 9}',
			{
				type: 'string',
				maxLength: 9,
				pattern: '^a',
				allOf: [{ pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$', maxLength: 63 }],
			},
		],
		['{type: string, format: ip}', { type: 'string', anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] }],
		['{type: string, format: uuid}', { type: 'string', format: 'uuid' }],
		['{type: time}', { type: 'string', format: 'date-time' }],
		['{type: intOrString}', { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] }],
		['{type: quantity}', expect.objectContaining({ 'x-kubernetes-int-or-string': true, pattern: expect.any(String) })],
		['{type: any}', { 'x-kubernetes-preserve-unknown-fields': true }],
		['{type: rawExtension}', { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }],
		[
			'{type: object, preserveUnknown: true, embeddedResource: true}',
			{ type: 'object', 'x-kubernetes-preserve-unknown-fields': true, 'x-kubernetes-embedded-resource': true },
		],
		[
			'{type: object, embeddedResource: true, metadataNames: {name: {maxLength: 3}}, properties: {a: {type: string}}}',
			expect.objectContaining({
				properties: { a: { type: 'string' }, metadata: { type: 'object', properties: { name: { type: 'string', maxLength: 3 } } } },
				'x-kubernetes-embedded-resource': true,
			}),
		],
		['{type: array, listType: set, items: {type: string}}', { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } }],
		['{type: array, uniqueItems: true, items: {type: string}}', { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } }],
		[
			'{type: array, maxItems: 3, unique: a, items: {type: object, properties: {a: {type: string, maxLength: 3}}}}',
			expect.objectContaining({ 'x-kubernetes-validations': [expect.objectContaining({ message: 'entries differ in a' })] }),
		],
		[
			'{type: object, mapType: atomic, maxProperties: 3, keys: {maxLength: 4, pattern: "^a"}, additionalProperties: {type: string}}',
			{
				type: 'object',
				'x-kubernetes-map-type': 'atomic',
				maxProperties: 3,
				additionalProperties: { type: 'string' },
				'x-kubernetes-validations': [
					{ rule: 'self.all(key, key.size() <= 4)', message: 'keys must have maxLength 4' },
					{ rule: 'self.all(key, key.matches("^a"))', message: 'keys must have pattern ^a' },
				],
			},
		],
	])('says %s', (field, expected) => {
		expect(fieldOf(field)).toEqual(expected);
	});

	it.each<[string, object]>([
		['{a: {type: string}}', { properties: { f: { type: 'object', default: {} } } }],
		['{a: {type: string}}}, x: {type: object, required: [a], presence: always, properties: {a: {type: string}}', { required: ['x'] }],
	])('checks an always present object that is not sent as an empty one: %s', (properties, expected) => {
		expect(specOf(exported([group(), kind(`{type: object, presence: always, properties: ${properties}}`)]))).toMatchObject(expected);
	});

	it.each<[string, string[]]>([
		['{type: string, presence: omitZero, minLength: 2}', ['v1: spec.f: presence: omitZero: "" is an ordinary value, not an absent one']],
		['{type: integer, presence: always, default: 3}', ['v1: spec.f: presence: always: 0 is an ordinary value, not an absent one']],
		['{type: integer, presence: omitZero, maximum: 3}', []],
	])('reports values that are absent here and present there: %s', (field, said) => {
		expect(exported([group(), kind(field)]).lost.filter((sentence) => sentence.includes('presence'))).toEqual(said);
	});

	it('names no keyword that its author has not written', () => {
		const plain = '{type: object, required: [name, size], properties: {name: {type: string, minLength: 1}, size: {type: integer, minimum: 1}}}';
		const spec = kind(plain);
		expect(exported([group(), { ...spec, text: spec.text.replace('update: {needsVersion: true}\n', '') }]).lost).toEqual([]);
	});

	it('requires possibly empty values if a rule of the object needs them: the estimated cost of rules is higher for small entries', () => {
		const field = '{type: string, mayBeEmpty: true}';
		const rule = `required: [f], cel: [{rule: "self.?f.orValue('') != ''", message: must not be empty, fieldPath: .f}], `;
		expect(specOf(exported([group(), kind(field, rule)])).required).toEqual(['f']);
		expect(specOf(exported([group(), kind(field, 'required: [f], ')])).required).toBeUndefined();
	});

	it('blames a list for one of its entries', () => {
		const rule = `cel: [{rule: "self.?f.orValue([]).size() < 2", message: too many, fieldPath: ".f[0]"}], `;
		const { 'x-kubernetes-validations': rules } = specOf(exported([group(), kind('{type: array, maxItems: 5, items: {type: string, maxLength: 9}}', rule)]));
		expect(rules).toMatchObject([{ fieldPath: '.f' }]);
	});

	it('requires non-empty required values, unless empty values count as given', () => {
		const field = '{type: array, items: {type: string}}';
		expect(fieldOf(field, 'required: [f], ')).toMatchObject({ minItems: 1 });
		const lenient = specOf(exported([group('emptyIsGiven: true\n'), kind(field, 'required: [f], ')]));
		expect(lenient).toMatchObject({ required: ['f'], properties: { f: { type: 'array', items: { type: 'string' } } } });
		expect((lenient.properties as Record<string, object>).f).not.toHaveProperty('minItems');
	});

	it.each<[string, readonly (readonly string[] | undefined)[], string[]]>([
		[
			'[spec.f, spec.other]',
			[
				['.spec.f', '.spec.other'],
				['.spec.other', '.spec.f'],
			],
			[],
		],
		['[spec.f]', [['.spec.f'], undefined], ['selectableFields: v1 alone has them: fields of several versions must differ where their schemas do']],
	])('distinguishes selectable fields of versions with different schemas: %s', (fields, expected, said) => {
		const versions =
			'versions: [{name: v1, storage: true}, {name: v2, schema: {type: object, properties: {spec: {type: object, properties: {f: {type: string}, other: {type: string}}}}}}]';
		const text = kind('{type: string}').text.replace('versions: [{name: v1, storage: true}]', `${versions}\nselectableFields: ${fields}`);
		const { document, lost } = exported([source('cron/group.yaml', 'group: cron.example.com\nversions: [v2, v1]\n'), source('cron/cron.yaml', text)]);
		const listed = (document as { spec: { versions: { selectableFields?: { jsonPath: string }[] }[] } }).spec.versions;
		expect(listed.map(({ selectableFields }) => selectableFields?.map(({ jsonPath }) => jsonPath))).toEqual(expected);
		expect(lost.filter((sentence) => sentence.startsWith('selectableFields'))).toEqual(said);
	});

	it.each<[string, string, unknown[]]>([
		[
			'{type: string, immutable: true}',
			'',
			[{ rule: 'has(self.f) == has(oldSelf.f) && (!has(self.f) || self.f == oldSelf.f)', message: 'field is immutable', fieldPath: '.f' }],
		],
		['{type: string, union: u}', 'unions: {u: exactlyOne}, ', [{ rule: '(has(self.f) ? 1 : 0) == 1', message: 'must specify one of: `f`' }]],
		[
			'{type: string}',
			'requiredWhen: {cel: "has(self.other)", fields: [f]}, ',
			[{ rule: "!(has(self.other)) || (has(self.f) && self.f != '')", message: 'f is required when has(self.other)', fieldPath: '.f' }],
		],
		[
			'{type: integer}',
			'requiredWhen: {cel: "has(self.other)", fields: [f]}, ',
			[{ rule: '!(has(self.other)) || has(self.f)', message: 'f is required when has(self.other)', fieldPath: '.f' }],
		],
		...['{type: array, items: {type: string}}', '{type: object, additionalProperties: {type: string}}'].map((field): [string, string, unknown[]] => [
			field,
			'requiredWhen: {cel: "!has(self.f)", fields: [other]}, ',
			[
				{
					rule: "!(!(has(self.f) && size(self.f) > 0)) || (has(self.other) && self.other != '')",
					message: 'other is required when !has(self.f)',
					fieldPath: '.other',
				},
			],
		]),
		[
			'{type: string}',
			'cel: [{message: m, rule: "has(self.f)", reason: FieldValueForbidden}, {rule: "has(self.other)", reason: FieldValueNotSupported}], ',
			[{ message: 'm', rule: 'has(self.f)', reason: 'FieldValueForbidden' }, { rule: 'has(self.other)' }],
		],
		[
			'{type: string}',
			'cel: [{rule: "!oldSelf.hasValue() || has(self.f)", optionalOldSelf: true}], ',
			[{ rule: '!oldSelf.hasValue() || has(self.f)', optionalOldSelf: true }],
		],
	])('expresses %s with %s in CEL', (field, more, expected) => {
		expect(specOf(exported([group(), kind(field, more)]))['x-kubernetes-validations']).toEqual(expected);
	});

	it.each<[string, unknown[]]>([
		['{type: duration, minimum: 1m}', [{ rule: "self >= duration('1m')", message: 'must be greater than or equal to 1m' }]],
		[
			'{type: time, exclusiveMaximum: "2030-01-01T00:00:00Z"}',
			[{ rule: "self < timestamp('2030-01-01T00:00:00Z')", message: 'must be less than 2030-01-01T00:00:00Z' }],
		],
		['{type: quantity, maximum: 1Gi}', [{ rule: "quantity(string(self)).compareTo(quantity('1Gi')) <= 0", message: 'must be less than or equal to 1Gi' }]],
	])('expresses the bounds of %s in CEL', (field, expected) => {
		const { f } = specOf(exported([group(), kind(field)])).properties as { readonly f: Record<string, unknown> };
		expect(f['x-kubernetes-validations']).toEqual(expected);
	});

	it.each([
		['{type: string, format: windows-user}', 'format: windows-user: these schemas have no such format'],
		['{type: string, format: cron}', 'format: cron: these schemas have no such format'],
		['{type: array, listType: map, listMapKeys: [a], items: {type: object, properties: {a: {type: string}}}}', 'listType: map: a may be absent'],
		['{type: string, writeOnly: true}', 'writeOnly: the sent value is stored and shown'],
		['{type: array, items: {type: string, cel: [{rule: "self.matches(\'^[a-z]+$\')"}]}}', 'spec.f[]: cel: it could cost more'],
		[
			'{type: object, keys: {pattern: "^[a-z]+([.-][a-z0-9]+)*$"}, additionalProperties: {type: array, items: {type: object, keys: {pattern: "^[a-z]+([.-][a-z0-9]+)*$"}, additionalProperties: {type: string}}}}',
			'spec.f[*][]: keys: pattern',
		],
	])('names the losses of %s', (field, sentence) => {
		expect(exported([group(), kind(field)]).lost).toEqual([expect.stringContaining(sentence)]);
	});

	it('writes names, versions, columns, subresources and selectable fields', () => {
		const { document, lost } = exported(
			[
				source('cron/group.yaml', 'group: cron.k8s.io\nversions: [v2, v1]\ncustom: true\n'),
				source(
					'cron/cron.yaml',
					`kind: Cron
names: {plural: crons, short: [cr], categories: [all]}
scope: Cluster
description: A job.
nameFormat: dns-label
versions: [{name: v2}, {name: v1, storage: true, deprecated: "1.22", converts: [{here: spec.m, storage: spec.n}]}]
subresources: {status: {}, scale: {replicas: spec.n, statusReplicas: status.n}}
selectableFields: [spec.n]
columns: [{name: N, type: integer, value: self.spec.n}, {name: Age, type: date, priority: 1, value: self.metadata.creationTimestamp}, {name: Odd, type: boolean, value: self.spec.n % 2 == 1}]
schema: {type: object, properties: {spec: {type: object, properties: {n: {type: integer}}}, status: {type: object, properties: {n: {type: integer}}}}}
`.replace(', converts: [{here: spec.m, storage: spec.n}]', ''),
				),
			],
			{ hooked: true },
		);
		expect(document).toMatchObject({
			metadata: { name: 'crons.cron.k8s.io', annotations: { 'api-approved.kubernetes.io': 'unapproved, exported from a spec' } },
			spec: {
				scope: 'Cluster',
				names: { kind: 'Cron', listKind: 'CronList', plural: 'crons', singular: 'cron', shortNames: ['cr'], categories: ['all'] },
				versions: [
					{ name: 'v2', served: true, storage: false },
					{
						...{ name: 'v1', served: true, storage: true, deprecated: true },
						schema: { openAPIV3Schema: { description: 'A job.' } },
						subresources: { status: {}, scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' } },
						selectableFields: [{ jsonPath: '.spec.n' }],
						additionalPrinterColumns: [
							{ name: 'N', type: 'integer', jsonPath: '.spec.n' },
							{ name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp', priority: 1 },
						],
					},
				],
			},
		});
		expect(lost.map((sentence) => sentence.split(':')[0])).toEqual(['hooks', 'nameFormat', 'column Odd', 'v2', 'v2']);
		expect(lost.slice(-2)).toEqual(['v2: spec.n: scale: less than 0 is refused', 'v2: status.n: scale: less than 0 is refused']);
	});

	it('ends where a type is in itself', () => {
		const tree = source('cron/types/tree.yaml', 'types:\n  Tree: {type: object, properties: {inner: {$ref: types#/Tree}}}\n');
		const { lost } = exported([group(), tree, kind('{$ref: types#/Tree}')]);
		expect(lost).toEqual([expect.stringContaining('spec.f.inner: its fields: a type within itself')]);
	});
});

describe('an import of an export', () => {
	it('is the spec again', () => {
		const part = {
			type: 'object',
			required: ['id'],
			description: 'A part.',
			properties: { id: { type: 'string' }, n: { 'x-kubernetes-int-or-string': true, default: 1 } },
			'x-kubernetes-validations': [{ message: 'm', rule: 'self.id != oldSelf.id', reason: 'FieldValueForbidden', fieldPath: '.id' }],
		};
		const choosing = {
			type: 'object',
			properties: { a: { type: 'string' }, b: { type: 'string' }, how: { type: 'string', enum: ['UPSERT', 'REMOVE'] } },
			'x-kubernetes-validations': [
				{ rule: '(has(self.a) && !has(self.b)) || (!has(self.a) && has(self.b))' },
				{ rule: '((has(self.how) ? self.how : "") == "UPSERT") ? (has(self.a) && self.a != "") : true' },
			],
		};
		const conditions = { type: 'object', properties: { type: { type: 'string' }, status: { type: 'string' } } };
		const schema = {
			type: 'object',
			description: 'A job.',
			required: ['spec'],
			properties: {
				spec: {
					type: 'object',
					properties: {
						one: { ...part, description: 'One.', default: { id: 'x' }, 'x-kubernetes-map-type': 'atomic' },
						many: { type: 'array', maxItems: 3, items: part, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['id'] },
						named: { type: 'object', maxProperties: 2, additionalProperties: { ...part, 'x-kubernetes-validations': [] } },
						free: { 'x-kubernetes-preserve-unknown-fields': true },
						open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
						whole: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
						closed: { type: 'object' },
						either: { type: 'string', anyOf: [{ pattern: '(?i)^a' }, { format: 'ipv4' }], not: { enum: ['a'] } },
						bound: { type: 'number', minimum: 1, exclusiveMinimum: true, multipleOf: 0.5 },
						long: { type: 'integer', enum: [3, 1] },
						at: { type: 'string', format: 'date-time' },
						bytes: { type: 'string', format: 'byte', maxLength: 9 },
						mac: { type: 'string', format: 'mac', minLength: 1 },
						flag: { type: 'boolean', default: true, nullable: true },
						none: { type: 'object', nullable: true, properties: { a: { type: 'string' } } },
						deep: { type: 'array', items: { type: 'object', properties: { parts: { type: 'array', items: choosing } } } },
						'-Xmx': { type: 'string' },
						'@type': { type: 'string' },
						constructor: { type: 'string', description: 'A name that every object inherits.' },
						hasOwnProperty: { type: 'object', properties: { ['__proto__']: { type: 'integer', default: 3 } } },
						['__proto__']: { type: 'string', description: 'Data.' },
						'x y': { type: 'string' },
						'日本 "*/`': { type: 'string' },
						'3d/x': { type: 'object', additionalProperties: { type: 'integer', format: 'int32' } },
					},
				},
				status: { type: 'object', properties: { conditions: { type: 'array', items: conditions } } },
			},
		};
		const columns = [
			{ name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status', description: 'Whether.' },
			{ name: 'First', type: 'string', jsonPath: '.spec.many[*].id', priority: 1 },
			{ name: 'Parts', type: 'string', jsonPath: '.spec.deep[*].parts[1]' },
			{ name: 'Second', type: 'string', jsonPath: '.spec.many[?(@.id=="b")]' },
			{ name: 'Kinds', type: 'string', jsonPath: '.status.conditions[*].type' },
			{ name: 'Part', type: 'string', jsonPath: '.metadata.labels.example\\.com/part-of' },
			{ name: 'Name', type: 'string', jsonPath: '.spec.at' },
		];
		const version = { name: 'v1', served: true, schema: { openAPIV3Schema: schema }, additionalPrinterColumns: columns, subresources: { status: {} } };
		const spec = {
			...{ group: 'cron.example.com', scope: 'Namespaced', names: { kind: 'Cron', plural: 'crons', shortNames: ['cr'] } },
			versions: [
				{ ...version, storage: true },
				{ ...version, name: 'v1alpha1', storage: false },
			],
		};
		const first = imported({ spec } as unknown as CustomResourceDefinition);
		const { document, lost } = exported([...first].map(([path, text]) => source(path, text)));
		expect(lost).toEqual(['v1: spec.bytes: bytes: empty ones are refused']);
		expect(imported(parse(stringify(document)) as CustomResourceDefinition)).toEqual(first);
	});
});

function imported(resource: CustomResourceDefinition): ReadonlyMap<string, string> {
	const { files, lost } = importCrds({ resources: [resource], existing: new Map(), folderOf: () => 'cron', release: '1.20' });
	expect(lost).toEqual([]);
	return files;
}
