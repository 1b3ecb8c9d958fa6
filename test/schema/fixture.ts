/** Small handwritten catalog with descriptors as the generator would emit them. */
import type { Catalog, Field, TypeDescriptor, TypeName } from '../../runtime/model/catalog.ts';

export function struct(name: TypeName, fields: readonly Field[], more: Partial<TypeDescriptor> = {}): TypeDescriptor {
	return { name, fields, openapi: name, ...more };
}

export function catalogOf(types: readonly TypeDescriptor[]): Catalog {
	const byName = new Map(types.map((type) => [type.name, type]));
	return {
		release: '1.25',
		releases: ['1.21', '1.22', '1.25', '1.30'],
		groups: [],
		kinds: [],
		gates: [],
		type(name) {
			const type = byName.get(name);
			if (type === undefined) throw new Error(`no type ${name}`);
			return type;
		},
		typeNames: [...byName.keys()],
	};
}

const string = { kind: 'string' } as const;
const text = (name: string, number: number, more: Partial<Field> = {}): Field => ({ name, schema: string, number, presence: 'omitZero', ...more });
const map = { kind: 'map', values: string } as const;

export const objectMeta = struct('meta/v1.ObjectMeta', [
	text('name', 1),
	text('generateName', 2),
	text('namespace', 3),
	text('selfLink', 4),
	text('uid', 5),
	text('resourceVersion', 6),
	{ name: 'generation', schema: { kind: 'int64' }, number: 7, presence: 'omitZero' },
	{ name: 'creationTimestamp', schema: { kind: 'time' }, number: 8, presence: 'always' },
	{ name: 'deletionTimestamp', schema: { kind: 'time' }, number: 9 },
	{ name: 'deletionGracePeriodSeconds', schema: { kind: 'int64' }, number: 10 },
	{ name: 'labels', schema: map, number: 11, presence: 'omitZero' },
	{ name: 'annotations', schema: map, number: 12, presence: 'omitZero' },
	{ name: 'finalizers', schema: { kind: 'list', items: string, listType: 'set' }, number: 14, presence: 'omitZero' },
]);

const typeMeta: readonly Field[] = [
	{ name: 'kind', schema: string },
	{ name: 'apiVersion', schema: string },
];

const configMap = struct(
	'core/v1.ConfigMap',
	[
		...typeMeta,
		{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
		{ name: 'immutable', schema: { kind: 'boolean' }, number: 4 },
		{
			name: 'data',
			schema: {
				kind: 'map',
				values: string,
				keys: {
					rules: [
						{ rule: 'format', argument: 'config-key' },
						{ rule: 'notIn', argument: 'binaryData' },
					],
				},
			},
			number: 2,
			presence: 'omitZero',
		},
		{
			name: 'binaryData',
			schema: { kind: 'map', values: { kind: 'bytes' }, keys: { rules: [{ rule: 'format', argument: 'config-key' }] } },
			number: 3,
			presence: 'omitZero',
		},
	],
	{
		rules: [
			{ rule: 'totalSize', argument: { of: ['data', 'binaryData'], max: '1Mi' } },
			{ rule: 'frozenWhen', argument: { cel: 'oldSelf.immutable', fields: ['data', 'binaryData', 'immutable'] } },
		],
	},
);

const widget = struct('example/v1.Widget', [
	...typeMeta,
	{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
	{ name: 'spec', schema: { kind: 'struct', type: 'example/v1.WidgetSpec' }, number: 2, presence: 'always' },
]);

const widgetSpec = struct(
	'example/v1.WidgetSpec',
	[
		{ name: 'replicas', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0 }] }, number: 1, default: 1 },
		{ name: 'phase', schema: { kind: 'string', enum: ['On', 'Off'] }, number: 2, presence: 'omitZero', default: 'On' },
		{
			name: 'ports',
			schema: { kind: 'list', items: { kind: 'struct', type: 'example/v1.Port' }, listType: 'map', mapKeys: ['name'] },
			number: 3,
			presence: 'omitZero',
			required: true,
		},
		{ name: 'size', schema: { kind: 'quantity', rules: [{ rule: 'exclusiveMinimum', argument: 0 }] }, number: 4 },
		{ name: 'selector', schema: map, number: 5, presence: 'omitZero', immutable: true },
		{ name: 'source', schema: { kind: 'struct', type: 'example/v1.Source' }, number: 6, inline: true, presence: 'always' },
		{ name: 'big', schema: { kind: 'int64' }, number: 7 },
		{ name: 'ratio', schema: { kind: 'double' }, number: 8, presence: 'omitZero' },
		{ name: 'target', schema: { kind: 'intOrString' }, number: 9 },
		{ name: 'raw', schema: { kind: 'rawExtension' }, number: 10 },
		{ name: 'at', schema: { kind: 'microTime' }, number: 11 },
		{ name: 'wait', schema: { kind: 'duration' }, number: 12 },
		{ name: 'groups', schema: { kind: 'map', values: { kind: 'list', items: string } }, number: 13, presence: 'omitZero' },
		{ name: 'counts', schema: { kind: 'list', items: { kind: 'int32' } }, number: 14, presence: 'omitZero' },
		{ name: 'child', schema: { kind: 'struct', type: 'example/v1.WidgetSpec' }, number: 15 },
	],
	{ rules: [{ rule: 'cel', argument: [{ rule: '!has(self.big) || self.big < 9007199254740993', message: 'too big' }] }] },
);

const port = struct('example/v1.Port', [
	text('name', 1, { required: true, presence: 'always', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'dns-label' }] } }),
	{
		name: 'port',
		schema: {
			kind: 'int32',
			rules: [
				{ rule: 'minimum', argument: 1 },
				{ rule: 'maximum', argument: 65535 },
			],
		},
		number: 2,
		presence: 'always',
	},
	text('protocol', 3, { default: 'TCP' }),
]);

const source = struct(
	'example/v1.Source',
	[
		{ name: 'file', schema: { kind: 'struct', type: 'example/v1.File' }, number: 1, union: 'source type' },
		{ name: 'url', schema: string, number: 2, union: 'source type' },
	],
	{ unions: [{ name: 'source type', members: 'atMostOne' }] },
);

const file = struct('example/v1.File', [text('path', 1, { presence: 'always' })]);

export const catalog = catalogOf([objectMeta, configMap, widget, widgetSpec, port, source, file]);
