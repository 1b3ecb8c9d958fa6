/** Import of CustomResourceDefinitions as specs: the imported parts, shared types of versions, and reports about the rest. */
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type CrdImportResult, importCrds } from '../../../generator/import/crd/crd.ts';
import type { CustomResourceDefinition, ResourceVersion } from '../../../generator/import/crd/document.ts';
import { mergeSpec } from '../../../generator/import/crd/merge.ts';
import type { Definition } from '../../../generator/import/definition.ts';

type Schema = Definition & Readonly<Record<string, unknown>>;

function version(properties: Readonly<Record<string, Schema>>, more: Partial<ResourceVersion> = {}): ResourceVersion {
	return { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', properties } }, ...more };
}

function imported(versions: readonly ResourceVersion[], more: Partial<CustomResourceDefinition['spec']> = {}): CrdImportResult {
	const spec = { group: 'crd.example.com', scope: 'Namespaced' as const, names: { kind: 'CronTab', plural: 'crontabs' }, versions, ...more };
	return importCrds({ resources: [{ spec }], existing: new Map(), folderOf: () => 'crd', release: '1.16' });
}

const textOf = (result: CrdImportResult, path: string): Record<string, never> => parse(result.files.get(path) ?? '') as Record<string, never>;
const kindOf = (result: CrdImportResult): Record<string, unknown> => textOf(result, 'crd/crontab.yaml');
const typesOf = (result: CrdImportResult): Readonly<Record<string, unknown>> => textOf(result, 'crd/types/crontab.yaml').types ?? {};

describe('import of CustomResourceDefinitions', () => {
	it('writes a group in which empty values count as given', () => {
		expect(textOf(imported([version({})]), 'crd/group.yaml')).toEqual({ group: 'crd.example.com', custom: true, emptyIsGiven: true, versions: ['v1'] });
	});

	it('imports a kind without fields', () => {
		const keeping = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
		expect(kindOf(imported([version({}, { schema: keeping })])).schema).toEqual({ type: 'object', preserveUnknown: true, properties: {} });
		expect(kindOf(imported([version({}, { schema: { openAPIV3Schema: { type: 'object' } } })])).schema).toEqual({ type: 'object', properties: {} });
	});

	it('imports names, subresources, selectable fields and descriptions', () => {
		const result = imported(
			[
				version(
					{
						spec: { type: 'object', description: 'Desired state.', properties: { n: { type: 'integer', description: 'How many: {n}.' } } },
						status: { type: 'object', properties: { n: { type: 'integer' } } },
					},
					{
						subresources: { status: {}, scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n', labelSelectorPath: '.status.s' } },
						selectableFields: [{ jsonPath: '.spec.n' }],
					},
				),
			],
			{ names: { kind: 'CronTab', plural: 'crontabs', singular: 'crontab', listKind: 'CronTabs', shortNames: ['ct'], categories: ['all'] } },
		);
		expect(kindOf(result)).toMatchObject({
			names: { plural: 'crontabs', list: 'CronTabs', short: ['ct'], categories: ['all'] },
			delete: { returns: 'status' },
			update: { needsVersion: true },
			generation: true,
			versions: [{ name: 'v1', storage: true }],
			subresources: { status: {}, scale: { replicas: 'spec.n', statusReplicas: 'status.n', selector: 'status.s' } },
			selectableFields: ['spec.n'],
			schema: { properties: { spec: { $ref: 'types#/CronTabSpec', description: 'Desired state.' } } },
		});
		expect(typesOf(result).CronTabSpec).toMatchObject({ properties: { n: { type: 'integer', format: 'int64', description: 'How many: {n}.' } } });
		expect(result.summaries).toEqual([
			{ group: 'crd.example.com', kind: 'CronTab', versions: ['v1 (stored)'], taken: ['3 types', '4 fields', 'status', 'scale'] },
		]);
	});

	it.each<[string, Schema, unknown]>([
		['an object without fields', { type: 'object' }, { type: 'object' }],
		['an object of any fields', { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }, { type: 'object', preserveUnknown: true }],
		['anything', { 'x-kubernetes-preserve-unknown-fields': true }, { type: 'any' }],
		['values in their order', { type: 'string', enum: ['b', 'a'] }, { type: 'string', enum: ['b', 'a'] }],
		['a Go pattern', { type: 'string', pattern: '(?i)^[[:alpha:]]$' }, { type: 'string', pattern: '(?i)^[[:alpha:]]$' }],
	])('imports %s', (_, schema, expected) => {
		expect(typesOf(imported([version({ spec: { type: 'object', properties: { field: schema } } })]))).toMatchObject({
			CronTabSpec: { properties: { field: expected } },
		});
	});

	it('shares the schema of versions that differ only in descriptions, and keeps the storage version', () => {
		const words = (text: string): Record<string, Schema> => ({ spec: { type: 'object', description: text, properties: { description: { type: 'string' } } } });
		const result = imported([
			version(words('one'), { name: 'v1', storage: false }),
			version(words('two'), { name: 'v1beta1', storage: true }),
			version(words('three'), { name: 'v1alpha1', storage: false, deprecated: true }),
			version({}, { name: 'v1alpha2', storage: false, served: false }),
		]);
		expect(kindOf(result).versions).toEqual([{ name: 'v1' }, { name: 'v1beta1', storage: true }, { name: 'v1alpha1', deprecated: '1.16', onRequest: false }]);
		expect(result.lost).toEqual(['crd.example.com CronTab: v1alpha2 is left out: it is neither served nor stored']);
	});

	it('accepts the loss of fields that only one version has', () => {
		const fields = (...names: readonly string[]): Record<string, Schema> => ({
			spec: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) },
		});
		const result = imported([version(fields('a', 'b')), version(fields('b', 'c'), { name: 'v1beta1', storage: false })], {
			conversion: { strategy: 'Webhook' },
		});
		expect(kindOf(result).versions).toEqual([
			{ name: 'v1', storage: true },
			{ name: 'v1beta1', loses: { 'spec.c': 'v1beta1 alone has it', 'spec.a': 'v1 alone has it' }, schema: { $ref: 'types#/v1beta1.CronTab' } },
		]);
		expect(result.lost).toEqual([expect.stringContaining('spec.conversion: the webhook is not imported')]);
		expect(result.assumed).toHaveLength(2);
	});

	it('reports fields that only the storage version requires', () => {
		const fields = (...names: readonly string[]): Record<string, Schema> => ({
			spec: {
				type: 'object',
				required: ['a', 'd'].filter((name) => names.includes(name)),
				properties: Object.fromEntries(names.map((name) => [name, { type: 'string', ...(name === 'd' && { default: 'x' }) }])),
			},
		});
		const result = imported([version(fields('a', 'b', 'd')), version(fields('b'), { name: 'v1beta1', storage: false })]);
		expect(result.lost).toEqual([
			'crd.example.com CronTab: spec.a is required in v1, and v1beta1 has none: add {storage: spec.a, whenAbsent: ...} under "converts"',
		]);
	});

	it('reports fields that only one version requires', () => {
		const fields = (required: readonly string[]): Record<string, Schema> => ({
			spec: {
				type: 'object',
				required: [...required],
				properties: { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' }, d: { type: 'string', default: 'x' } },
			},
		});
		const result = imported([version(fields(['a', 'c', 'd'])), version(fields(['b', 'c']), { name: 'v1beta1', storage: false })]);
		expect(result.lost).toEqual([
			'crd.example.com CronTab: spec.a is required in v1 alone, not in v1beta1: add {storage: spec.a, whenAbsent: ...} under "converts" of v1beta1',
			'crd.example.com CronTab: spec.b is required in v1beta1 alone, not in v1: add {here: spec.b, whenAbsent: ...} under "converts" of v1beta1',
		]);
	});

	it('reads a field with another type as in the storage version', () => {
		const fields = (a: Schema): Record<string, Schema> => ({
			spec: { type: 'object', properties: { list: { type: 'array', items: { type: 'object', properties: { a } } } } },
		});
		const rules = { type: 'object', properties: { all: { type: 'string' } } };
		for (const [here, storage] of [
			[rules, { 'x-kubernetes-preserve-unknown-fields': true }],
			[{ type: 'string' }, { type: 'integer' }],
			[
				{ type: 'integer', format: 'int32' },
				{ type: 'integer', format: 'int64' },
			],
			[rules, { type: 'object', additionalProperties: { type: 'string' } }],
		] as const) {
			const result = imported([version(fields(storage)), version(fields(here), { name: 'v1beta1', storage: false })]);
			expect(kindOf(result).versions).toEqual([{ name: 'v1', storage: true }, { name: 'v1beta1' }]);
			expect(result.lost).toEqual([
				'crd.example.com CronTab: spec.list.a of v1beta1 is of another type in v1, and read as there: declare its conversion under "converts"',
			]);
		}
	});

	it('gives a kind with the subresource a status without a report', () => {
		const subresources = { status: {} };
		const plain = imported([version({}, { subresources })]);
		expect(kindOf(plain).schema).toEqual({ type: 'object', properties: { status: { type: 'object' } } });
		expect(plain.assumed).toEqual(['crd.example.com CronTab: the status of v1 is an object without a schema']);
		const keeping = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
		expect(kindOf(imported([version({}, { subresources, schema: keeping })])).schema).toMatchObject({
			properties: { status: { type: 'object', preserveUnknown: true } },
		});
	});

	it('names the version in type files, except that of the storage version in file names', () => {
		const part = (name: string): Record<string, Schema> => ({ spec: { type: 'object', properties: { [name]: { type: 'string' } } } });
		const result = imported([version(part('a')), version(part('b'), { name: 'v2', storage: false })]);
		expect(textOf(result, 'crd/group.yaml').versions).toEqual(['v2', 'v1']);
		expect(textOf(result, 'crd/types/crontab.yaml')).toMatchObject({ version: 'v1', types: { CronTabSpec: { properties: { a: {} } } } });
		expect(textOf(result, 'crd/types/crontab.v2.yaml')).toMatchObject({ version: 'v2', types: { CronTabSpec: { properties: { b: {} } } } });
	});

	it.each([
		['.spec.replicas', 'self.spec.replicas'],
		['.status.conditions[0].type', 'self.status.conditions[0].type'],
		['.spec.conditions[?(@.type=="Ready")].status', 'self.?spec.?conditions.orValue([]).filter(each, each.type == "Ready")[?0].?status.orValue(null)'],
		[
			'.status.conditions[?(@.type=="Ready")].status',
			'self.?status.?conditions.orValue([]).filter(each, each.?type.orValue("") == "Ready" && each.?status.hasValue())[?0].?status.orValue(null)',
		],
		['.status.addresses[*].value', 'self.?status.?addresses.orValue([]).filter(each, each.?value.hasValue())[?0].?value.orValue(null)'],
		['.status.servers[*].hosts[1]', 'self.?status.?servers.orValue([]).filter(each, each.?hosts.hasValue())[?0].?hosts[?1].orValue(null)'],
		['.status.hosts[*]', 'self.?status.?hosts.orValue([])[?0].orValue(null)'],
		['.status.parts[?(@.a=="b")]', 'self.?status.?parts.orValue([]).filter(each, each.?a.orValue("") == "b")[?0].orValue(null)'],
		['.metadata.labels.example\\.com/part-of', 'self.metadata.labels["example.com/part-of"]'],
		["['metadata'].labels['example\\.com/part\\.of']", 'self.metadata.labels["example.com/part.of"]'],
		[
			'.status.by-name[?(@.type=="Ready")].last-time',
			'self.?status[?"by-name"].orValue([]).filter(each, each.?type.orValue("") == "Ready" && each[?"last-time"].hasValue())[?0][?"last-time"].orValue(null)',
		],
	])('reads the path %s of a column', (jsonPath, value) => {
		const columns = [{ ...column('A'), jsonPath }, age()];
		expect(kindOf(imported([version(shown, { additionalPrinterColumns: columns })])).columns).toEqual([{ name: 'A', type: 'string', value }]);
	});

	it.each([
		['without any', undefined, undefined],
		['with the age alone', [age()], undefined],
		['with the age last', [column('A'), age(), column('W', 1)], ['A', 'W']],
		['without the age', [column('A')], ['Name', 'A']],
		['with the age before others', [age(), column('A')], ['Name', 'Age', 'A']],
		['with a name of something else', [column('Name'), age()], ['Name', 'Name', 'Age']],
		['with the name itself', [{ ...column('Name'), jsonPath: '.metadata.name' }, column('A'), age()], ['Name', 'A', 'Age']],
	])('keeps the columns of a table %s', (_, columns, expected) => {
		const result = imported([version(shown, columns === undefined ? {} : { additionalPrinterColumns: columns })]);
		expect((kindOf(result).columns as { readonly name: string }[] | undefined)?.map(({ name }) => name)).toEqual(expected);
	});

	it.each([
		['integer', '.spec.a', 'null'],
		['boolean', '.spec.replicas', 'null'],
		['date', '.spec.share', 'null'],
		['number', '.spec.conditions', 'null'],
		['integer', '.spec.share', 'int(self.spec.share)'],
		['number', '.spec.replicas', 'self.spec.replicas'],
		['date', '.spec.a', 'self.spec.a'],
		['string', '.spec', 'self.spec'],
	])('shows the cell of a table in a column of type %s of %s: %s', (type, jsonPath, value) => {
		const columns = [{ ...column('A'), type, jsonPath }, age()];
		expect(kindOf(imported([version(shown, { additionalPrinterColumns: columns })])).columns).toEqual([{ name: 'A', type, value }]);
	});

	it('names the column whose path it cannot read', () => {
		const { lost } = imported([
			version(shown, { additionalPrinterColumns: [{ ...column('A'), jsonPath: '.spec..a' }, { ...column('B'), jsonPath: '.spec.b' }, age()] }),
		]);
		expect(lost).toEqual([
			expect.stringContaining('column A: no expression is known for the path .spec..a'),
			expect.stringContaining('column B: the schema has no field of the path .spec.b'),
		]);
	});
});

/** Fields that columns show. */
const shown: Readonly<Record<string, Schema>> = {
	spec: {
		type: 'object',
		properties: {
			a: { type: 'string' },
			replicas: { type: 'integer' },
			share: { type: 'number' },
			conditions: {
				type: 'array',
				items: { type: 'object', required: ['type', 'status'], properties: { type: { type: 'string' }, status: { type: 'string' } } },
			},
		},
	},
	status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
};

function column(name: string, priority = 0) {
	return { name, type: 'string', jsonPath: '.spec.a', ...(priority > 0 ? { priority } : {}) };
}

function age() {
	return { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' };
}

describe('an import over specs that people have changed', () => {
	const first = 'kind: A\nversions: [{name: v1}]\nschema:\n  properties:\n    a: {type: string, maxLength: 5}\n    gone: {type: string}\n';
	const next =
		'kind: A\nversions: [{name: v2}, {name: v1}]\nschema:\n  properties:\n    a: {type: string, maxLength: 9}\n    new: {type: string, minLength: 1}\n';

	it('merges changes that do not touch edited parts', () => {
		const { text, kept } = mergeSpec(first, `# mine\n${first.replace('kind: A', 'kind: A\nexamples: [{name: x}]')}`, next);
		expect(text.startsWith('# mine')).toBe(true);
		expect(parse(text)).toEqual({ ...parse(next), examples: [{ name: 'x' }] });
		expect(kept).toEqual([]);
	});

	it('keeps edits, and reports changes of the document', () => {
		const own = first.replace('maxLength: 5', 'maxLength: 7').replace('gone: {type: string}', 'gone: {type: string, minLength: 2}');
		const { text, kept } = mergeSpec(first, own, next);
		expect(parse(text).schema.properties).toEqual({
			a: { type: 'string', maxLength: 7 },
			new: { type: 'string', minLength: 1 },
			gone: { type: 'string', minLength: 2 },
		});
		expect(kept).toEqual(['schema.properties.a.maxLength', 'schema.properties.gone']);
	});

	it('does not restore removed parts', () => {
		const own = first.replace(', maxLength: 5', '');
		expect(mergeSpec(first, own, first)).toEqual({ text: own, kept: [], comments: [] });
		expect(mergeSpec(first, own, next).kept).toEqual(['schema.properties.a.maxLength']);
	});

	it.each<[string, string, string, string, string, Partial<ReturnType<typeof mergeSpec>>]>([
		['a comment at a value that changes', 'a: 1\n', 'a: 1 # why\n', 'a: 2\n', 'a: 2 # why\n', {}],
		['comments at entries', 'a: [x, y]\n', 'a:\n  # first\n  - x\n  - y # second\n', 'a: [y, z]\n', 'a: [ y, z ]', {}],
		['a comment at what goes', 'a: 1\nb: 2\n', 'a: 1\n# mine\nb: 2\n', 'a: 1\n', 'a: 1\n', { comments: ['b: # mine'] }],
		['entries of a set', 'required: [a, b]\n', 'required: [a, b, own]\n', 'required: [b, c]\n', 'required: [b, own, c]\n', {}],
		[
			'rules by what they ask',
			'cel: [{rule: a, message: A}, {rule: b}]\n',
			'cel: [{rule: own}, {rule: a, message: A}, {rule: b}]\n',
			'cel: [{rule: a, message: AA}, {rule: c}]\n',
			'cel: [{rule: own}, {rule: a, message: AA}, {rule: c}]\n',
			{},
		],
		[
			'the order of entries, unless somebody has chosen another',
			'columns: [{name: a}, {name: b}, {name: c}]\n',
			'columns: [{name: a}, {name: own}, {name: b}, {name: c}]\n',
			'columns: [{name: c}, {name: a}, {name: b}]\n',
			'columns: [{name: c}, {name: a}, {name: own}, {name: b}]\n',
			{},
		],
		[
			'an order of their own',
			'columns: [{name: a}, {name: b}]\n',
			'columns: [{name: b}, {name: a}]\n',
			'columns: [{name: a}, {name: b}, {name: c}]\n',
			'columns: [{name: b}, {name: c}, {name: a}]\n',
			{},
		],
		[
			'an entry taken away that changes',
			'columns: [{name: a, type: x}]\n',
			'columns: [{name: own}]\n',
			'columns: [{name: a, type: y}]\n',
			'columns: [{name: own}]\n',
			{ kept: ['columns[a]'] },
		],
		['a value made null', 'a: {b: 1}\n', 'a:\n', 'a: {b: 2}\n', 'a:\n', { kept: ['a'] }],
	])('keeps %s', (_what, before, own, after, expected, said) => {
		const { text, ...rest } = mergeSpec(before, own, after);
		expect(parse(text)).toEqual(parse(expected));
		expect(rest).toEqual({ kept: [], comments: [], ...said });
		for (const comment of own.match(/#.*/g) ?? []) expect(text.includes(comment) || JSON.stringify(rest.comments).includes(comment), comment).toBe(true);
	});

	it('adds parts and reports them without an earlier import', () => {
		const { text, kept } = mergeSpec('', first, next);
		expect(parse(text).schema.properties).toMatchObject({ a: { maxLength: 5 }, gone: {}, new: {} });
		expect(kept).toEqual(['schema.properties.a.maxLength']);
	});
});
