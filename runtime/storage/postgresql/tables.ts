/**
 * Tables of the engine and their migrations. They are the same in all builds: kinds and versions are data.
 *
 * `sequencer` has one row, which every commit locks and changes last. Revisions are therefore allotted in the order of the commits, and a
 * reader that sees a revision sees all before it. `revisions` is an undo log: a row has the state that a change replaced. The state that
 * the change made is in `objects`, or in the row of the object's next change (`previous` = its revision).
 */
import type { ClientBase } from 'pg';
import { StorageRefusedError } from '../errors.ts';
import { firstRevision } from '../first-revision.ts';
import type { Revision } from '../store.ts';

/** Newest format: the number of migrations. */
const format = 1;

/** SQL that leads from each format to the next. Texts compare by bytes, so that the order is that of the other engines. */
const migrations: readonly string[] = [
	`
	CREATE TABLE sequencer (
		one boolean PRIMARY KEY DEFAULT true CHECK (one),
		revision bigint NOT NULL,
		time_ms bigint NOT NULL,
		oldest bigint NOT NULL,
		objects bigint NOT NULL,
		sum bigint NOT NULL
	);
	CREATE TABLE objects (
		resource text COLLATE "C" NOT NULL,
		namespace text COLLATE "C" NOT NULL,
		name text COLLATE "C" NOT NULL,
		revision bigint NOT NULL,
		version text NOT NULL,
		checksum bigint NOT NULL,
		side text NOT NULL,
		bytes bytea NOT NULL,
		PRIMARY KEY (resource, namespace, name)
	);
	CREATE UNIQUE INDEX objects_revision ON objects (revision);
	CREATE TABLE revisions (
		revision bigint PRIMARY KEY,
		time_ms bigint NOT NULL,
		resource text COLLATE "C" NOT NULL,
		namespace text COLLATE "C" NOT NULL,
		name text COLLATE "C" NOT NULL,
		deleted boolean NOT NULL,
		previous bigint NOT NULL,
		version text,
		checksum bigint,
		side text,
		bytes bytea
	);
	CREATE INDEX revisions_previous ON revisions (previous) WHERE previous > 0;
	CREATE INDEX revisions_key ON revisions (resource, namespace, name, revision);
	`,
];

/** Key of the advisory lock under which one server creates and migrates the tables: the letters "orch". */
const migrationLock = 0x6f726368;

export interface Identity {
	/** Identity of the history: a new one for each created database. */
	readonly history: string;
}

export interface Expected {
	readonly vocabulary: string;
	/** True when the server's keys show that it stored objects before. An empty database is then refused. */
	readonly known: boolean;
	readonly acceptLoss: boolean;
	readonly label: string;
	/** Set by a restore, which needs an empty database: revisions begin above this one. The database stays refused until `endRestore`. */
	readonly restoreAbove?: Revision | undefined;
}

/** Creates the tables, or migrates them to the newest format. Servers that start at once do it one after the other. */
export async function prepareTables(client: ClientBase, expected: Expected): Promise<Identity> {
	await client.query('BEGIN');
	try {
		await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
		const identity = await prepareLocked(client, expected);
		await client.query('COMMIT');
		return identity;
	} catch (error) {
		await client.query('ROLLBACK').catch(() => undefined);
		throw error;
	}
}

async function prepareLocked(client: ClientBase, { vocabulary, known, acceptLoss, label, restoreAbove }: Expected): Promise<Identity> {
	const meta = await readMeta(client);
	const found = Number(meta?.get('format') ?? 0);
	if (found > format)
		throw new StorageRefusedError(`${label} was written by a newer release (format ${found}, this server supports ${format}); use that release`);
	if (found === 0 && known && !acceptLoss) {
		throw new StorageRefusedError(
			`${label} is empty, although this server stored objects before: check the address, restore a backup, or start once with --accept-data-loss`,
		);
	}
	if (meta?.has('restoring'))
		throw new StorageRefusedError(`${label} holds part of a backup, because a restore did not finish: restore into an empty database`);
	if (restoreAbove !== undefined && found > 0) throw new StorageRefusedError(`${label} already holds objects: create an empty database, and restore into that`);
	const stored = meta?.get('vocabulary') ?? vocabulary;
	if (stored !== vocabulary) {
		throw new StorageRefusedError(
			`${label} holds data in the vocabulary ${JSON.stringify(stored)}, but this server speaks ${JSON.stringify(vocabulary)}; choose another database`,
		);
	}
	if (meta === undefined) await client.query('CREATE TABLE meta (key text PRIMARY KEY, value text NOT NULL)');
	for (const sql of migrations.slice(found)) await client.query(sql);
	if (found < format) await writeMeta(client, 'format', String(format));
	const history = meta?.get('history') ?? crypto.randomUUID();
	if (found === 0) {
		await writeMeta(client, 'vocabulary', vocabulary);
		await writeMeta(client, 'history', history);
		if (restoreAbove !== undefined) await writeMeta(client, 'restoring', 'true');
		const first = Math.max(firstRevision(Date.now()), (restoreAbove ?? 0) + 1);
		await client.query('INSERT INTO sequencer (revision, time_ms, oldest, objects, sum) VALUES ($1, 0, $1, 0, 0)', [first]);
	}
	return { history };
}

/** Marks a restored database as complete. */
export async function endRestore(client: ClientBase): Promise<void> {
	await client.query("DELETE FROM meta WHERE key = 'restoring'");
}

/** Deletes the tables of a restore that failed. */
export async function dropTables(client: ClientBase): Promise<void> {
	await client.query('DROP TABLE meta, sequencer, objects, revisions');
}

/** Returns the vocabulary of the stored objects; undefined for a database without tables. */
export async function storedVocabulary(client: ClientBase): Promise<string | undefined> {
	return (await readMeta(client))?.get('vocabulary');
}

async function readMeta(client: ClientBase): Promise<ReadonlyMap<string, string> | undefined> {
	const { rows: tables } = await client.query("SELECT to_regclass('meta') IS NOT NULL AS exists");
	if (tables[0]?.exists !== true) return undefined;
	const { rows } = await client.query<{ key: string; value: string }>('SELECT key, value FROM meta');
	return new Map(rows.map(({ key, value }) => [key, value]));
}

async function writeMeta(client: ClientBase, key: string, value: string): Promise<void> {
	await client.query('INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value', [key, value]);
}
