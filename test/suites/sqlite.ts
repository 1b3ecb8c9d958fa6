/** An empty SQLite store in a temporary folder, for tests that need a real store. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore, type SqliteStore, type SqliteStoreOptions } from '../../runtime/storage/sqlite/open.ts';

export interface TemporaryStore {
	readonly store: SqliteStore;
	readonly path: string;
	reopen(options?: Partial<SqliteStoreOptions>): Promise<SqliteStore>;
	destroy(): Promise<void>;
}

export async function temporarySqliteStore(options: Partial<SqliteStoreOptions> = {}): Promise<TemporaryStore> {
	const folder = mkdtempSync(join(tmpdir(), 'store-'));
	const path = join(folder, 'test.db');
	const open = (more: Partial<SqliteStoreOptions> = {}) => openSqliteStore({ path, vocabulary: 'test', ...options, ...more });
	let store = await open();
	return {
		/** The store opened last. */
		get store() {
			return store;
		},
		path,
		reopen: async (more) => {
			await store.close();
			store = await open(more);
			return store;
		},
		destroy: async () => {
			await store.close();
			rmSync(folder, { recursive: true });
		},
	};
}
