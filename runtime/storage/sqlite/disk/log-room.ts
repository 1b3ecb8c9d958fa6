/**
 * Disk space needed to move the log into the database file. The system reports it as free. Without it, the log could never be reset, and
 * then even deletes would find no space.
 */
import { statSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { codes } from '../database/codes.ts';
import type { DiskSpace } from './reserve.ts';

/** Copies of a write on disk: in the log, in the file, and the replaced state in the history. */
const copies = 3;
/** Extra space for index pages and for other users of the disk; on a small disk, a fraction of it. */
const marginBytes = 4 * 1024 * 1024;
const partOfDisk = 1 / 16;
/** Space that moving the log needs in addition to its pages; it must be less than the margin. On a small disk, a fraction of it. */
const movingBytes = 1024 * 1024;
const movingPart = 1 / 32;
/** Fraction of a small disk that the log may reach before it is moved. The reserve released there must suffice to move the log. */
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

	/** Reports whether this many bytes can be written to the log and then moved. */
	takes(bytes: number): boolean {
		const needed = copies * bytes;
		this.#allowed -= needed;
		if (this.#allowed > 0) return true;
		const space = this.#space();
		const left = space.free - this.#growth() - Math.min(marginBytes, Math.floor(space.total * partOfDisk));
		// Half of the rest, because other programs write to the disk too.
		this.#allowed = (left - needed) / 2;
		return left >= needed;
	}

	/** Reports whether the log can be moved. It always can when deletes have freed enough pages in the file. */
	fits(): boolean {
		return this.#growth() === 0 || !this.isTight();
	}

	/** Reports whether the disk is too full to move the log and to recreate its index. */
	isTight(): boolean {
		const { total, free } = this.#space();
		return free < this.#growth() + Math.min(movingBytes, Math.floor(total * movingPart));
	}

	/** Upper bound on the pages in the log before it is moved. */
	get pagesAtMost(): number {
		return Math.floor((this.#space().total * logPart) / this.#pageBytes);
	}

	/** Returns the bytes by which the file grows when the log is moved. */
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
