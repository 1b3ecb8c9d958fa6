/**
 * Moves the write-ahead log into the database, in bounded portions, so that neither a commit nor a restart has much to do.
 * SQLite could do it by itself, but then hides its failures and lets a commit wait for all of it.
 *
 * The bulk is moved by a thread of its own while commits go on. SQLite can only begin the log anew when all of it is moved, so
 * what was committed meanwhile is moved too, in ever smaller rounds, and the last of it by the committing thread.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { codes, sqliteCode } from '../database/codes.ts';

/** Pages in the log (4 KiB each) before they are moved: 64 MiB. */
const pagesPerCheckpoint = 16_000;

/** With so many times as much the rest is moved in place, since a restart after a kill reads as much: 128 MiB in a fifth of a second. */
const mostCheckpoints = 2;

/** What a commit may wait for: a few milliseconds, and some tens when the writers leave no better moment. */
const pagesInPlace = { wanted: 64, atMost: 1_000 };

/** How often the size is asked for: it takes longer than counting rows. Of so many pages at which the log is moved, one row. */
const pagesPerRow = 250;

/** How long another program's lock is waited for; as it is set when the database is opened. */
const busyMs = 1000;

/** Pages in the log, and how many of them are moved. Fewer: a reader still needs the others. */
export interface Checkpointed {
	readonly log: number;
	readonly moved: number;
}

/** Why nothing was moved: the disk is full, or nobody is there to do it (no thread could be started, or it ended). */
export type NotMoved = 'full' | 'unavailable';

/** Moves what is there now, elsewhere. Rejects as the database fails. */
export interface BackgroundCheckpoints {
	run(): Promise<Checkpointed | NotMoved>;
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
	/** Made when it is first needed: most servers never write that much. */
	#background: BackgroundCheckpoints | undefined;
	#running: Promise<void> | undefined;
	#rows = 0;
	/** Size of the log when the last checkpoint had to leave some of it: a reader still needed it, or the disk was full. */
	#left = 0;

	/** `failed` hears of failures that come at no call; `pagesAtMost`: after which the log is moved at the latest. */
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

	/** Called after each commit. */
	committed(rows: number): void {
		this.#rows += rows;
		if (this.#rows < this.#rowsPerLook || this.#running !== undefined) return;
		this.#rows = 0;
		const pages = this.#pages();
		if (pages < this.#left) this.#left = 0;
		if (pages - this.#left < this.#pagesPerCheckpoint) return;
		// So few, as on a small disk, are moved before another thread is asked to.
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
			// The next checkpoint tries to have one again.
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

	/** Moves what is in the log and gives its space back to the disk. False: not now, since somebody reads or moves it. Throws when the disk is full. */
	giveBack(): boolean {
		if (this.#running !== undefined) return false;
		this.#rows = 0;
		this.#left = 0;
		// A reader is not waited for: it is this thread that would let it go on.
		this.#db.exec('PRAGMA busy_timeout = 0');
		try {
			return this.#giveBack.get()?.busy === 0;
		} finally {
			this.#db.exec(`PRAGMA busy_timeout = ${busyMs}`);
		}
	}

	/** What runs is finished first. */
	async close(): Promise<void> {
		await this.#running;
		await this.#background?.close();
	}
}

/** Moves pages over one connection, as long as it takes. */
export class Mover {
	readonly #move: StatementSync;

	constructor(db: DatabaseSync) {
		this.#move = db.prepare('PRAGMA wal_checkpoint(PASSIVE)');
	}

	/** What is committed is durable in the log; a full disk only means that it stays there for now. Throws on other failures. */
	run(): Checkpointed | 'full' {
		try {
			const row = this.#move.get();
			return { log: Number(row?.log ?? 0), moved: Number(row?.checkpointed ?? 0) };
		} catch (error) {
			if (sqliteCode(error) === codes.full) return 'full';
			throw error;
		}
	}
}
