/**
 * Checkpoints: copies the write-ahead log into the database in bounded portions, so that commits and restarts have little to do. SQLite's
 * automatic checkpoint hides its failures, and makes one commit wait for the whole copy. Here a separate thread copies most pages while
 * commits continue. SQLite can restart the log only after all of it is copied. Therefore pages that are committed meanwhile are copied in
 * ever smaller rounds, the last one by the committing thread.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { codes, sqliteCode } from '../database/codes.ts';

/** Pages in the log (4 KiB each) that start a checkpoint: 64 MiB. */
const pagesPerCheckpoint = 16_000;

/**
 * Multiple of `pagesPerCheckpoint` at which the committing thread copies the rest itself. It bounds how much a restart after a kill must
 * read: 128 MiB take a fifth of a second.
 */
const mostCheckpoints = 2;

/** Number of pages for which a commit may wait: a few milliseconds, or some tens if the writers leave no better moment. */
const pagesInPlace = { wanted: 64, atMost: 1_000 };

/**
 * Divisor of the pages of a checkpoint, which gives the number of rows between two checks of the log's size. A check takes longer than
 * counting rows.
 */
const pagesPerRow = 250;

/** Wait for the lock of another program. Opening the database sets the same value. */
const busyMs = 1000;

/** Number of pages in the log, and number of copied ones. The rest is not copied while a reader still needs the old pages. */
export interface CheckpointResult {
	readonly log: number;
	readonly moved: number;
}

/** Reason why no page was copied: the disk is full, or the thread could not start or has ended. */
export type NotMoved = 'full' | 'unavailable';

/** Copies the current log in the background. Rejects when the database fails. */
export interface BackgroundCheckpoints {
	run(): Promise<CheckpointResult | NotMoved>;
	close(): Promise<void>;
}

export class Checkpointer {
	readonly #db: DatabaseSync;
	readonly #look: StatementSync;
	readonly #giveBack: StatementSync;
	readonly #inPlace: Mover;
	readonly #start: () => BackgroundCheckpoints;
	readonly #failed: (error: unknown) => void;
	readonly #pagesPerCheckpoint: number;
	readonly #rowsPerLook: number;
	/** Created on first use, because most servers never write that much. */
	#background: BackgroundCheckpoints | undefined;
	#running: Promise<void> | undefined;
	#rows = 0;
	/** Size of the log when the last checkpoint could not complete, because of a reader or a full disk. */
	#left = 0;

	/** `failed`: receives failures outside of a call. `pagesAtMost`: upper bound on the pages that start a checkpoint. */
	constructor(db: DatabaseSync, start: () => BackgroundCheckpoints, failed: (error: unknown) => void, pagesAtMost = pagesPerCheckpoint) {
		this.#db = db;
		this.#look = db.prepare('PRAGMA wal_checkpoint(NOOP)');
		this.#giveBack = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)');
		this.#inPlace = new Mover(db);
		this.#start = start;
		this.#failed = failed;
		this.#pagesPerCheckpoint = Math.min(pagesPerCheckpoint, pagesAtMost);
		this.#rowsPerLook = Math.ceil(this.#pagesPerCheckpoint / pagesPerRow);
	}

	/** Counts rows; called after each commit. */
	committed(rows: number): void {
		this.#rows += rows;
		if (this.#rows < this.#rowsPerLook || this.#running !== undefined) return;
		this.#rows = 0;
		const pages = this.#pages();
		if (pages < this.#left) this.#left = 0;
		if (pages - this.#left < this.#pagesPerCheckpoint) return;
		// A few pages, as on a small disk, are copied here without the other thread.
		if (this.#pagesPerCheckpoint <= pagesInPlace.atMost) {
			this.#moveRest();
			return;
		}
		this.#running = this.#checkpoint()
			.catch(this.#failed)
			.finally(() => {
				this.#running = undefined;
			});
	}

	async #checkpoint(): Promise<void> {
		for (let before = Number.POSITIVE_INFINITY, more = true; more; ) {
			this.#background ??= this.#start();
			const done = await this.#background.run();
			// The next checkpoint starts a new thread.
			if (done === 'unavailable') this.#background = undefined;
			if (typeof done === 'string' || done.moved < done.log) break;
			const pages = this.#pages();
			const left = pages - done.moved;
			more = pages < mostCheckpoints * this.#pagesPerCheckpoint && (left > pagesInPlace.atMost || (left > pagesInPlace.wanted && left < before / 2));
			before = left;
		}
		this.#moveRest();
	}

	#moveRest(): void {
		const rest = this.#inPlace.run();
		this.#left = rest !== 'full' && rest.moved === rest.log ? 0 : this.#pages();
	}

	#pages(): number {
		return Number(this.#look.get()?.log ?? 0);
	}

	/** Copies the log and truncates it. Returns false when a reader or a running checkpoint prevents that. Throws when the disk is full. */
	giveBack(): boolean {
		if (this.#running !== undefined) return false;
		this.#rows = 0;
		this.#left = 0;
		// No wait for a reader: a snapshot in progress can continue only on this thread.
		this.#db.exec('PRAGMA busy_timeout = 0');
		try {
			return this.#giveBack.get()?.busy === 0;
		} finally {
			this.#db.exec(`PRAGMA busy_timeout = ${busyMs}`);
		}
	}

	/** Closes the thread after a running checkpoint has finished. */
	async close(): Promise<void> {
		await this.#running;
		await this.#background?.close();
	}
}

/** Copies pages over one connection, without a time limit. */
export class Mover {
	readonly #move: StatementSync;

	constructor(db: DatabaseSync) {
		this.#move = db.prepare('PRAGMA wal_checkpoint(PASSIVE)');
	}

	/** Copies pages. A full disk is no error: committed data is durable in the log and stays there. Throws on other failures. */
	run(): CheckpointResult | 'full' {
		try {
			const row = this.#move.get();
			return { log: Number(row?.log ?? 0), moved: Number(row?.checkpointed ?? 0) };
		} catch (error) {
			if (sqliteCode(error) === codes.full) return 'full';
			throw error;
		}
	}
}
