/** Forgets the log step by step and gives the space back. Runs in the worker; each step is a short transaction, so writes go on between. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Revision } from '../../store.ts';
import { writeMeta } from '../database/meta.ts';
import type { LogIndex } from './log-index.ts';

/** Log rows of one step: a few milliseconds of the worker's time, which is what a write may have to wait. */
export const rowsPerStep = 500;

/** Pages moved and cut off in one step; also a few milliseconds. */
const pagesPerStep = 256;

/** Free pages are kept for the log's next rows: giving back what is asked for again at once would only wear the disk. */
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
		// The newest row stays: it says what all objects amount to.
		this.#forget = db.prepare('DELETE FROM revisions WHERE revision <= ? AND revision < (SELECT max(revision) FROM revisions)');
	}

	get oldest(): Revision {
		return this.#oldest;
	}

	/** What is there up to a revision is not to be used any more; it is deleted when its time comes. */
	lose(revision: Revision): void {
		this.#oldest = revision;
	}

	/** One step towards forgetting everything up to `before`; true when there is nothing left to do. `all`: no free page is kept. */
	step(before: Revision, all = false): boolean {
		if (before > this.#oldest) {
			const last = this.#lastOfStep.get(before, rowsPerStep - 1)?.revision;
			this.#forgetUpTo(last === undefined ? before : Number(last));
			return false;
		}
		return this.#giveBack(all);
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

	/** One step towards a file without free pages, which may hold what was deleted. True when there is none left. */
	wipe(): boolean {
		return this.#giveBack(true);
	}

	/** True when no more pages are free than are kept on purpose. */
	#giveBack(all: boolean): boolean {
		const free = this.#pragma('freelist_count');
		const spare = free - (all ? 0 : Math.max(slack.pages, Math.floor(this.#pragma('page_count') * slack.fraction)));
		if (spare <= 0) return true;
		this.#db.exec(`PRAGMA incremental_vacuum(${Math.min(spare, pagesPerStep)})`);
		// No progress means that the file cannot shrink now; asking again would never end.
		return this.#pragma('freelist_count') >= free;
	}

	#pragma(name: 'freelist_count' | 'page_count'): number {
		return Number(this.#db.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);
	}
}
