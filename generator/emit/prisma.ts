/**
 * Prisma schemas with one model per kind, and the SQL views behind them, for SQLite and PostgreSQL. DESIGN section 6, "Store contract".
 * The views read the table `objects`, whose rows hold objects as JSON text; changing kinds changes views and no table.
 */
import { apiVersionOf } from '../../runtime/model/api-version.ts';
import type { KindDescriptor, Schema, VersionDescriptor } from '../../runtime/model/catalog.ts';
import type { Emitter, Model } from '../model.ts';
import { template } from '../print/handlebars.ts';
import { typeParts } from '../print/names.ts';
import { prismaPreamble, sqlPreamble } from '../print/preamble.ts';
import { flatFields, inDefaultWords } from './typescript/type-modules.ts';

type Provider = 'sqlite' | 'postgresql';
type PrismaType = 'String' | 'Int' | 'BigInt' | 'Float' | 'Boolean' | 'DateTime' | 'Json';

interface Column {
	/** In the Prisma schema. */
	readonly field: string;
	/** In the view. */
	readonly column: string;
	readonly type: string;
	readonly map: string | undefined;
	readonly unique: boolean;
	readonly doc: string | undefined;
	/** SQL. */
	readonly expression: string;
}

interface PrismaModel {
	readonly name: string;
	readonly view: string;
	readonly doc: readonly string[];
	readonly columns: readonly Column[];
	readonly source: string;
}

const schemaTemplate = template<{ preamble: string; provider: Provider; models: readonly PrismaModel[] }>('prisma/schema.prisma');
const viewsTemplate = template<{ preamble: string; models: readonly PrismaModel[] }>('prisma/views.sql');

export const prisma: Emitter = {
	name: 'prisma',
	emit: (model) =>
		(['sqlite', 'postgresql'] as const).flatMap((provider) => {
			const models = modelsOf(model, provider);
			return [
				{ path: `prisma/${provider}/schema.prisma`, content: schemaTemplate({ preamble: prismaPreamble.trim(), provider, models }) },
				{ path: `prisma/${provider}/views.sql`, content: viewsTemplate({ preamble: sqlPreamble.trim(), models }) },
			];
		}),
};

/** Columns that every kind has; what a field of the same name would collide with. */
const reserved = new Set(['uid', 'namespace', 'name', 'readable', 'labels', 'annotations', 'createdAt', 'deletedAt', 'revision', 'generation', 'object']);

function modelsOf(model: Model, provider: Provider): PrismaModel[] {
	const kinds = [...model.catalog.kinds].sort((a, b) => (a.storageName < b.storageName ? -1 : 1));
	return kinds.map((kind) => modelOf(kind, modelName(kind, kinds, model), model, provider));
}

/** The kind's name; of several kinds of one name, a built-in one keeps it, so that users' kinds rename nothing that queries name. */
function modelName(kind: KindDescriptor, kinds: readonly KindDescriptor[], { catalog }: Model): string {
	const builtIn = (each: KindDescriptor) => catalog.type(storageType(each)).openapi.startsWith('{groupDomainReversed}');
	const [first] = kinds.filter((each) => each.kind === kind.kind).sort((a, b) => Number(builtIn(b)) - Number(builtIn(a)));
	return first === kind ? kind.kind : `${kind.kind}Of${pascal(typeParts(storageType(kind)).package)}`;
}

function storageType(kind: KindDescriptor): string {
	return storageVersion(kind).type;
}

function storageApiVersion(kind: KindDescriptor): string {
	return apiVersionOf(storageVersion(kind));
}

function storageVersion(kind: KindDescriptor): VersionDescriptor {
	const storage = kind.versions[kind.storageVersion];
	if (storage === undefined) throw new Error(`${kind.kind} has no storage version`);
	return storage;
}

function modelOf(kind: KindDescriptor, name: string, model: Model, provider: Provider): PrismaModel {
	const folder = typeParts(storageType(kind)).package;
	const dialect = dialects[provider];
	const fixed: Column[] = [
		column('uid', 'String?', dialect.text('metadata.uid'), { unique: true, doc: 'Unique in space and time.' }),
		column('namespace', 'String', 'namespace', { doc: 'Empty for kinds that lie in no namespace.' }),
		column('name', 'String', 'name'),
		column('readable', 'Boolean', 'readable', {
			doc: 'False of an object that is encrypted, or still written in another version: all but its namespace, name and revision is null then.',
		}),
		column('labels', 'Json?', dialect.json('metadata.labels')),
		column('annotations', 'Json?', dialect.json('metadata.annotations')),
		column('createdAt', 'DateTime?', dialect.time('metadata.creationTimestamp'), { map: 'created_at' }),
		column('deletedAt', 'DateTime?', dialect.time('metadata.deletionTimestamp'), { map: 'deleted_at', doc: 'Set while finalizers hold a deleted object.' }),
		column('revision', 'BigInt', 'revision', { doc: 'Revision of the last change: the resourceVersion.' }),
		column('generation', 'BigInt?', dialect.integer('metadata.generation')),
	];
	const taken = new Set(reserved);
	const fields = [...flatFields(model.catalog.type(storageType(kind)), model.catalog)]
		.filter(([, { name, writeOnly }]) => !['apiVersion', 'kind', 'metadata'].includes(name) && !writeOnly)
		.map(([owner, { name, schema }]) => {
			const type = prismaType(schema);
			const doc = model.docs[owner.name]?.[name];
			const field = fieldName(name, taken);
			return column(field, `${type}?`, dialect.of(type, name), doc ? { doc: oneLine(doc, model) } : {});
		});
	const whole = column('object', 'Json?', dialect.whole, { doc: 'All of it, in its storage version and without its resourceVersion.' });
	const docs = model.kindDocs[kind.storageName];
	return {
		name,
		view: `${folder.replaceAll(/[^A-Za-z0-9]+/g, '_')}_${kind.plural}`,
		doc: docs === undefined ? [] : oneLine(docs.description, model).split('\n'),
		columns: [...fixed, ...fields, whole],
		source: dialect.source(kind.storageName, storageApiVersion(kind)),
	};
}

function column(field: string, type: string, expression: string, more: { unique?: boolean; map?: string; doc?: string } = {}): Column {
	return { field, column: more.map ?? field, type, map: more.map, unique: more.unique ?? false, doc: more.doc, expression };
}

/** Names that Prisma cannot take, or that the model has, are changed, in the view as well. */
function fieldName(name: string, taken: Set<string>): string {
	let plain = name.replaceAll(/[^A-Za-z0-9_]/g, '_').replace(/^[^A-Za-z]+/, '');
	while (plain === '' || taken.has(plain)) plain += 'Field';
	taken.add(plain);
	return plain;
}

function pascal(text: string): string {
	return text
		.split(/[^A-Za-z0-9]+/)
		.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
		.join('');
}

function oneLine(text: string, model: Model): string {
	return inDefaultWords(text, model).trim().replaceAll(/\s+/g, ' ');
}

function prismaType(schema: Schema): PrismaType {
	switch (schema.kind) {
		case 'string':
		case 'bytes':
		case 'duration':
		case 'quantity':
			return 'String';
		case 'boolean':
			return 'Boolean';
		case 'int32':
			return 'Int';
		case 'int64':
			return 'BigInt';
		case 'double':
			return 'Float';
		case 'time':
		case 'microTime':
			return 'DateTime';
		default:
			return 'Json';
	}
}

interface Dialect {
	text(path: string): string;
	json(path: string): string;
	time(path: string): string;
	integer(path: string): string;
	of(type: PrismaType, path: string): string;
	readonly whole: string;
	/** Rows of a kind; `object` is null of those that are not written in the version. */
	source(storageName: string, apiVersion: string): string;
}

function quoted(text: string): string {
	return `'${text.replaceAll("'", "''")}'`;
}

/**
 * Rows are marked with the version in which they are written, and behind `#` with what lies beside them, which views do not read.
 * Without a mark they are taken as they are.
 */
function rowsOf(storageName: string, object: string, isMarkedFurther: string, apiVersion: string): string {
	const versions = `SELECT id FROM versions WHERE version IN ('', ${quoted(apiVersion)}) OR ${isMarkedFurther}`;
	const marked = `SELECT namespace, name, revision, bytes, version IN (${versions}) AS readable FROM objects WHERE resource = ${quoted(storageName)}`;
	return `(SELECT namespace, name, revision, readable, CASE WHEN readable THEN ${object} END AS object FROM (${marked}) AS marked)`;
}

/** Paths below the object as SQLite writes them, each step quoted. */
function sqlitePath(path: string): string {
	return quoted(
		`$.${path
			.split('.')
			.map((step) => JSON.stringify(step))
			.join('.')}`,
	);
}

const sqlite: Dialect = {
	text: (path) => `object ->> ${sqlitePath(path)}`,
	json: (path) => `object -> ${sqlitePath(path)}`,
	// Prisma reads DateTime of SQLite from ISO 8601 text, which is what objects hold.
	time: (path) => `object ->> ${sqlitePath(path)}`,
	integer: (path) => `CAST(object ->> ${sqlitePath(path)} AS INTEGER)`,
	of: (type, path) => (type === 'Json' ? sqlite.json(path) : `object ->> ${sqlitePath(path)}`),
	whole: 'object',
	source: (storageName, apiVersion) => rowsOf(storageName, 'CAST(bytes AS TEXT)', `instr(version, ${quoted(`${apiVersion}#`)}) = 1`, apiVersion),
};

const casts: Readonly<Record<Exclude<PrismaType, 'Json'>, string>> = {
	String: '',
	Int: '::integer',
	BigInt: '::bigint',
	Float: '::double precision',
	Boolean: '::boolean',
	DateTime: '::timestamptz',
};

function steps(path: string): string[] {
	return path.split('.').map(quoted);
}

const postgresql: Dialect = {
	text(path) {
		const all = steps(path);
		const last = all.pop();
		return `${['object', ...all].join(' -> ')} ->> ${last}`;
	},
	json: (path) => ['object', ...steps(path)].join(' -> '),
	time: (path) => `(${postgresql.text(path)})::timestamptz`,
	integer: (path) => `(${postgresql.text(path)})::bigint`,
	of: (type, path) => (type === 'Json' ? postgresql.json(path) : `(${postgresql.text(path)})${casts[type]}`),
	whole: 'object',
	source: (storageName, apiVersion) =>
		`${rowsOf(storageName, "convert_from(bytes, 'UTF8')::jsonb", `starts_with(version, ${quoted(`${apiVersion}#`)})`, apiVersion)} AS rows`,
};

const dialects: Readonly<Record<Provider, Dialect>> = { sqlite, postgresql };
