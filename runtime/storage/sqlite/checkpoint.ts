/**
 * Moves the write-ahead log into the database, in bounded portions, so that neither a commit nor a restart has much to do.
 * SQLite could do it by itself, but then hides its failures.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * Pages in the log (4 KiB each) before they are moved: 64 MiB. Commits wait some 50 ms meanwhile, once a second under full load.
 * An eighth of it makes them wait a quarter as long but eight times as often, which is then several writes in a hundred; this way it is
 * less than one (and pages that are written repeatedly are moved once). A restart after a kill reads as much, in a tenth of a second.
 */
const pagesPerCheckpoint = 16_000;

/** How often the size is asked for: it takes longer than counting rows. */
const rowsPerLook = 64;

/** How long another program's lock is waited for; as it is set when the database is opened. */
const busyMs = 1000;

export class Checkpointer {
	readonly #look: StatementSync;
	readonly #move: StatementSync;
	readonly #db: DatabaseSync;
	#rows = 0;
	/** Pages that the last checkpoint left in the log because a reader still needed them. */
	#left = 0;

	constructor(db: DatabaseSync) {
		this.#db = db;
		this.#look = db.prepare('PRAGMA wal_checkpoint(NOOP)');
		this.#move = db.prepare('PRAGMA wal_checkpoint(PASSIVE)');
	}

	/** Called after each commit. Throws when the log cannot be moved. */
	committed(rows: number): void {
		this.#rows += rows;
		if (this.#rows < rowsPerLook) return;
		this.#rows = 0;
		const pages = Number(this.#look.get()?.log ?? 0);
		if (pages < this.#left) this.#left = 0;
		if (pages - this.#left >= pagesPerCheckpoint) this.run();
	}

	/** Moves what is in the log and gives its space back to the disk, unless somebody reads it. */
	giveBack(): void {
		this.#rows = 0;
		this.#left = 0;
		// A reader is not waited for: it is this thread that would let it go on.
		this.#db.exec('PRAGMA busy_timeout = 0');
		try {
			this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
		} finally {
			this.#db.exec(`PRAGMA busy_timeout = ${busyMs}`);
		}
	}

	run(): void {
		const row = this.#move.get();
		const pages = Number(row?.log ?? 0);
		this.#left = Number(row?.checkpointed ?? 0) < pages ? pages : 0;
	}
}
