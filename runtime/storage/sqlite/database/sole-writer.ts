/**
 * Whether this connection is still the only one that writes. The lock beside the database keeps a second server off, but a file can
 * be deleted; this is asked of the database itself, within each transaction, and costs half a microsecond.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Revision } from '../../store.ts';

export class SoleWriter {
	readonly #path: string;
	readonly #version: StatementSync;
	readonly #newest: StatementSync;
	#seen: unknown;

	/** From now on nobody else may write. */
	constructor(db: DatabaseSync, path: string) {
		this.#path = path;
		// Another one as soon as another connection has written.
		this.#version = db.prepare('PRAGMA data_version');
		this.#version.setReturnArrays(true);
		this.#newest = db.prepare('SELECT max(revision) AS revision FROM revisions');
		this.#seen = this.#read();
	}

	/** `head`: the newest revision of ours. Throws when there is another. */
	verify(head: Revision): void {
		const version = this.#read();
		if (version === this.#seen) return;
		// Who only moves the log, as a database browser may, changes nothing of what is in it.
		const { revision } = this.#newest.get() ?? {};
		if (revision !== null && revision !== head) throw new Error(`another server writes to ${this.#path}: stop one of the two, and start the other again`);
		this.#seen = version;
	}

	#read(): unknown {
		return (this.#version.get() as unknown as [number])[0];
	}
}
