/** A small handwritten model that covers everything emitters read and does not depend on specs. */
import { catalog as builtIn } from '../../../generated/catalog.ts';
import type { Model } from '../../../generator/model.ts';
import type { Catalog, Field, KindDescriptor, Schema, TypeDescriptor, TypeDocs } from '../../../runtime/model/catalog.ts';
import { verbs } from '../../../runtime/model/verb.ts';
import { speakAll, type Vocabulary } from '../../../runtime/model/vocabulary.ts';

export const orch: Vocabulary = {
	name: 'orch',
	product: 'orch',
	groupDomain: 'orch.io',
	labelDomain: 'orch.io',
	shortPrefix: 'orch',
	nodeAgent: 'node-agent',
	cliName: 'orchctl',
};

export const kubernetes: Vocabulary = {
	name: 'kubernetes',
	product: 'kubernetes',
	groupDomain: 'k8s.io',
	labelDomain: 'kubernetes.io',
	shortPrefix: 'kube',
	nodeAgent: 'kubelet',
	cliName: 'kubectl',
};

const string: Schema = { kind: 'string' };
const apiVersion: Field = { name: 'apiVersion', schema: string, presence: 'omitZero' };
const kind: Field = { name: 'kind', schema: string, presence: 'omitZero' };

function struct(type: string): Schema {
	return { kind: 'struct', type };
}

function type(name: string, openapi: string, fields: readonly Field[], more: Partial<TypeDescriptor> = {}): TypeDescriptor {
	return { name, openapi, fields, ...more };
}

function listType(name: string, openapi: string, items: string): TypeDescriptor {
	return type(name, openapi, [
		kind,
		apiVersion,
		{ name: 'metadata', schema: struct('meta/v1.ListMeta'), number: 1, presence: 'always' },
		{ name: 'items', schema: { kind: 'list', items: struct(items) }, number: 2, presence: 'always', required: true },
	]);
}

const metadata: Field = { name: 'metadata', schema: struct('meta/v1.ObjectMeta'), number: 1, presence: 'always' };
const meta = '{groupDomainReversed}.apimachinery.pkg.apis.meta.v1';

/** Built-in option types, from which the query parameters of every kind are derived. */
const options = ['CreateOptions', 'DeleteOptions', 'GetOptions', 'ListOptions', 'PatchOptions', 'UpdateOptions', 'Preconditions'].map((name) =>
	builtIn.type(`meta/v1.${name}`),
);

const types: readonly TypeDescriptor[] = [
	...options,
	type('meta/v1.ObjectMeta', `${meta}.ObjectMeta`, [
		{ name: 'name', schema: string, number: 1, presence: 'omitZero' },
		{ name: 'namespace', schema: string, number: 3, presence: 'omitZero' },
		{ name: 'uid', schema: string, number: 5, presence: 'omitZero' },
		{ name: 'resourceVersion', schema: string, number: 6, presence: 'omitZero' },
		{ name: 'generation', schema: { kind: 'int64' }, number: 7, presence: 'omitZero' },
		{ name: 'creationTimestamp', schema: { kind: 'time' }, number: 8, presence: 'always' },
		{ name: 'labels', schema: { kind: 'map', values: string }, number: 11, presence: 'omitZero' },
	]),
	type('meta/v1.ListMeta', `${meta}.ListMeta`, [{ name: 'resourceVersion', schema: string, number: 2, presence: 'omitZero' }]),
	type('meta/v1.Status', `${meta}.Status`, [kind, apiVersion, { name: 'message', schema: string, number: 3, presence: 'omitZero' }]),
	type('core/v1.ConfigMap', '{groupDomainReversed}.api.core.v1.ConfigMap', [
		kind,
		apiVersion,
		metadata,
		{ name: 'data', schema: { kind: 'map', values: string }, number: 2, presence: 'omitZero' },
		{ name: 'binaryData', schema: { kind: 'map', values: { kind: 'bytes' } }, number: 3, presence: 'omitZero' },
		{ name: 'immutable', schema: { kind: 'boolean' }, number: 4 },
	]),
	listType('core/v1.ConfigMapList', '{groupDomainReversed}.api.core.v1.ConfigMapList', 'core/v1.ConfigMap'),
	type('autoscaling/v1.Scale', '{groupDomainReversed}.api.autoscaling.v1.Scale', [
		kind,
		apiVersion,
		metadata,
		{ name: 'spec', schema: struct('autoscaling/v1.ScaleSpec'), number: 2, presence: 'always' },
	]),
	type('autoscaling/v1.ScaleSpec', '{groupDomainReversed}.api.autoscaling.v1.ScaleSpec', [
		{ name: 'replicas', schema: { kind: 'int32' }, number: 1, presence: 'omitZero' },
	]),
	type('tools/v1.Gadget', 'com.example.tools.v1.Gadget', [
		kind,
		apiVersion,
		metadata,
		{ name: 'spec', schema: struct('tools/v1.GadgetSpec'), number: 2, presence: 'always', required: true },
		{ name: 'status', schema: struct('tools/v1.GadgetStatus'), number: 3, presence: 'always' },
	]),
	listType('tools/v1.GadgetList', 'com.example.tools.v1.GadgetList', 'tools/v1.Gadget'),
	type(
		'tools/v1.GadgetSpec',
		'com.example.tools.v1.GadgetSpec',
		[
			{ name: 'replicas', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0 }] }, number: 1, default: 1 },
			{ name: 'size', schema: { kind: 'quantity' }, number: 2 },
			{ name: 'target', schema: { kind: 'intOrString' }, number: 3 },
			{
				name: 'ports',
				schema: { kind: 'list', items: struct('tools/v1.GadgetPort'), listType: 'map', mapKeys: ['port'] },
				number: 4,
				presence: 'omitZero',
				patchStrategy: ['merge'],
				patchMergeKey: 'port',
			},
			{ name: 'source', schema: struct('tools/v1.GadgetSource'), number: 5, inline: true, presence: 'always' },
			{ name: 'mode', schema: { kind: 'string', enum: ['Slow', 'Fast'] }, number: 6 },
			{ name: 'big', schema: { kind: 'int64' }, number: 7 },
			{ name: 'tags', schema: { kind: 'list', items: string, listType: 'set' }, number: 8, presence: 'omitZero' },
			{ name: 'free', schema: { kind: 'any' }, number: 9 },
			{ name: 'level', schema: { kind: 'int64', enum: [10, 2] }, number: 10 },
		],
		{ rules: [{ rule: 'cel', argument: [{ rule: 'self.replicas < 100', message: 'too many' }] }] },
	),
	type('tools/v1.GadgetPort', 'com.example.tools.v1.GadgetPort', [
		{ name: 'port', schema: { kind: 'int32' }, number: 1, presence: 'always', required: true },
		{ name: 'name', schema: { kind: 'string', rules: [{ rule: 'maxLength', argument: 15 }] }, number: 2, presence: 'omitZero' },
	]),
	type(
		'tools/v1.GadgetSource',
		'com.example.tools.v1.GadgetSource',
		[
			{ name: 'url', schema: string, number: 1, union: 'source' },
			{ name: 'inlineText', schema: string, number: 2, union: 'source' },
		],
		{ unions: [{ name: 'source', members: 'atMostOne' }] },
	),
	type('tools/v1.GadgetStatus', 'com.example.tools.v1.GadgetStatus', [{ name: 'replicas', schema: { kind: 'int32' }, number: 1, presence: 'omitZero' }]),
];

const configMaps: KindDescriptor = {
	kind: 'ConfigMap',
	listKind: 'ConfigMapList',
	plural: 'configmaps',
	singular: 'configmap',
	shortNames: ['cm'],
	categories: [],
	scope: 'Namespaced',
	storageName: 'configmaps',
	versions: [{ group: '', version: 'v1', type: 'core/v1.ConfigMap', introduced: '1.2' }],
	storageVersion: 0,
	verbs,
	deleteReturns: 'status',
	subresources: {},
	columns: [{ name: 'Data', type: 'integer', value: 'size(self.data)', description: 'How many entries it has.' }],
	selectableFields: [],
	generation: false,
	nameFormat: 'dns-subdomain',
};

const gadgets: KindDescriptor = {
	...configMaps,
	kind: 'Gadget',
	listKind: 'GadgetList',
	plural: 'gadgets',
	singular: 'gadget',
	shortNames: ['gd'],
	categories: ['all'],
	storageName: 'gadgets.example.com',
	versions: [{ group: 'example.com', version: 'v1', type: 'tools/v1.Gadget', introduced: '1.0' }],
	subresources: { status: {}, scale: { replicas: 'spec.replicas', statusReplicas: 'status.replicas' } },
	columns: [],
	selectableFields: ['spec.mode'],
	generation: true,
};

export function catalogOf(list: readonly TypeDescriptor[], kinds: readonly KindDescriptor[], groups: Catalog['groups']): Catalog {
	const byName = new Map(list.map((each) => [each.name, each]));
	return {
		release: '1.25',
		releases: ['1.24', '1.25', '1.36'],
		groups,
		kinds,
		gates: [],
		typeNames: [...byName.keys()],
		type(name) {
			const found = byName.get(name);
			if (found === undefined) throw new Error(`no type ${name}`);
			return found;
		},
	};
}

export const catalog = catalogOf(
	types,
	[configMaps, gadgets],
	[
		{ group: '', package: 'core', versions: ['v1'] },
		{ group: 'meta.{groupDomain}', package: 'meta', versions: ['v1'] },
		{ group: 'autoscaling', package: 'autoscaling', versions: ['v1'] },
		{ group: 'example.com', package: 'tools', versions: ['v1'] },
	],
);

export const docs: TypeDocs = {
	'core/v1.ConfigMap': { '': 'Configuration as {product} keeps it.', data: 'Text entries.', metadata: 'Name, labels and the like.' },
	'tools/v1.GadgetSpec': { '': 'Desired state.', replicas: 'How many.', mode: 'How fast. */ not the end' },
};

export const model: Model = {
	catalog,
	docs,
	kindDocs: {
		configmaps: {
			description: 'Configuration as {product} keeps it.',
			examples: [{ name: 'One entry', object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { key: 'value' } } }],
			position: { file: 'specs/core/configmap.yaml', line: 1, column: 1 },
			versions: { file: 'specs/core/configmap.yaml', line: 3, column: 1 },
		},
		'gadgets.example.com': {
			description: 'A gadget.',
			examples: [],
			position: { file: 'specs/tools/gadget.yaml', line: 1, column: 1 },
			versions: { file: 'specs/tools/gadget.yaml', line: 1, column: 1 },
		},
	},
	packages: {
		core: {
			description: 'The core group.',
			openapi: '{groupDomainReversed}.api.core',
			protobuf: '{groupDomain}.api.core',
			position: { file: 'specs/core/group.yaml', line: 1, column: 1 },
		},
		meta: {
			description: 'Shared types.',
			openapi: '{groupDomainReversed}.apimachinery.pkg.apis.meta',
			protobuf: '{groupDomain}.apimachinery.pkg.apis.meta',
			position: { file: 'specs/meta/group.yaml', line: 1, column: 1 },
		},
		autoscaling: {
			description: 'Scales.',
			openapi: '{groupDomainReversed}.api.autoscaling',
			protobuf: '{groupDomain}.api.autoscaling',
			position: { file: 'specs/autoscaling/group.yaml', line: 1, column: 1 },
		},
		tools: {
			description: 'Tools.',
			openapi: 'com.example.tools',
			protobuf: 'com.example.tools',
			position: { file: 'specs/tools/group.yaml', line: 1, column: 1 },
		},
	},
	positions: {},
	references: {},
	vocabularies: [orch, kubernetes],
};

/** Returns the catalog with its texts in the words of one vocabulary. */
export function spoken(source: Catalog, vocabulary: Vocabulary): Catalog {
	const { type, ...data } = source;
	return { ...speakAll(data, vocabulary), type: (name) => speakAll(type.call(source, name), vocabulary) };
}
