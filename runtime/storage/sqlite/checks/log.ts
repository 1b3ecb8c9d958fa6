/**
 * Verifies that the log found at the start is intact and complete. This happens in steps before the first use of the log, so that the start
 * need not wait. Rows written since the start need no check.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { ShortStep } from '../../../scheduling/short-step.ts';
import type { Revision } from '../../store.ts';
import { codes, sqliteCode } from '../database/codes.ts';
import type { Versions } from '../database/versions.ts';
import type { LogIndex } from '../worker/log-index.ts';
import { type Entry, entryColumns, verifyEntry } from '../worker/read.ts';
import { DamagedLogError } from './damage.ts';

export class LogCheck {
	readonly #path: string;
	readonly #versions: Versions;
	readonly #end: Revision;
	readonly #index: LogIndex;
	#db: DatabaseSync | undefined;
	#rows: StatementSync | undefined;
	#reached: Revision;
	#isDone: boolean;

	/** Verifies rows between two revisions (exclusive, inclusive), and adds them to the index. */
	constructor(path: string, versions: Versions, index: LogIndex, after: Revision, end: Revision) {
		this.#path = path;
		this.#versions = versions;
		this.#index = index;
		this.#reached = after;
		this.#end = end;
		this.#isDone = after >= end;
	}

	/** Runs one step. Returns true when everything is verified. Throws DamagedLogError. */
	step(): boolean {
		if (this.#isDone) return true;
		try {
			this.#db ??= new DatabaseSync(this.#path, { readOnly: true });
			this.#rows ??= this.#db.prepare(`SELECT ${entryColumns} FROM revisions WHERE revision > ? AND revision <= ? ORDER BY revision`);
			this.#verifyRows(this.#rows);
			if (this.#reached === this.#end) this.#finish();
		} catch (error) {
			this.#finish();
			if (sqliteCode(error) === codes.corrupt) throw new DamagedLogError('it cannot be read', true);
			throw error;
		}
		return this.#isDone;
	}

	#verifyRows(rows: StatementSync): void {
		const step = new ShortStep();
		for (const row of rows.iterate(this.#reached, this.#end) as Iterable<unknown> as Iterable<Entry>) {
			if (row.revision !== this.#reached + 1) break;
			verifyEntry(row, this.#versions.text(row.previousVersion));
			this.#index.add(row.revision, row.resource, row.namespace, row.previous);
			this.#reached = row.revision;
			if (step.isOverAfter(row.previousBytes?.byteLength ?? 0)) return;
		}
		if (this.#reached < this.#end) throw new DamagedLogError(`revision ${this.#reached + 1} is missing`, true);
	}

	#finish(): void {
		this.#isDone = true;
		this.#db?.close();
		this.#db = undefined;
	}
}
