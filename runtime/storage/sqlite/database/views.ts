/** Reporting views over `objects`, created from generated SQL. They hold no data, so recreating them is safe. */
import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { readMeta, writeMeta } from './meta.ts';

/** Drops every view and runs the SQL, in one transaction. Does nothing when the last call ran the same SQL. */
export function recreateViews(db: DatabaseSync, sql: string): void {
	const digest = `${sql.length} ${crc32(sql)}`;
	if (readMeta(db, 'views') === digest) return;
	db.exec('BEGIN IMMEDIATE');
	try {
		for (const row of db.prepare("SELECT name FROM sqlite_schema WHERE type = 'view'").all()) {
			db.exec(`DROP VIEW "${String(row.name).replaceAll('"', '""')}"`);
		}
		db.exec(sql);
		writeMeta(db, 'views', digest);
		db.exec('COMMIT');
	} catch (error) {
		if (db.isTransaction) db.exec('ROLLBACK');
		throw error;
	}
}
