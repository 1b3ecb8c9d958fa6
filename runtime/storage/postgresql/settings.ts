/** Checks the settings of PostgreSQL on which durability depends. */
import type { ClientBase } from 'pg';
import { StorageRefusedError } from '../errors.ts';

/** Oldest supported server: earlier ones get no fixes. */
const oldestServer = 130_000;

interface Settings {
	readonly version: number;
	readonly encoding: string;
	readonly fsync: string;
	readonly full_page_writes: string;
	readonly standbys: string;
	readonly replicas: number;
}

/** Refuses settings that lose acknowledged writes in a crash; returns sentences about those that lose them in a failover. */
export async function checkSettings(client: ClientBase, label: string, acceptLoss: boolean): Promise<readonly string[]> {
	const { rows } = await client.query<Settings>(
		`SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding,
			current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes,
			current_setting('synchronous_standby_names') AS standbys, (SELECT count(*)::int FROM pg_replication_slots) AS replicas`,
	);
	const [found] = rows;
	if (found === undefined) throw new StorageRefusedError(`${label} does not report its settings`);
	if (found.version < oldestServer)
		throw new StorageRefusedError(`${label} is PostgreSQL ${Math.floor(found.version / 10_000)}; ${oldestServer / 10_000} or newer is needed`);
	if (found.encoding !== 'UTF8') throw new StorageRefusedError(`the database of ${label} has the encoding ${found.encoding}; UTF8 is needed`);
	for (const name of ['fsync', 'full_page_writes'] as const) {
		if (found[name] === 'off' && !acceptLoss)
			throw new StorageRefusedError(
				`${label} runs with ${name} = off, which loses acknowledged writes in a crash: set it to on, or start with --accept-data-loss`,
			);
	}
	const isLossy = found.replicas > 0 && found.standbys === '';
	return isLossy ? [`${label} has standbys but no synchronous_standby_names: a failover can lose acknowledged writes`] : [];
}
