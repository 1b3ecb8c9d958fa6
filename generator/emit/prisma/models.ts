/** Parts of a Prisma schema with its views, and the model of a kind: columns of every object, and columns of the kind's fields. */
import { apiVersionOf } from '../../../runtime/model/api-version.ts';
import type { Catalog, KindDescriptor, TypeName, VersionDescriptor } from '../../../runtime/model/catalog.ts';
import { typeParts } from '../../print/derived-names.ts';
import type { Dialect, JsonPlace, PrismaType } from './dialects.ts';
import type { ColumnPlace } from './fields.ts';
import { fieldName, pascal, uniqueName } from './names.ts';

export interface PrismaColumn {
	/** Name in the Prisma schema. */
	readonly field: string;
	/** Name in the view. */
	readonly column: string;
	readonly type: string;
	readonly map?: string | undefined;
	readonly unique?: boolean;
	readonly doc?: string | undefined;
	/** SQL expression. */
	readonly expression: string;
}

export interface PrismaRelation {
	readonly field: string;
	/** Type such as `Pod @relation(...)` or `PodSpecContainers[]`. */
	readonly type: string;
	readonly doc?: string | undefined;
}

export interface PrismaModel {
	readonly name: string;
	readonly view: string;
	readonly doc: string | undefined;
	readonly columns: readonly PrismaColumn[];
	readonly relations: readonly PrismaRelation[];
	/** Columns that identify a row. */
	readonly id: string;
	/** SQL of the rows that the view selects from. */
	readonly source: string;
}

/** Input from which models are built. */
export interface ModelsFacts {
	readonly catalog: Catalog;
	readonly kinds: readonly KindDescriptor[];
	/** Returns the description of a field on one line. */
	readonly docOf: (type: TypeName, field: string) => string | undefined;
	readonly kindDocOf: (kind: KindDescriptor) => string | undefined;
}

/** Stored kind, and the name of its model. */
export interface NamedKind {
	readonly kind: KindDescriptor;
	readonly storage: VersionDescriptor;
	readonly name: string;
}

/** Returns the stored kinds, ordered by storage name. */
export function namedKinds({ kinds, catalog }: ModelsFacts): readonly NamedKind[] {
	const custom = new Set(catalog.groups.filter((group) => group.custom).map(({ group }) => group));
	const stored = kinds
		.filter((kind) => kind.stored !== false)
		.map((kind) => ({ kind, storage: storageVersion(kind) }))
		.sort((a, b) => (a.kind.storageName < b.kind.storageName ? -1 : 1));
	return stored.map(({ kind, storage }) => {
		// If several kinds have the same name, a built-in one keeps it. Therefore adding a user's kind never renames a model that queries
		// use.
		const [first] = stored
			.filter((other) => other.kind.kind === kind.kind)
			.sort((a, b) => Number(custom.has(a.storage.group)) - Number(custom.has(b.storage.group)));
		return { kind, storage, name: first?.kind === kind ? kind.kind : `${kind.kind}Of${pascal([typeParts(storage.type).package])}` };
	});
}

function storageVersion(kind: KindDescriptor): VersionDescriptor {
	const storage = kind.versions[kind.storageVersion];
	if (storage === undefined) throw new Error(`${kind.kind} has no storage version`);
	return storage;
}

/** Columns of every kind. The column of a field gets another name if it has one of these. */
const reserved = ['uid', 'namespace', 'name', 'readable', 'labels', 'annotations', 'createdAt', 'deletedAt', 'revision', 'generation', 'object'];

/** Builds the model of a kind. `taken`: names of the model's fields, to which new names are added. */
export function kindModel(
	{ kind, storage, name }: NamedKind,
	places: readonly ColumnPlace[],
	taken: Set<string>,
	facts: ModelsFacts,
	dialect: Dialect,
): PrismaModel {
	for (const field of reserved) taken.add(field);
	const whole: JsonPlace = { from: 'object', steps: [] };
	return {
		name,
		view: `${typeParts(storage.type).package.replaceAll(/[^A-Za-z0-9]+/g, '_')}_${kind.plural}`,
		doc: facts.kindDocOf(kind),
		columns: [
			...metadataColumns(dialect),
			...fieldColumns(places, 'object', taken, facts, dialect),
			column('object', 'Json?', dialect.read('Json', whole), { doc: 'All of it, in its storage version and without its resourceVersion.' }),
		],
		relations: [],
		id: '[namespace, name]',
		source: dialect.source(kind.storageName, apiVersionOf(storage)),
	};
}

function metadataColumns(dialect: Dialect): readonly PrismaColumn[] {
	const read = (type: PrismaType, field: string): string => dialect.read(type, { from: 'object', steps: ['metadata', field] });
	return [
		column('uid', 'String?', read('String', 'uid'), { unique: true, doc: 'Unique in space and time.' }),
		column('namespace', 'String', 'namespace', { doc: 'Empty for cluster-scoped kinds.' }),
		column('name', 'String', 'name'),
		column('readable', 'Boolean', 'readable', {
			doc: 'False of an object that is encrypted, or still written in another version: all but its namespace, name and revision is null then.',
		}),
		column('labels', 'Json?', read('Json', 'labels')),
		column('annotations', 'Json?', read('Json', 'annotations')),
		column('createdAt', 'DateTime?', read('DateTime', 'creationTimestamp'), { map: 'created_at' }),
		column('deletedAt', 'DateTime?', read('DateTime', 'deletionTimestamp'), {
			map: 'deleted_at',
			doc: 'Set while finalizers delay the removal of a deleted object.',
		}),
		column('revision', 'BigInt', 'revision', { doc: 'Revision of the last change: the resourceVersion.' }),
		column('generation', 'BigInt?', read('BigInt', 'generation')),
	];
}

/** Returns the columns of fields. `from`: root of their paths. */
export function fieldColumns(
	places: readonly ColumnPlace[],
	from: JsonPlace['from'],
	taken: Set<string>,
	{ docOf }: ModelsFacts,
	dialect: Dialect,
): readonly PrismaColumn[] {
	return places.map(({ owner, name, steps, type, micro }) => {
		const expression = dialect.read(type, { from, steps }, micro);
		return column(uniqueName(fieldName(steps), taken, 'Field'), `${type}?`, expression, { doc: docOf(owner, name) });
	});
}

export function column(field: string, type: string, expression: string, more: { unique?: boolean; map?: string; doc?: string | undefined } = {}): PrismaColumn {
	return { field, column: more.map ?? field, type, expression, ...more };
}
