/**
 * Verifies that the write-ahead log has its full length, a valid header and no hole. SQLite does not check this while it writes. If the file were truncated while in use, the next start could read none of it, and all commits to it would be lost.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';

const headerBytes = 32;
const frameHeaderBytes = 24;
/** Salts in the header and the frames, which identify the log to which they belong. */
const saltBytes = 8;
const saltInHeader = 16;
const saltInFrame = 8;
/** Number of frames sampled: a log that was truncated and then extended has a hole up to its former end. */
const samples = 64;

/** Magic number of the header; its last bit selects the byte order of the checksums. */
const magic = 0x377f0682;

export class LogFile {
	readonly #path: string;
	readonly #look: StatementSync;
	readonly #pageBytes: number;
	/** Salt and number of frames of the log at the last check. */
	#salt = Buffer.alloc(0);
	#seen = 0;

	constructor(db: DatabaseSync, databasePath: string) {
		this.#path = `${databasePath}-wal`;
		this.#look = db.prepare('PRAGMA wal_checkpoint(NOOP)');
		this.#pageBytes = Number(db.prepare('PRAGMA page_size').get()?.page_size ?? 0);
	}

	/** Verifies the log. Throws when it cannot be complete. */
	verify(): void {
		const pages = Number(this.#look.get()?.log ?? 0);
		if (pages <= 0) return;
		// SQLite's locks are on other files, so closing this one releases none.
		const file = openSync(this.#path, 'r');
		try {
			const header = Buffer.alloc(headerBytes);
			readSync(file, header, 0, headerBytes, 0);
			// The file is read without a stat, which would make its next sync more expensive (`presence.ts`).
			if ((header.readUInt32BE() & ~1) !== magic || !this.#hasAll(file, pages, header.subarray(saltInHeader, saltInHeader + saltBytes)))
				throw new Error(`${this.#path} was truncated while in use by the server`);
		} finally {
			closeSync(file);
		}
	}

	/** Reports whether sampled frames exist: the last one, the last one of the previous check, and some between them. */
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
