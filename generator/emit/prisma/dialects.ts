/** JSON expressions in the SQL of both databases, over `object` (a whole object) or `value` (an entry of a list). */

export type Provider = 'sqlite' | 'postgresql';
export type PrismaType = 'String' | 'Int' | 'BigInt' | 'Float' | 'Boolean' | 'DateTime' | 'Json';

/** Path in JSON: its root and its keys. */
export interface JsonPlace {
	readonly from: 'object' | 'value';
	readonly steps: readonly string[];
}

export interface Dialect {
	/** Returns an expression for the value as a column of the type. `micro`: true for a time with six decimals. */
	read(type: PrismaType, place: JsonPlace, micro?: boolean): string;
	/** Returns a query for the rows of a kind. `object` is null in rows that are stored in another version. */
	source(storageName: string, apiVersion: string): string;
}

function quoted(text: string): string {
	return `'${text.replaceAll("'", "''")}'`;
}

/**
 * Selects the rows of a kind. A row states the version in which it is stored and, after `#`, further data that views do not read. Rows
 * without a version are read in any case.
 */
function rowsOf(storageName: string, object: string, isMarkedFurther: string, apiVersion: string): string {
	const versions = `SELECT id FROM versions WHERE version IN ('', ${quoted(apiVersion)}) OR ${isMarkedFurther}`;
	const marked = `SELECT namespace, name, revision, bytes, version IN (${versions}) AS readable FROM objects WHERE resource = ${quoted(storageName)}`;
	return `(SELECT namespace, name, revision, readable, CASE WHEN readable THEN ${object} END AS object FROM (${marked}) AS marked) AS rows`;
}

/** Returns the path in SQLite syntax, with each step quoted. */
function sqlitePath(steps: readonly string[]): string {
	return quoted(`$${steps.map((step) => `.${JSON.stringify(step)}`).join('')}`);
}

const sqlite: Dialect = {
	read(type, { from, steps }, micro = false) {
		if (type === 'Json') return steps.length === 0 ? from : `${from} -> ${sqlitePath(steps)}`;
		const value = `${from} ->> ${sqlitePath(steps)}`;
		// Prisma reads a DateTime from ISO 8601 text and compares it as text. All values have milliseconds, because the values in queries
		// have them.
		if (type === 'DateTime') return micro ? `substr(${value}, 1, 23) || 'Z'` : `substr(${value}, 1, 19) || '.000Z'`;
		// A schema may accept integers and strings. In a text column, an integer becomes text.
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

/** Returns a query like `source` with a row for each entry of a list: `position` from 0, and `value`. SQLite only. */
export function entriesOf(source: string, steps: readonly string[]): string {
	const entries = `json_each(rows.object, ${sqlitePath(steps)}) AS entry`;
	return `(SELECT rows.namespace, rows.name, entry.key AS position, entry.value FROM ${source}, ${entries} WHERE entry.type = 'object') AS entries`;
}

/** Returns a query with a row for each entry of a map of strings: `entry_key` and `entry_value`. SQLite only. */
export function pairsOf(source: string, steps: readonly string[]): string {
	const pairs = `json_each(rows.object, ${sqlitePath(steps)}) AS entry`;
	return `(SELECT rows.namespace, rows.name, entry.key AS entry_key, entry.value AS entry_value FROM ${source}, ${pairs} WHERE entry.type = 'text') AS pairs`;
}
