/**
 * Detects a second writer. `lock.ts` excludes one, unless the lock file is deleted. This check asks the database itself within each
 * transaction and costs half a microsecond.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Revision } from '../../store.ts';

export class SoleWriter {
	readonly #path: string;
	readonly #version: StatementSync;
	readonly #newest: StatementSync;
	#seen: unknown;

	/** Records the current state. From then on, writes of another connection are detected. */
	constructor(db: DatabaseSync, path: string) {
		this.#path = path;
		// The value changes as soon as another connection has written.
		this.#version = db.prepare('PRAGMA data_version');
		this.#version.setReturnArrays(true);
		this.#newest = db.prepare('SELECT max(revision) AS revision FROM revisions');
		this.#seen = this.#read();
	}

	/** Throws when another connection has committed. `head` is this server's newest revision. */
	verify(head: Revision): void {
		const version = this.#read();
		if (version === this.#seen) return;
		// A connection that only copies the log, as a database browser may, does not change the content.
		const { revision } = this.#newest.get() ?? {};
		if (revision !== null && revision !== head) throw new Error(`another server writes to ${this.#path}: stop one of the two, and restart the other`);
		this.#seen = version;
	}

	#read(): unknown {
		return (this.#version.get() as unknown as [number])[0];
	}
}
