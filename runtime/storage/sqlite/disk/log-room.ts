/**
 * Disk space that is needed to copy the log into the database file. The system reports it as free. If it were used up, the log could never
 * be reset, and even deletes would fail.
 */
import { statSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { codes } from '../database/codes.ts';
import type { DiskSpace } from './reserve.ts';

/** Copies of a write on the disk: in the log, in the file, and the replaced state in the history. */
const copies = 3;
/** Additional space for index pages and for other users of the disk. On a small disk, a fraction of it. */
const marginBytes = 4 * 1024 * 1024;
const partOfDisk = 1 / 16;
/** Space that copying the log needs in addition to its pages. It must be less than the margin. On a small disk, a fraction of it. */
const movingBytes = 1024 * 1024;
const movingPart = 1 / 32;
/** Fraction of a small disk at which the log is copied. The reserve that is then released must suffice to copy the log. */
const logPart = 1 / 32;

export class LogRoom {
	readonly #path: string;
	readonly #pages: StatementSync;
	readonly #pageBytes: number;
	readonly #space: () => DiskSpace;
	/** Bytes that may be written before the free space is read again. */
	#allowed = 0;

	constructor(db: DatabaseSync, path: string, space: () => DiskSpace) {
		this.#path = path;
		this.#pages = db.prepare('PRAGMA page_count');
		this.#pageBytes = Number(db.prepare('PRAGMA page_size').get()?.page_size ?? 0);
		this.#space = space;
	}

	/** Reports whether this many bytes can be written to the log and then copied. */
	takes(bytes: number): boolean {
		const needed = copies * bytes;
		this.#allowed -= needed;
		if (this.#allowed > 0) return true;
		const space = this.#space();
		const left = space.free - this.#growth() - Math.min(marginBytes, Math.floor(space.total * partOfDisk));
		// Half of the rest, because other programs write to the disk as well.
		this.#allowed = (left - needed) / 2;
		return left >= needed;
	}

	/** Reports whether the log can be copied. It always can when deletes have freed enough pages in the file. */
	fits(): boolean {
		return this.#growth() === 0 || !this.isTight();
	}

	/** Reports whether the disk is too full to copy the log and to recreate its index. */
	isTight(): boolean {
		const { total, free } = this.#space();
		return free < this.#growth() + Math.min(movingBytes, Math.floor(total * movingPart));
	}

	/** Upper bound on the number of pages at which the log is copied. */
	get pagesAtMost(): number {
		return Math.floor((this.#space().total * logPart) / this.#pageBytes);
	}

	/** Returns the number of bytes by which the file grows when the log is copied. */
	#growth(): number {
		const whole = Number(this.#pages.get()?.page_count ?? 0) * this.#pageBytes;
		return Math.max(0, whole - statSync(this.#path).size);
	}
}

/** Error with SQLite's code for a full disk. */
export class NoRoomForLog extends Error {
	readonly errcode = codes.full;
	constructor() {
		super('the remaining disk space is needed for cleanup');
	}
}
