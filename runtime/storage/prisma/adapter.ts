/**
 * Prisma's driver adapter over `node:sqlite`: the typed query and reporting surface on the generated views (DESIGN section 6).
 * Reads only, on connections of its own, and synchronously: loaded by who asks for it, never on the request path.
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

/** SQLite's own bound on parameters of a statement. */
const maxBindValues = 32_766;

export interface PrismaAdapterOptions {
	/** Path of the server's database file; the server may be running. */
	readonly path: string;
}

/** Give it to the generated client: `new PrismaClient({ adapter: sqliteAdapter({ path }) })`. */
export function sqliteAdapter({ path }: PrismaAdapterOptions): SqlDriverAdapterFactory {
	return { ...identity, connect: async () => new Adapter(path) };
}

class Queryable implements SqlQueryable {
	readonly provider = identity.provider;
	readonly adapterName = identity.adapterName;
	protected readonly db: DatabaseSync;

	constructor(path: string) {
		this.db = translated(() => new DatabaseSync(path, { readOnly: true }));
	}

	async queryRaw(query: SqlQuery): Promise<SqlResultSet> {
		return translated(() => {
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

	/** Writes go through the API; SQLite refuses them here. */
	async executeRaw(query: SqlQuery): Promise<number> {
		return translated(() => {
			const parameters = query.args.map((argument, i) => parameterOf(argument, query.argTypes[i]));
			return Number(this.db.prepare(query.sql).run(...parameters).changes);
		});
	}
}

class Adapter extends Queryable implements SqlDriverAdapter {
	readonly #path: string;

	constructor(path: string) {
		super(path);
		this.#path = path;
	}

	async executeScript(script: string): Promise<void> {
		translated(() => this.db.exec(script));
	}

	/** A connection of its own: one state for all its reads, and nobody waits for anybody. */
	async startTransaction(): Promise<Transaction> {
		return new ReadTransaction(this.#path);
	}

	getConnectionInfo(): { maxBindValues: number; supportsRelationJoins: boolean } {
		return { maxBindValues, supportsRelationJoins: false };
	}

	async dispose(): Promise<void> {
		this.db.close();
	}
}

class ReadTransaction extends Queryable implements Transaction {
	/** The connection's end is the transaction's: Prisma need not say COMMIT. */
	readonly options = { usePhantomQuery: true };

	constructor(path: string) {
		super(path);
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

/** As objects carry times, which have no fractions of a second, so that comparing texts compares times. */
function timeOf(date: Date): string {
	return date.toISOString().replace('.000Z', 'Z');
}

/** Columns of views have no declared type: the values tell. */
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
		throw new DriverAdapterError({ kind: 'sqlite', extendedCode: error.errcode, message: error.message });
	}
}
