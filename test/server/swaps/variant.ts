/** Kind whose every swappable part varies: each variant has its own catalog and hooks. */
import { catalog as builtIn } from '../../../generated/catalog.ts';
import type { ServedHooks } from '../../../runtime/api/hooks.ts';
import type { Catalog, Field, JsonObject, KindDescriptor, TypeDescriptor, VersionDescriptor } from '../../../runtime/model/catalog.ts';
import { verbs } from '../../../runtime/model/verb.ts';
import { narrow } from '../../../runtime/schema/emulated-catalog.ts';
import { servedCatalog } from '../../../runtime/serving/runtime-config.ts';
import { makeServing, type Serving } from '../../../runtime/serving/serving.ts';
import type { Random } from './random.ts';

export const group = 'swaps.example.com';
export const storageName = `widgets.${group}`;
export const versions = ['v1', 'v1beta1'] as const;
export type Version = (typeof versions)[number];

export interface Variant {
	/** True when the kind exists. */
	readonly isThere: boolean;
	readonly stored: Version;
	/** True when v1beta1 is served. */
	readonly hasBeta: boolean;
	/** True when list items carry kind and apiVersion. */
	readonly custom: boolean;
	/** Names of selectable fields of the spec, the same in both versions. */
	readonly selectable: readonly string[];
	readonly columns: readonly string[];
	/** Largest accepted weight. */
	readonly maxWeight: number;
	readonly defaultShape: string | undefined;
	/** Mark that a hook sets. */
	readonly mark: string | undefined;
	readonly hasNote: boolean;
	/** Offset of the protobuf field numbers; undefined when the kind has none. */
	readonly numbersFrom: number | undefined;
	readonly hasStatus: boolean;
	readonly hasScale: boolean;
}

export const firstVariant: Variant = {
	isThere: true,
	stored: 'v1',
	hasBeta: true,
	custom: false,
	selectable: ['spec.team'],
	columns: ['Team'],
	maxWeight: 100,
	defaultShape: undefined,
	mark: undefined,
	hasNote: true,
	numbersFrom: 0,
	hasStatus: true,
	hasScale: true,
};

/** Possible values of each property; repeated values are more likely. */
const choices: { readonly [P in keyof Variant]: readonly Variant[P][] } = {
	isThere: [true, true, true, false],
	stored: ['v1', 'v1beta1'],
	hasBeta: [true, true, false],
	custom: [true, false],
	selectable: [[], ['spec.team'], ['spec.team', 'spec.shape']],
	columns: [['Team'], ['Team', 'Size'], ['Colour']],
	maxWeight: [100, 4],
	defaultShape: [undefined, 'round', 'square'],
	mark: [undefined, 'one', 'two'],
	hasNote: [true, false],
	numbersFrom: [0, 5, undefined],
	hasStatus: [true, true, false],
	hasScale: [true, true, false],
};

/** Returns the variant with one to three properties changed. */
export function changed(variant: Variant, random: Random): Variant {
	// Properties that cause the most conversion are changed most often.
	const properties = [...(Object.keys(choices) as (keyof Variant)[]), ...(['stored', 'stored', 'stored', 'stored', 'selectable', 'custom'] as const)];
	let next = variant;
	for (let left = 1 + random.below(3); left > 0; left--) {
		const property = random.of(properties);
		next = { ...next, [property]: random.of<unknown>(choices[property]) };
	}
	return next;
}

export function catalogOf(variant: Variant, base = narrow(builtIn, builtIn.release, {})): Catalog {
	if (!variant.isThere) return base;
	const types = new Map(typesOf(variant).map((type) => [type.name, type]));
	return {
		...base,
		groups: [...base.groups, { group, package: 'swaps', versions, ...(variant.custom && { custom: true as const }) }],
		kinds: [...base.kinds, kindOf(variant)],
		type: (name) => types.get(name) ?? base.type(name),
		typeNames: [...base.typeNames, ...types.keys()],
	};
}

export function servingOf(variant: Variant, first: Serving, present: Serving): Serving {
	const catalog = catalogOf(variant);
	const shown = variant.isThere && !variant.hasBeta ? servedCatalog(catalog, catalog, { [`${group}/v1beta1`]: false }) : catalog;
	return makeServing({ ...first.parts, catalog, shown, hooks: { ...first.parts.hooks, [storageName]: hooksOf(variant) } }, present);
}

function hooksOf({ mark }: Variant): ServedHooks {
	const set = (object: JsonObject): void => {
		if (mark !== undefined) (object.spec as JsonObject).mark = mark;
	};
	return { prepareForCreate: set, prepareForUpdate: set };
}

const versionsOf: Readonly<Record<Version, VersionDescriptor>> = {
	v1: { group, version: 'v1', type: 'swaps/v1.Widget', introduced: '1.20' },
	v1beta1: { group, version: 'v1beta1', type: 'swaps/v1beta1.Widget', introduced: '1.18' },
};

function kindOf({ stored, selectable, columns, hasStatus, hasScale }: Variant): KindDescriptor {
	const described = versions.map((version): VersionDescriptor => {
		if (version === stored) return versionsOf[version];
		const [here, storage] = version === 'v1' ? ['spec.look.colour', 'spec.colour'] : ['spec.colour', 'spec.look.colour'];
		return { ...versionsOf[version], conversion: [{ kind: 'move', here, storage }] };
	});
	const values: Readonly<Record<string, string>> = {
		Team: "self.spec.?team.orValue('')",
		Size: 'string(self.spec.?size.orValue(0))',
		Colour: stored === 'v1' ? 'self.spec.look.colour' : 'self.spec.colour',
	};
	return {
		kind: 'Widget',
		listKind: 'WidgetList',
		plural: 'widgets',
		singular: 'widget',
		shortNames: [],
		categories: [],
		scope: 'Namespaced',
		storageName,
		versions: described,
		storageVersion: versions.indexOf(stored),
		verbs,
		deleteReturns: 'status',
		subresources: { ...(hasStatus && { status: {} }), ...(hasScale && { scale: { replicas: 'spec.size', statusReplicas: 'status.size' } }) },
		columns: columns.map((name) => ({ name, type: 'string', description: name, value: values[name] ?? '' })),
		selectableFields: selectable,
		generation: true,
		nameFormat: 'dns-subdomain',
	};
}

function typesOf(variant: Variant): TypeDescriptor[] {
	const { hasNote, maxWeight, defaultShape, numbersFrom } = variant;
	const numbered = (fields: readonly Field[]): Field[] =>
		fields.map((field, i) => (numbersFrom === undefined ? field : { ...field, number: numbersFrom + i + 1 }));
	const text = (name: string): Field => ({ name, schema: { kind: 'string' }, presence: 'omitZero' });
	const specFields = (colour: Field): Field[] =>
		numbered([
			colour,
			text('team'),
			{ ...text('shape'), ...(defaultShape !== undefined && { default: defaultShape }) },
			text('mark'),
			text('filler'),
			{ name: 'size', schema: { kind: 'int32' } },
			{ name: 'weight', schema: { kind: 'int32', rules: [{ rule: 'maximum', argument: maxWeight }] } },
			...(hasNote ? [text('note')] : []),
		]);
	const type = (name: string, fields: readonly Field[]): TypeDescriptor => ({ name: `swaps/${name}`, openapi: `com.example.swaps.${name}`, fields });
	const widget = (version: Version): TypeDescriptor =>
		type(`${version}.Widget`, [
			text('kind'),
			text('apiVersion'),
			...numbered([
				{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, presence: 'always' },
				{ name: 'spec', schema: { kind: 'struct', type: `swaps/${version}.WidgetSpec` }, presence: 'always' },
				{ name: 'status', schema: { kind: 'struct', type: 'swaps/v1.WidgetStatus' }, presence: 'optional' },
			]),
		]);
	return [
		widget('v1'),
		widget('v1beta1'),
		type('v1.WidgetSpec', specFields({ name: 'look', schema: { kind: 'struct', type: 'swaps/v1.WidgetLook' }, presence: 'always' })),
		type('v1.WidgetLook', numbered([text('colour')])),
		type('v1beta1.WidgetSpec', specFields(text('colour'))),
		type('v1.WidgetStatus', numbered([{ name: 'size', schema: { kind: 'int32' } }, text('phase')])),
	];
}

/** Catalog of all releases, in which conversions find types that the current catalog lacks. */
export const everyCatalog: Catalog = catalogOf(firstVariant, builtIn);
