/**
 * Looks whether the log that was found at the start is what was written: every row, none missing, and the index as the table. Done in
 * steps before the log is first used, so that a start need not wait for it; what was written since is known to be there.
 */
import { DatabaseSync } from 'node:sqlite';
import type { Revision } from '../../store.ts';
import { codes, sqliteCode } from '../database/database.ts';
import type { Versions } from '../database/versions.ts';
import { entryColumns, verifyEntry } from '../worker/read.ts';
import { DamagedLogError } from './damage.ts';

/** Some milliseconds of the worker's time. */
const rowsPerStep = 2000;
const bytesPerStep = 4 * 1024 * 1024;

/** What there is of a resource. */
interface Share {
	rows: number;
	revisions: number;
}

export class LogCheck {
	readonly #path: string;
	readonly #versions: Versions;
	readonly #after: Revision;
	readonly #end: Revision;
	readonly #shares = new Map<string, Share>();
	#db: DatabaseSync | undefined;
	#reached: Revision;
	#isDone: boolean;

	/** Between two revisions, exclusive and inclusive. */
	constructor(path: string, versions: Versions, after: Revision, end: Revision) {
		this.#path = path;
		this.#versions = versions;
		this.#after = after;
		this.#reached = after;
		this.#end = end;
		this.#isDone = after >= end;
	}

	get isDone(): boolean {
		return this.#isDone;
	}

	/** True when all is verified. Throws DamagedLogError. */
	step(): boolean {
		if (this.#isDone) return true;
		try {
			this.#db ??= new DatabaseSync(this.#path, { readOnly: true });
			if (this.#reached < this.#end) this.#verifyRows(this.#db);
			else this.#verifyIndex(this.#db);
		} catch (error) {
			this.#finish();
			if (sqliteCode(error) === codes.corrupt) throw new DamagedLogError('it cannot be read', true);
			throw error;
		}
		return this.#isDone;
	}

	#verifyRows(db: DatabaseSync): void {
		const statement = db.prepare(
			`SELECT ${entryColumns} FROM revisions r NOT INDEXED WHERE r.revision > ? AND r.revision <= ? ORDER BY r.revision LIMIT ${rowsPerStep}`,
		);
		let bytes = 0;
		let rows = 0;
		for (const row of statement.iterate(this.#reached, this.#end) as Iterable<unknown> as Iterable<Parameters<typeof verifyEntry>[0]>) {
			if (row.revision !== this.#reached + 1) break;
			verifyEntry(row, this.#versions.text(row.previousVersion));
			const share = this.#shares.get(row.resource) ?? { rows: 0, revisions: 0 };
			this.#shares.set(row.resource, { rows: share.rows + 1, revisions: share.revisions + (row.revision % modulus) });
			this.#reached = row.revision;
			rows++;
			bytes += row.previousBytes?.byteLength ?? 0;
			if (bytes >= bytesPerStep) return;
		}
		if (rows < rowsPerStep && this.#reached < this.#end) throw new DamagedLogError(`revision ${this.#reached + 1} is missing`, true);
	}

	#verifyIndex(db: DatabaseSync): void {
		const statement = db.prepare(
			`SELECT count(*) AS rows, coalesce(sum(revision % ${modulus}), 0) AS revisions FROM revisions INDEXED BY revisions_resource WHERE resource = ? AND revision > ? AND revision <= ?`,
		);
		const [resource, share] = this.#shares.entries().next().value ?? [];
		if (resource === undefined || share === undefined) {
			this.#finish();
			return;
		}
		this.#shares.delete(resource);
		const found = statement.get(resource, this.#after, this.#end);
		if (found?.rows !== share.rows || found.revisions !== share.revisions) throw new DamagedLogError(`its index of ${resource} is not what was written`, true);
	}

	#finish(): void {
		this.#isDone = true;
		this.#db?.close();
		this.#db = undefined;
	}
}

/** Sums of revisions stay exact. */
const modulus = 1_000_003;
