/**
 * Moves the write-ahead log into the database, in small portions, so that neither a commit nor a restart has much to do.
 * SQLite could do it by itself, but then hides its failures.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** Pages in the log (4 KiB each) before they are moved: 8 MiB, some 10 ms of writing. */
const pagesPerCheckpoint = 2000;

/** How often the size is asked for: it takes longer than counting commits. */
const commitsPerLook = 8;

export class Checkpointer {
	readonly #look: StatementSync;
	readonly #move: StatementSync;
	#commits = 0;
	/** Pages that the last checkpoint left in the log because a reader still needed them. */
	#left = 0;

	constructor(db: DatabaseSync) {
		this.#look = db.prepare('PRAGMA wal_checkpoint(NOOP)');
		this.#move = db.prepare('PRAGMA wal_checkpoint(PASSIVE)');
	}

	/** Called after each commit. Throws when the log cannot be moved. */
	committed(): void {
		if (++this.#commits % commitsPerLook !== 0) return;
		const pages = Number(this.#look.get()?.log ?? 0);
		if (pages < this.#left) this.#left = 0;
		if (pages - this.#left >= pagesPerCheckpoint) this.run();
	}

	run(): void {
		const row = this.#move.get();
		const pages = Number(row?.log ?? 0);
		this.#left = Number(row?.checkpointed ?? 0) < pages ? pages : 0;
	}
}
