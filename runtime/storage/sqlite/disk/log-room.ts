/**
 * Room on the disk for what the log has still to move into the database file: the system calls it free, but without it the log
 * could never be begun anew, and then not even deletes would find a place.
 */
import { statSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { codes } from '../database/codes.ts';
import type { DiskSpace } from './reserve.ts';

/** A write stands in the log, in the file, and what it replaced in the history. */
const copies = 3;
/** Beside its bytes: pages of indexes, and what others take of the disk meanwhile. On a small disk, a part of it. */
const marginBytes = 4 * 1024 * 1024;
const partOfDisk = 1 / 16;
/** What moving the log needs beside the pages themselves, which must be less than the margin. On a small disk, a part of it. */
const movingBytes = 1024 * 1024;
const movingPart = 1 / 32;
/** On a small disk, what is given up there must be enough to move the log: no more of it is left to be moved than this part. */
const logPart = 1 / 32;

export class LogRoom {
	readonly #path: string;
	readonly #pages: StatementSync;
	readonly #pageBytes: number;
	readonly #space: () => DiskSpace;
	/** Bytes that may be written before the disk is looked at again. */
	#allowed = 0;

	constructor(db: DatabaseSync, path: string, space: () => DiskSpace) {
		this.#path = path;
		this.#pages = db.prepare('PRAGMA page_count');
		this.#pageBytes = Number(db.prepare('PRAGMA page_size').get()?.page_size ?? 0);
		this.#space = space;
	}

	/** Whether so many bytes can be written and moved. */
	takes(bytes: number): boolean {
		const needed = copies * bytes;
		this.#allowed -= needed;
		if (this.#allowed > 0) return true;
		const space = this.#space();
		const left = space.free - this.#growth() - Math.min(marginBytes, Math.floor(space.total * partOfDisk));
		// Others write to the disk too.
		this.#allowed = (left - needed) / 2;
		return left >= needed;
	}

	/** Whether the log can be moved: always where deletes have made the room in the file. */
	fits(): boolean {
		return this.#growth() === 0 || !this.isTight();
	}

	/** Whether the disk is too full to move the log and to lay out its index anew. */
	isTight(): boolean {
		const { total, free } = this.#space();
		return free < this.#growth() + Math.min(movingBytes, Math.floor(total * movingPart));
	}

	/** That the log should have before it is moved. */
	get pagesAtMost(): number {
		return Math.floor((this.#space().total * logPart) / this.#pageBytes);
	}

	/** By how much the file grows when the log is moved. */
	#growth(): number {
		const whole = Number(this.#pages.get()?.page_count ?? 0) * this.#pageBytes;
		return Math.max(0, whole - statSync(this.#path).size);
	}
}

/** Carries SQLite's code for a full disk. */
export class NoRoomForLog extends Error {
	readonly errcode = codes.full;
	constructor() {
		super('what is left of the disk is needed to tidy up');
	}
}
