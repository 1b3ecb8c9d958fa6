/** A PostgreSQL server of Debian's packages on a free loopback port, with a schema for each store under test. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { openPostgresqlStore, type PostgresqlStore, type PostgresqlStoreOptions } from '../../runtime/storage/postgresql/store.ts';
import { freePort } from '../peers/programs.ts';

const packages = '/usr/lib/postgresql';

/** Folder of the newest installed programs; undefined when there are none. */
export const programs: string | undefined = existsSync(packages)
	? readdirSync(packages)
			.filter((version) => existsSync(join(packages, version, 'bin/initdb')))
			.sort((a, b) => Number(b) - Number(a))
			.map((version) => join(packages, version, 'bin'))[0]
	: undefined;

/** PostgreSQL refuses to run as root, so a test run by root uses the account of the Debian package. */
function account(): { readonly uid: number; readonly gid: number } | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
	return { uid: id('-u'), gid: id('-g') };
}

export class PostgresqlServer {
	readonly port: number;
	readonly #folder: string;
	readonly #account = account();
	#process: ChildProcess | undefined;
	#schemas = 0;

	private constructor(folder: string, port: number) {
		this.#folder = folder;
		this.port = port;
	}

	static async start(): Promise<PostgresqlServer> {
		const folder = mkdtempSync(join(tmpdir(), 'postgresql-'));
		const server = new PostgresqlServer(folder, await freePort());
		if (server.#account !== undefined) chownSync(folder, server.#account.uid, server.#account.gid);
		const words = ['--pgdata', join(folder, 'data'), '--username', 'orch', '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C', '--no-sync'];
		execFileSync(join(programs ?? '', 'initdb'), words, { ...server.#account, stdio: 'ignore' });
		await server.run();
		return server;
	}

	url(database: string): string {
		return `//orch@127.0.0.1:${this.port}/${database}`;
	}

	/** Starts the process and waits until it answers. */
	async run(): Promise<void> {
		const settings = ['-c', `port=${this.port}`, '-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${this.#folder}`];
		this.#process = spawn(join(programs ?? '', 'postgres'), ['-D', join(this.#folder, 'data'), ...settings], { ...this.#account, stdio: 'ignore' });
		for (let attempt = 0; ; attempt++) {
			try {
				await this.query('postgres', 'SELECT 1');
				return;
			} catch (error) {
				if (attempt > 300) throw error;
				await delay(100);
			}
		}
	}

	/** Ends the process: `SIGINT` disconnects clients and shuts down, `SIGQUIT` is a crash. */
	async halt(signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
		const ended = this.#process === undefined ? undefined : once(this.#process, 'exit');
		this.#process?.kill(signal);
		await ended;
		this.#process = undefined;
	}

	async stop(): Promise<void> {
		await this.halt('SIGQUIT');
		rmSync(this.#folder, { recursive: true, force: true });
	}

	async query(database: string, sql: string): Promise<void> {
		await this.queryAt(this.url(database), sql);
	}

	/** Runs SQL at a location that `createSchema` returned. */
	async queryAt(location: string, sql: string): Promise<void> {
		const client = new Client({ connectionString: `postgresql:${location}` });
		client.on('error', () => undefined);
		await client.connect();
		try {
			await client.query(sql);
		} finally {
			await client.end();
		}
	}

	/** Returns the location of a new, empty schema: creating a database copies 300 files. */
	async createSchema(): Promise<string> {
		const name = `test${++this.#schemas}`;
		await this.query('postgres', `CREATE SCHEMA ${name}`);
		return `${this.url('postgres')}?options=${encodeURIComponent(`-c search_path=${name}`)}`;
	}

	async temporaryStore(options: Partial<PostgresqlStoreOptions> = {}): Promise<TemporaryPostgresqlStore> {
		const location = await this.createSchema();
		const open = (): Promise<PostgresqlStore> => openPostgresqlStore({ location, vocabulary: 'test', ...options });
		let store = await open();
		return {
			get store() {
				return store;
			},
			location,
			reopen: async () => {
				await store.close();
				store = await open();
				return store;
			},
			destroy: () => store.close(),
		};
	}
}

export interface TemporaryPostgresqlStore {
	/** Store opened last. */
	readonly store: PostgresqlStore;
	readonly location: string;
	reopen(): Promise<PostgresqlStore>;
	destroy(): Promise<void>;
}
