/** The table `meta`: what a database says of itself, by key. */
import type { DatabaseSync } from 'node:sqlite';

export function readMeta(db: DatabaseSync, key: string): string | undefined {
	const value = db.prepare('SELECT value FROM meta WHERE key = ?').get(key)?.value;
	return value === undefined ? undefined : String(value);
}

export function writeMeta(db: DatabaseSync, key: string, value: string): void {
	db.prepare('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value').run(key, value);
}
