/** Tests that a refused start changes no byte of the data, so that the cause can be investigated. */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqliteStore, type SqliteStore, type SqliteStoreOptions } from '../../runtime/storage/sqlite/open.ts';
import { openCache } from '../../runtime/watch/cache.ts';

let folder: string;
/** Store of a running server. */
let running: SqliteStore;
/** Database that a kill left, with all its data in the log. */
let left: string;

const views = 'CREATE VIEW "Thing" AS SELECT name FROM objects;';

const put = (name: string) => ({ resource: 'things', namespace: 'a', name, expected: 0, bytes: Buffer.from(`{"metadata":{"name":"${name}"}}`), side: '' });

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'untouched-'));
	left = join(folder, 'left');
	mkdirSync(left);
	running = await openSqliteStore({ path: join(folder, 'a.db'), vocabulary: 'test', views });
	await running.commit([put('x'), put('y')]);
});
afterEach(async () => {
	await running.close();
	rmSync(folder, { recursive: true });
});

function kill(...parts: readonly string[]): void {
	for (const part of parts) copyFileSync(join(folder, `a.db${part}`), join(left, `a.db${part}`));
}

/** Runs SQL on the database; these changes are in the log, too. */
function killAfter(sql: string): void {
	const db = new DatabaseSync(join(folder, 'a.db'));
	db.exec(sql);
	kill('', '-wal', '.mark');
	db.close();
}

function contents(of: string): Record<string, string> {
	// Excludes the index of the log, which is shared memory, and the empty lock.
	const names = readdirSync(of).filter((name) => name !== 'left' && !name.endsWith('-shm') && !name.endsWith('.lock'));
	return Object.fromEntries(
		names.map((name) => [
			name,
			createHash('sha256')
				.update(readFileSync(join(of, name)))
				.digest('hex'),
		]),
	);
}

/** Starts as a server does, up to the cache. */
async function started(path: string, options: Partial<SqliteStoreOptions>): Promise<void> {
	const store = await openSqliteStore({ path, vocabulary: 'test', known: true, views, onReport: () => undefined, ...options });
	try {
		await (await openCache(store)).close();
	} finally {
		await store.close();
	}
}

const refusals: readonly (readonly [string, () => void | Promise<void>, RegExp, (Partial<SqliteStoreOptions> | undefined)?])[] = [
	['a newer format', () => killAfter('PRAGMA user_version = 99'), /written by a newer release/],
	['somebody else’s tables', () => killAfter('PRAGMA user_version = 0'), /a database of another program/],
	['a table more', () => killAfter('CREATE INDEX more ON objects (name)'), /its tables are not as they were made/],
	['an object that is gone', () => killAfter("DELETE FROM objects WHERE name = 'x'"), /holds 1 objects, but should have 2/],
	['another end of the log', () => killAfter("UPDATE revisions SET name = 'z'"), /the end of its log differs from the written one/],
	['a damaged vocabulary', () => killAfter("UPDATE meta SET value = 'z' WHERE key = 'vocabulary'"), /its vocabulary differs from the written state/],
	['another vocabulary', () => kill('', '-wal', '.mark'), /holds data in the vocabulary "test"/, { vocabulary: 'other' }],
	[
		'a newer mark',
		async () => {
			kill('', '-wal');
			await running.commit([put('z')]);
			kill('.mark');
		},
		/ends at revision \d+, though 1 writes/,
	],
	[
		'a log that is cut short',
		async () => {
			await running.commit([put('z')]);
			kill('', '-wal', '.mark');
			truncateSync(join(left, 'a.db-wal'), readFileSync(join(left, 'a.db-wal')).length - 100);
		},
		/ends at revision \d+, though \d+ writes/,
	],
	[
		'a log of something else',
		() => {
			killAfter('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA user_version = 99');
			truncateSync(join(left, 'a.db-wal'), 100);
			const db = new DatabaseSync(join(left, 'a.db'));
			db.exec('PRAGMA journal_mode = DELETE; PRAGMA user_version = 99; PRAGMA journal_mode = WAL');
			db.close();
			writeFileSync(join(left, 'a.db-wal'), 'no log');
		},
		/written by a newer release/,
	],
];

it.for(refusals)('%s', async ([, make, sentence, options = {}]) => {
	await make();
	const before = contents(left);
	await expect(started(join(left, 'a.db'), options)).rejects.toThrow(sentence);
	expect(contents(left)).toEqual(before);
});

it('a database that runs', async () => {
	writeFileSync(join(folder, 'a.db.reserve.new'), 'what the one that runs may be about to keep');
	const before = contents(folder);
	await expect(started(join(folder, 'a.db'), {})).rejects.toThrow('another server is using');
	expect(contents(folder)).toEqual(before);
});
