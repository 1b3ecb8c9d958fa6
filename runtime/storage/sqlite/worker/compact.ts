/**
 * Compacts the log in steps and frees the space. Runs in the worker. Each step is a short transaction, so that writes continue between
 * steps.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Revision } from '../../store.ts';
import { writeMeta } from '../database/meta.ts';
import type { LogIndex } from './log-index.ts';

/** Log rows to delete in one step: a few milliseconds of the worker's time, for which a write may have to wait. */
export const rowsPerStep = 500;

/** Pages to move and truncate in one step, also a few milliseconds. */
const pagesPerStep = 256;

/** Free pages that are kept for the next rows of the log. Freeing space that is needed again soon would only wear the disk. */
const slack = { pages: 1024, fraction: 0.25 };

export class Compactor {
	readonly #db: DatabaseSync;
	readonly #lastOfStep: StatementSync;
	readonly #forget: StatementSync;
	readonly #index: LogIndex;
	#oldest: Revision;

	constructor(db: DatabaseSync, index: LogIndex, oldest: Revision) {
		this.#db = db;
		this.#index = index;
		this.#oldest = oldest;
		this.#lastOfStep = db.prepare('SELECT revision FROM revisions WHERE revision <= ? ORDER BY revision LIMIT 1 OFFSET ?');
		// The newest row stays, because it holds the totals of all objects.
		this.#forget = db.prepare('DELETE FROM revisions WHERE revision <= ? AND revision < (SELECT max(revision) FROM revisions)');
	}

	get oldest(): Revision {
		return this.#oldest;
	}

	/** Invalidates the history up to a revision; later steps delete it. */
	lose(revision: Revision): void {
		this.#oldest = revision;
	}

	/** Runs one step of a compaction up to `before`. Returns true when no work remains. `all`: true to keep no free page. */
	step(before: Revision, all = false): boolean {
		if (before > this.#oldest) {
			const last = this.#lastOfStep.get(before, rowsPerStep - 1)?.revision;
			this.#forgetUpTo(last === undefined ? before : Number(last));
			return false;
		}
		return this.#freePages(all);
	}

	#forgetUpTo(revision: Revision): void {
		this.#db.exec('BEGIN IMMEDIATE');
		try {
			this.#forget.run(revision);
			writeMeta(this.#db, 'oldest', String(revision));
			this.#db.exec('COMMIT');
		} catch (error) {
			if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
			throw error;
		}
		this.#index.forget(revision);
		this.#oldest = revision;
	}

	/** Runs one step towards a file without free pages, which may contain deleted data. Returns true when no free page is left. */
	wipe(): boolean {
		return this.#freePages(true);
	}

	/** Frees surplus pages. Returns true when only the intended number is free. */
	#freePages(all: boolean): boolean {
		const free = this.#pragma('freelist_count');
		const spare = free - (all ? 0 : Math.max(slack.pages, Math.floor(this.#pragma('page_count') * slack.fraction)));
		if (spare <= 0) return true;
		this.#db.exec(`PRAGMA incremental_vacuum(${Math.min(spare, pagesPerStep)})`);
		// Without progress, the file cannot shrink now, and repeating would never end.
		return this.#pragma('freelist_count') >= free;
	}

	#pragma(name: 'freelist_count' | 'page_count'): number {
		return Number(this.#db.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);
	}
}
