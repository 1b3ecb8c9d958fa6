/** Connections to the address of the database that accepts writes; after a failover that is another one. */
import { type ClientConfig, type CustomTypesConfig, Pool, type PoolClient } from 'pg';
import { StorageUnreachableError } from '../errors.ts';
import type { Location } from './location.ts';

/** Connections to one address: one that commits, one that follows, and readers of history. */
const mostConnections = 8;

const connectMs = 3_000;

/** Bound on one statement. A connection that answers nothing for so long is broken, for example half-open after a failover. */
const statementMs = 15_000;

/**
 * Time after which the database ends a transaction whose server does nothing. It bounds how long a stopped server holds the lock that all
 * commits take.
 */
const idleTransactionMs = 5_000;

export class Connections {
	readonly #pools: readonly Pool[];
	/** Index of the address that accepted writes last. */
	#preferred = 0;

	constructor({ addresses }: Location) {
		this.#pools = addresses.map((address) => poolOf(address));
	}

	/** Connects to the first address that accepts writes. Rejects with StorageUnreachableError. Call `release(true)` after an error. */
	async connect(): Promise<PoolClient> {
		const failures: string[] = [];
		for (let i = 0; i < this.#pools.length; i++) {
			const index = (this.#preferred + i) % this.#pools.length;
			try {
				const client = await this.#writable(this.#pools[index] as Pool);
				this.#preferred = index;
				return client;
			} catch (error) {
				failures.push(messageOf(error));
			}
		}
		throw new StorageUnreachableError([...new Set(failures)].join('; '));
	}

	/** Runs a task on a connection of its own. */
	async use<T>(task: (client: PoolClient) => Promise<T>): Promise<T> {
		const client = await this.connect();
		try {
			const result = await task(client);
			client.release();
			return result;
		} catch (error) {
			client.release(true);
			throw error;
		}
	}

	async close(): Promise<void> {
		await Promise.all(this.#pools.map((pool) => pool.end()));
	}

	async #writable(pool: Pool): Promise<PoolClient> {
		const client = await pool.connect();
		try {
			const { rows } = await client.query<{ readonly standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
			if (rows[0]?.standby !== false) throw new Error('the database is a standby and accepts no writes');
			return client;
		} catch (error) {
			client.release(true);
			throw error;
		}
	}
}

function poolOf(address: ClientConfig): Pool {
	const pool = new Pool({
		...address,
		max: mostConnections,
		connectionTimeoutMillis: connectMs,
		query_timeout: statementMs,
		idle_in_transaction_session_timeout: idleTransactionMs,
		keepAlive: true,
		application_name: 'orch',
		types,
	});
	// The pool drops an idle connection that breaks. A connection in use reports the error to its statement as well.
	pool.on('error', () => undefined);
	pool.on('connect', (client) => client.on('error', () => undefined));
	return pool;
}

/** Object identifiers of the types in the tables. */
const oids = { bool: 16, int8: 20, int4: 23 } as const;

/** Revisions, times and sums are below 2^53, so a number holds them. Other types keep the client's own parsers. */
const types: CustomTypesConfig = {
	getTypeParser: (oid: number) => {
		if (oid === oids.int8 || oid === oids.int4) return (text: string) => Number(text);
		if (oid === oids.bool) return (text: string) => text === 't';
		if (oid === byteaOid) return (text: string) => Buffer.from(text.slice(hexPrefix.length), 'hex');
		return (text: string) => text;
	},
};

const byteaOid = 17;
const hexPrefix = '\\x';

/** Some connection errors, such as those of all addresses of a name, have no message of their own. */
function messageOf(error: unknown): string {
	if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
	return error instanceof Error ? error.message : String(error);
}
