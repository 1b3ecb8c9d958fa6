/**
 * Whether the write-ahead log is still as long as what is in it, and begins as a log does. SQLite does not look at that while it
 * writes: of one that was cut short under it, nothing could be read at the next start, and what is committed to it would be lost.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';

const headerBytes = 32;
const frameHeaderBytes = 24;
/** The last bit says in which order of bytes its checksums are. */
const magic = 0x377f0682;

export class LogFile {
	readonly #path: string;
	readonly #look: StatementSync;
	readonly #pageBytes: number;

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
			const start = Buffer.alloc(4);
			readSync(file, start, 0, start.byteLength, 0);
			const last = headerBytes + pages * (frameHeaderBytes + this.#pageBytes) - 1;
			// Read, and not asked for its size, which would make its next sync dearer (`presence.ts`).
			const isWhole = readSync(file, Buffer.alloc(1), 0, 1, last) === 1;
			if ((start.readUInt32BE() & ~1) !== magic || !isWhole) throw new Error(`${this.#path} was cut short while the server used it`);
		} finally {
			closeSync(file);
		}
	}
}
