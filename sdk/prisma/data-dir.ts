/** Opens a server's data directory as an adapter. Any other folder or file is refused, with advice. */
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { sqliteAdapter } from './adapter.ts';

/** Facts about the server for which a package is made. */
export interface PackageFacts {
	/** Name of the server's vocabulary. */
	readonly vocabulary: string;
	/** SELECT statement of each view, by view name. */
	readonly views: Readonly<Record<string, string>>;
}

const databaseFile = 'orch.db';

/**
 * Opens the database of a server. `dataDir`: the server's `--data-dir`, or its database file. Throws an Error when there is no database of
 * such a server.
 */
export function adapterOf(dataDir: string, { vocabulary, views }: PackageFacts): SqlDriverAdapterFactory {
	const path = databaseIn(resolve(dataDir));
	checkDatabase(path, vocabulary);
	return sqliteAdapter({ path, views: new Map(Object.entries(views)) });
}

function databaseIn(dataDir: string): string {
	const found = statSync(dataDir, { throwIfNoEntry: false });
	if (found === undefined) throw new Error(`there is no ${dataDir}: name the folder that the server has as its --data-dir`);
	if (found.isFile()) return dataDir;
	const path = join(dataDir, databaseFile);
	if (!existsSync(path)) throw new Error(`${dataDir} is no data directory of a server that keeps its objects there: it has no ${databaseFile}`);
	return path;
}

function checkDatabase(path: string, vocabulary: string): void {
	const db = opened(path);
	try {
		const spoken = readFrom(db, path);
		if (spoken !== vocabulary)
			throw new Error(
				`${path} is of a server that speaks the vocabulary ${JSON.stringify(spoken)}, and this package of ${JSON.stringify(vocabulary)}: make it with orch sdk prisma --vocabulary ${spoken}`,
			);
	} finally {
		db.close();
	}
}

function opened(path: string): DatabaseSync {
	try {
		return new DatabaseSync(path, { readOnly: true });
	} catch (error) {
		throw new Error(`${path} cannot be opened: ${messageOf(error)}`);
	}
}

/** Returns the vocabulary of the database. Throws when its tables are not those that the views read. */
function readFrom(db: DatabaseSync, path: string): string {
	try {
		db.prepare('SELECT resource, namespace, name, revision, versions.version, bytes FROM objects JOIN versions ON versions.id = objects.version LIMIT 0').all();
		return String(db.prepare("SELECT value FROM meta WHERE key = 'vocabulary'").get()?.value);
	} catch (error) {
		const what = messageOf(error);
		if (/^no such (table|column)/.test(what))
			throw new Error(`${path} has another format than this package reads (${what}): make the package with the orch that the server is built with`);
		if (what === 'unable to open database file' || what === 'attempt to write a readonly database')
			throw new Error(`${path} cannot be read (${what}): reading needs write access to its folder, where SQLite keeps its list of readers`);
		throw new Error(`${path} cannot be read: ${what}`);
	}
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
