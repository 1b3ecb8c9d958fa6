/** Generates kinds from a seed: their fixed shape, and the parts that may change between snapshots. */
import { catalog as builtIn } from '../../../../generated/catalog.ts';
import type { Catalog, ConversionStep, Field, Json, KindDescriptor, Schema, TypeDescriptor, VersionDescriptor } from '../../../../runtime/model/catalog.ts';
import { verbs } from '../../../../runtime/model/verb.ts';
import { narrow } from '../../../../runtime/schema/emulated-catalog.ts';
import { makeServing, type Serving } from '../../../../runtime/serving/serving.ts';
import type { Random } from '../random.ts';

export const group = 'kinds.example.com';
export const versionNames = ['v1', 'v1beta1', 'v2alpha1'] as const;
export type VersionName = (typeof versionNames)[number];

const fieldTypes = ['text', 'number', 'flag', 'tags', 'parts'] as const;
type FieldType = (typeof fieldTypes)[number];
export type Value = Json;

/** Field, the same in every snapshot that knows it. */
export interface FieldPlan {
	readonly name: string;
	readonly type: FieldType;
	readonly presence: 'optional' | 'omitZero' | 'always';
	/** Paths in the spec of each version that has the field. */
	readonly paths: ReadonlyMap<VersionName, readonly string[]>;
}

/** Fields that never change: their paths in the versions, which are published, and their types. */
export type Shape = readonly FieldPlan[];

/** Plan of one snapshot of the kind. */
export interface Plan {
	readonly known: ReadonlySet<string>;
	readonly served: readonly VersionName[];
	readonly stored: VersionName;
	readonly defaults: ReadonlyMap<string, ReadonlyMap<VersionName, Value>>;
	readonly selectable: boolean;
	/** True when list items carry kind and apiVersion. */
	readonly custom: boolean;
}

const fieldCount = 7;
/** Objects that contain fields; every version has them. */
const holders = ['near', 'far'];

export function shapeOf(random: Random): Shape {
	return Array.from({ length: fieldCount }, (_, i) => {
		const type = i < fieldTypes.length ? (fieldTypes[i] as FieldType) : random.of(fieldTypes);
		const name = `${type}${i}`;
		const presence =
			type === 'tags' || type === 'parts' ? random.of(['optional', 'omitZero'] as const) : random.of(['optional', 'omitZero', 'always'] as const);
		const paths = new Map(versionNames.flatMap((version) => (version !== 'v1' && random.once(5) ? [] : [[version, pathIn(name, version, random)] as const])));
		return { name, type, presence, paths };
	});
}

function pathIn(name: string, version: VersionName, random: Random): readonly string[] {
	const own = random.once(3) ? `${name}Of${version}` : name;
	return random.once(2) ? [own] : [random.of(holders), own];
}

export function firstPlan(shape: Shape, random: Random): Plan {
	const known = new Set(shape.filter(() => !random.once(3)).map(({ name }) => name));
	return { known, served: versionNames, stored: 'v1', defaults: new Map(), selectable: false, custom: true };
}

/** Returns the plan with one or two changes. */
export function changed(plan: Plan, shape: Shape, random: Random): Plan {
	let next = plan;
	for (let left = 1 + random.below(2); left > 0; left--) next = random.of(changes)(next, shape, random);
	return next;
}

type Change = (plan: Plan, shape: Shape, random: Random) => Plan;

const toggleField: Change = (plan, shape, random) => {
	const { name, paths } = random.of(shape);
	const known = new Set(plan.known);
	// The stored version has all fields.
	if (!known.delete(name) && paths.has(plan.stored)) known.add(name);
	return { ...plan, known };
};

const moveStorage: Change = (plan, shape, random) => {
	const stored = random.of(versionNames);
	const sayable = shape.filter(({ name, paths }) => plan.known.has(name) && paths.has(stored)).map(({ name }) => name);
	return { ...plan, stored, known: new Set(sayable), served: versionNames.filter((version) => version === stored || plan.served.includes(version)) };
};

const toggleVersion: Change = (plan, _, random) => {
	const version = random.of(versionNames);
	if (version === plan.stored) return plan;
	const isServed = plan.served.includes(version);
	return { ...plan, served: versionNames.filter((each) => (each === version ? !isServed : plan.served.includes(each))) };
};

/** Changes a default, mostly to the same value in all versions. */
const changeDefault: Change = (plan, shape, random) => {
	const field = random.of(shape);
	const ofVersions = new Map<VersionName, Value>();
	const value = random.once(4) ? undefined : nonZero(field, random);
	for (const version of versionNames) if (value !== undefined && !random.once(4)) ofVersions.set(version, random.once(6) ? nonZero(field, random) : value);
	return { ...plan, defaults: new Map([...plan.defaults, [field.name, ofVersions]]) };
};

const changes: readonly Change[] = [
	toggleField,
	toggleField,
	moveStorage,
	moveStorage,
	toggleVersion,
	changeDefault,
	changeDefault,
	(plan, _, random) => (random.once(2) ? { ...plan, selectable: !plan.selectable } : { ...plan, custom: !plan.custom }),
];

/** Returns a default other than zero: zero would be no value where it is omitted. */
function nonZero(field: FieldPlan, random: Random): Value {
	for (;;) {
		const value = randomValue(field, random);
		if (!isZero(value)) return value;
	}
}

export function isZero(value: Value): boolean {
	return value === '' || value === 0 || value === false || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
}

export function randomValue({ type }: FieldPlan, random: Random): Value {
	switch (type) {
		case 'text':
			return random.of(['', 'a', 'b', 'c']);
		case 'number':
			return random.below(5);
		case 'flag':
			return random.once(2);
		case 'tags':
			return Object.fromEntries(['x', 'y', 'z'].filter(() => random.once(2)).map((key) => [key, random.of(['1', '2', '3'])]));
		case 'parts':
			return ['k', 'l', 'm'].filter(() => random.once(2)).map((key) => ({ key, value: random.of(['1', '2', '3']) }));
	}
}

/** Returns the plan with everything that any plan may have, for the catalog of all releases. */
export function everything(shape: Shape): Plan {
	return { known: new Set(shape.map(({ name }) => name)), served: versionNames, stored: 'v1', defaults: new Map(), selectable: false, custom: true };
}

export function catalogOf(plan: Plan, shape: Shape, base: Catalog): Catalog {
	const types = new Map(versionNames.flatMap((version) => typesOf(version, plan, shape)).map((type) => [type.name, type]));
	return {
		...base,
		groups: [...base.groups, { group, package: 'kinds', versions: plan.served, ...(plan.custom && { custom: true as const }) }],
		kinds: [...base.kinds, kindOf(plan, shape)],
		type: (name) => types.get(name) ?? base.type(name),
		typeNames: [...base.typeNames, ...types.keys()],
	};
}

const ofRelease = narrow(builtIn, builtIn.release, {});

export function servingOf(plan: Plan, shape: Shape, first: Serving, present: Serving): Serving {
	const catalog = catalogOf(plan, shape, ofRelease);
	return makeServing({ ...first.parts, catalog, shown: catalog }, present);
}

function kindOf({ served, stored, known, selectable }: Plan, shape: Shape): KindDescriptor {
	const fields = shape.filter(({ name }) => known.has(name));
	const versions = served.map((version): VersionDescriptor => {
		const descriptor = { group, version, type: `kinds/${version}.Thing`, introduced: '1.18' };
		if (version === stored) return descriptor;
		const conversion = fields.flatMap(({ paths }): ConversionStep[] => {
			const [here, storage] = [version, stored].map((each) => ['spec', ...(paths.get(each) ?? [])].join('.'));
			return here === storage || here === undefined || storage === undefined || !paths.has(version) ? [] : [{ kind: 'move', here, storage }];
		});
		return { ...descriptor, conversion };
	});
	const selected = fields.find(({ type }) => type === 'text')?.paths.get(stored);
	return {
		kind: 'Thing',
		listKind: 'ThingList',
		plural: 'things',
		singular: 'thing',
		shortNames: [],
		categories: [],
		scope: 'Namespaced',
		storageName: `things.${group}`,
		versions,
		storageVersion: served.indexOf(stored),
		verbs,
		deleteReturns: 'object',
		subresources: {},
		columns: [],
		selectableFields: selectable && selected !== undefined ? [['spec', ...selected].join('.')] : [],
		generation: true,
		nameFormat: 'dns-subdomain',
	};
}

const text = (name: string): Field => ({ name, schema: { kind: 'string' }, presence: 'omitZero' });

function typesOf(version: VersionName, { known, defaults }: Plan, shape: Shape): TypeDescriptor[] {
	const struct = (name: string): Schema => ({ kind: 'struct', type: `kinds/${version}.${name}` });
	const type = (name: string, fields: readonly Field[]): TypeDescriptor => ({
		name: `kinds/${version}.${name}`,
		openapi: `com.example.kinds.${version}.${name}`,
		fields,
	});
	const fieldsIn = (holder: string | undefined): Field[] =>
		shape.flatMap(({ name, type: of, presence, paths }): Field[] => {
			const path = paths.get(version);
			if (!known.has(name) || path === undefined || (path.length === 1 ? undefined : path[0]) !== holder) return [];
			const value = defaults.get(name)?.get(version);
			const merge = of === 'parts' ? { patchStrategy: ['merge'] as const, patchMergeKey: 'key' } : {};
			return [{ name: path.at(-1) ?? '', schema: schemaOf(of, struct('ThingPart')), presence, ...merge, ...(value !== undefined && { default: value }) }];
		});
	return [
		type('Thing', [
			text('kind'),
			text('apiVersion'),
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, presence: 'always' },
			{ name: 'spec', schema: struct('ThingSpec'), presence: 'always' },
		]),
		type('ThingSpec', [...fieldsIn(undefined), ...holders.map((holder): Field => ({ name: holder, schema: struct(`Thing_${holder}`), presence: 'always' }))]),
		...holders.map((holder) => type(`Thing_${holder}`, fieldsIn(holder))),
		type('ThingPart', [text('key'), text('value')]),
	];
}

function schemaOf(type: FieldType, part: Schema): Schema {
	switch (type) {
		case 'text':
			return { kind: 'string' };
		case 'number':
			return { kind: 'int32' };
		case 'flag':
			return { kind: 'boolean' };
		case 'tags':
			return { kind: 'map', values: { kind: 'string' } };
		case 'parts':
			return { kind: 'list', items: part, listType: 'map', mapKeys: ['key'] };
	}
}
