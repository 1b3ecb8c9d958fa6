/** The table `meta`: properties of the database, by key. */
import type { DatabaseSync } from 'node:sqlite';
import { textChecksum } from '../../checksum.ts';
import { DamagedError } from '../checks/damage.ts';

/** Reads a property. Throws DamagedError. */
export function readMeta(db: DatabaseSync, key: string): string | undefined {
	return metaReader(db)(key);
}

/** Returns a reader for repeated use. The reader throws DamagedError. */
export function metaReader(db: DatabaseSync): (key: string) => string | undefined {
	const statement = db.prepare('SELECT value, checksum FROM meta WHERE key = ?');
	return (key) => {
		const row = statement.get(key);
		if (row === undefined) return undefined;
		const value = String(row.value);
		if (row.checksum !== checksumOf(key, value)) throw new DamagedError(`its ${key} differs from the written state`);
		return value;
	};
}

export function writeMeta(db: DatabaseSync, key: string, value: string): void {
	db.prepare(
		'INSERT INTO meta (key, value, checksum) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value, checksum = excluded.checksum',
	).run(key, value, checksumOf(key, value));
}

function checksumOf(key: string, value: string): number {
	return textChecksum(`${key}\0${value}`);
}
