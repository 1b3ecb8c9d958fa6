/** How the two databases read JSON: expressions over `object`, the whole of an object, or over `value`, an entry of a list. */

export type Provider = 'sqlite' | 'postgresql';
export type PrismaType = 'String' | 'Int' | 'BigInt' | 'Float' | 'Boolean' | 'DateTime' | 'Json';

/** A place in JSON: from what, and by which keys. */
export interface Place {
	readonly from: 'object' | 'value';
	readonly steps: readonly string[];
}

export interface Dialect {
	/** What is there, as a column of the type. `micro`: a time with six decimals. */
	read(type: PrismaType, place: Place, micro?: boolean): string;
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
	return `(SELECT namespace, name, revision, readable, CASE WHEN readable THEN ${object} END AS object FROM (${marked}) AS marked) AS rows`;
}

/** As SQLite writes a path, each step quoted. */
function sqlitePath(steps: readonly string[]): string {
	return quoted(`$${steps.map((step) => `.${JSON.stringify(step)}`).join('')}`);
}

const sqlite: Dialect = {
	read(type, { from, steps }, micro = false) {
		if (type === 'Json') return steps.length === 0 ? from : `${from} -> ${sqlitePath(steps)}`;
		const value = `${from} ->> ${sqlitePath(steps)}`;
		// Prisma reads DateTime of SQLite from ISO 8601 text, and compares it as text: each has milliseconds, as what queries ask for has.
		if (type === 'DateTime') return micro ? `substr(${value}, 1, 23) || 'Z'` : `substr(${value}, 1, 19) || '.000Z'`;
		// An integer where a schema takes both is text in a column of texts.
		return type === 'String' ? `CAST(${value} AS TEXT)` : value;
	},
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

const postgresql: Dialect = {
	read(type, { from, steps }) {
		const keys = steps.map(quoted);
		if (type === 'Json') return [from, ...keys].join(' -> ');
		const last = keys.pop();
		return `(${[from, ...keys].join(' -> ')} ->> ${last})${casts[type]}`;
	},
	source: (storageName, apiVersion) =>
		rowsOf(storageName, "convert_from(bytes, 'UTF8')::jsonb", `starts_with(version, ${quoted(`${apiVersion}#`)})`, apiVersion),
};

export const dialects: Readonly<Record<Provider, Dialect>> = { sqlite, postgresql };

/** In SQLite. Rows of a kind, as `source` has them, each with the entries of a list: `position` from 0, and `value`. */
export function entriesOf(source: string, steps: readonly string[]): string {
	const entries = `json_each(rows.object, ${sqlitePath(steps)}) AS entry`;
	return `(SELECT rows.namespace, rows.name, entry.key AS position, entry.value FROM ${source}, ${entries} WHERE entry.type = 'object') AS entries`;
}

/** In SQLite. Rows of a kind, each with the entries of a map of texts: `entry_key` and `entry_value`. */
export function pairsOf(source: string, steps: readonly string[]): string {
	const pairs = `json_each(rows.object, ${sqlitePath(steps)}) AS entry`;
	return `(SELECT rows.namespace, rows.name, entry.key AS entry_key, entry.value AS entry_value FROM ${source}, ${pairs} WHERE entry.type = 'text') AS pairs`;
}
