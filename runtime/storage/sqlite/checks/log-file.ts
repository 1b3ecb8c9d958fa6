/**
 * Whether the write-ahead log is still as long as what is in it, begins as a log does, and has no hole. SQLite does not look at that while it
 * writes: of one that was cut short under it, nothing could be read at the next start, and what is committed to it would be lost.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';

const headerBytes = 32;
const frameHeaderBytes = 24;
/** Where header and frames say which log they are of. */
const saltBytes = 8;
const saltInHeader = 16;
const saltInFrame = 8;
/** A log that was cut short and then written on has a hole from there to where it ended. */
const samples = 64;

/** The last bit says in which order of bytes its checksums are. */
const magic = 0x377f0682;

export class LogFile {
	readonly #path: string;
	readonly #look: StatementSync;
	readonly #pageBytes: number;
	/** Of the log when it was looked at last, and how many frames it had. */
	#salt = Buffer.alloc(0);
	#seen = 0;

	constructor(db: DatabaseSync, databasePath: string) {
		this.#path = `${databasePath}-wal`;
		this.#look = db.prepare('PRAGMA wal_checkpoint(NOOP)');
		this.#pageBytes = Number(db.prepare('PRAGMA page_size').get()?.page_size ?? 0);
	}

	/** Throws when what is in the log cannot be all there. */
	verify(): void {
		const pages = Number(this.#look.get()?.log ?? 0);
		if (pages <= 0) return;
		// SQLite's locks are on other files: closing this one gives none of them up.
		const file = openSync(this.#path, 'r');
		try {
			const header = Buffer.alloc(headerBytes);
			readSync(file, header, 0, headerBytes, 0);
			// Read, and not asked for its size, which would make its next sync dearer (`presence.ts`).
			if ((header.readUInt32BE() & ~1) !== magic || !this.#hasAll(file, pages, header.subarray(saltInHeader, saltInHeader + saltBytes)))
				throw new Error(`${this.#path} was cut short while the server used it`);
		} finally {
			closeSync(file);
		}
	}

	/** Whether frames are there, all over the log: the last of it, the last that was seen the time before, and some between. */
	#hasAll(file: number, pages: number, salt: Buffer): boolean {
		const frameBytes = frameHeaderBytes + this.#pageBytes;
		const seen = salt.equals(this.#salt) ? this.#seen : 0;
		const frames = [pages, seen, ...Array.from({ length: samples }, (_, i) => Math.ceil((pages * (i + 1)) / samples))].filter((frame) => frame > 0);
		const found = Buffer.alloc(saltBytes);
		this.#salt = Buffer.from(salt);
		this.#seen = pages;
		const isThere = (frame: number): boolean => {
			const start = headerBytes + (frame - 1) * frameBytes;
			if (readSync(file, found, 0, saltBytes, start + saltInFrame) < saltBytes || !found.equals(salt)) return false;
			return readSync(file, found, 0, 1, start + frameBytes - 1) === 1;
		};
		return frames.every(isThere);
	}
}
