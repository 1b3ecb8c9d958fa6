/** Parts of the engine that backups need, in one module that only they load. */
import type { PoolClient } from 'pg';
import { Connections } from './connections.ts';
import { parseLocation } from './location.ts';

export { Connections } from './connections.ts';
export { parseLocation } from './location.ts';
export { readSnapshot } from './read.ts';
export { rowOf } from './rows.ts';
export { openPostgresqlStore } from './store.ts';
export { dropTables, endRestore, storedVocabulary } from './tables.ts';

/** Runs a task on a connection to the database. */
export async function inDatabase<T>(location: string, task: (client: PoolClient) => Promise<T>): Promise<T> {
	const connections = new Connections(parseLocation(location));
	try {
		return await connections.use(task);
	} finally {
		await connections.close();
	}
}
