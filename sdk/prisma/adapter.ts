/**
 * Prisma driver adapter over `node:sqlite`. It reads a server's database through temporary views, which each connection creates for itself.
 * The server keeps no views for reports, and may have been built from other specs. The adapter is read-only and synchronous, for programs
 * on the server's machine.
 */
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite';
import {
	type ArgType,
	type ColumnType,
	ColumnTypeEnum,
	DriverAdapterError,
	type SqlDriverAdapter,
	type SqlDriverAdapterFactory,
	type SqlQuery,
	type SqlQueryable,
	type SqlResultSet,
	type Transaction,
} from '@prisma/driver-adapter-utils';

const identity = { provider: 'sqlite', adapterName: 'node-sqlite-read-only' } as const;

/** SQLite's result code for a write to a database that is open read-only. */
const sqliteReadOnly = 8;

/** Maximum number of parameters of a statement in SQLite. */
const maxBindValues = 32_766;

export interface PrismaAdapterOptions {
	/** Path of the server's database file. The server may be running. */
	readonly path: string;
	/** SELECT statement of each view, by view name. */
	readonly views: ReadonlyMap<string, string>;
}

/** Creates an adapter for the generated client: `new PrismaClient({ adapter: sqliteAdapter({ path, views }) })`. */
export function sqliteAdapter(options: PrismaAdapterOptions): SqlDriverAdapterFactory {
	return { ...identity, connect: async () => new Adapter(options) };
}

class Queryable implements SqlQueryable {
	readonly provider = identity.provider;
	readonly adapterName = identity.adapterName;
	protected readonly db: DatabaseSync;
	readonly #views: ReadonlyMap<string, string>;
	readonly #made = new Set<string>();

	constructor({ path, views }: PrismaAdapterOptions) {
		this.db = translated(() => new DatabaseSync(path, { readOnly: true }));
		this.#views = views;
	}

	/** Creates the views that a statement names. There are hundreds, and a report needs a few. */
	#makeViews(sql: string): void {
		for (const [name] of sql.matchAll(/\w+/g)) {
			const select = this.#views.get(name);
			if (select === undefined || this.#made.has(name)) continue;
			this.db.exec(`CREATE TEMP VIEW "${name}" AS ${select}`);
			this.#made.add(name);
		}
	}

	async queryRaw(query: SqlQuery): Promise<SqlResultSet> {
		return translated(() => {
			this.#makeViews(query.sql);
			const statement = this.db.prepare(query.sql);
			statement.setReturnArrays(true);
			statement.setReadBigInts(true);
			const parameters = query.args.map((argument, i) => parameterOf(argument, query.argTypes[i]));
			const rows = statement.all(...parameters) as unknown as SQLOutputValue[][];
			const columnNames = statement.columns().map((column) => column.name);
			const columnTypes = columnNames.map((_, i) => columnTypeOf(rows, i));
			return { columnNames, columnTypes, rows: rows.map((row) => row.map(resultOf)) };
		});
	}

	/** Executes a statement. SQLite refuses writes. */
	async executeRaw(query: SqlQuery): Promise<number> {
		return translated(() => {
			this.#makeViews(query.sql);
			const parameters = query.args.map((argument, i) => parameterOf(argument, query.argTypes[i]));
			return Number(this.db.prepare(query.sql).run(...parameters).changes);
		});
	}
}

class Adapter extends Queryable implements SqlDriverAdapter {
	readonly #options: PrismaAdapterOptions;

	constructor(options: PrismaAdapterOptions) {
		super(options);
		this.#options = options;
	}

	async executeScript(script: string): Promise<void> {
		translated(() => this.db.exec(script));
	}

	/** Starts a transaction on a connection of its own. Its reads see one snapshot, and transactions do not wait for each other. */
	async startTransaction(): Promise<Transaction> {
		return new ReadTransaction(this.#options);
	}

	/** Returns the properties of the connection. The schema is SQLite's `temp`, which has the views. */
	getConnectionInfo(): { schemaName: string; maxBindValues: number; supportsRelationJoins: boolean } {
		return { schemaName: 'temp', maxBindValues, supportsRelationJoins: false };
	}

	async dispose(): Promise<void> {
		this.db.close();
	}
}

class ReadTransaction extends Queryable implements Transaction {
	/** Closing the connection ends the transaction, so Prisma need not send COMMIT. */
	readonly options = { usePhantomQuery: true };

	constructor(options: PrismaAdapterOptions) {
		super(options);
		translated(() => this.db.exec('BEGIN'));
	}

	async commit(): Promise<void> {
		this.db.close();
	}

	async rollback(): Promise<void> {
		this.db.close();
	}
}

function parameterOf(argument: unknown, type: ArgType | undefined): SQLInputValue {
	if (argument === undefined || argument === null) return null;
	if (typeof argument === 'boolean') return argument ? 1 : 0;
	if (argument instanceof Date) return timeOf(argument);
	if (argument instanceof Uint8Array) return argument;
	if (typeof argument === 'string') {
		if (type?.scalarType === 'bytes') return Buffer.from(argument, 'base64');
		if (type?.scalarType === 'datetime') return timeOf(new Date(argument));
		if (type?.scalarType === 'bigint') return BigInt(argument);
		return argument;
	}
	if (typeof argument === 'number' || typeof argument === 'bigint') return argument;
	return JSON.stringify(argument);
}

/** Formats a time as views show it, so that comparing the texts compares the times. */
function timeOf(date: Date): string {
	return date.toISOString();
}

/** Derives the type of a column from its values, because columns of views have no declared type. */
function columnTypeOf(rows: readonly (readonly SQLOutputValue[])[], column: number): ColumnType {
	let type: ColumnType | undefined;
	for (const row of rows) {
		const value = row[column];
		if (typeof value === 'string') return ColumnTypeEnum.Text;
		if (value instanceof Uint8Array) return ColumnTypeEnum.Bytes;
		if (typeof value === 'number') return ColumnTypeEnum.Double;
		if (typeof value === 'bigint') {
			if (value !== BigInt.asIntN(32, value)) return ColumnTypeEnum.Int64;
			type = ColumnTypeEnum.Int32;
		}
	}
	return type ?? ColumnTypeEnum.Text;
}

function resultOf(value: SQLOutputValue): unknown {
	if (typeof value !== 'bigint') return value;
	return value === BigInt.asIntN(32, value) ? Number(value) : value.toString();
}

function translated<T>(run: () => T): T {
	try {
		return run();
	} catch (error) {
		if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') throw error;
		const isWrite = (error.errcode & 0xff) === sqliteReadOnly || error.message.endsWith('because it is a view');
		const message = isWrite ? `reports are read-only; change objects through the API (${error.message})` : error.message;
		throw new DriverAdapterError({ kind: 'sqlite', extendedCode: error.errcode, message });
	}
}
