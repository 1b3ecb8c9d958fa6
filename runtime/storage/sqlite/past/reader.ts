/**
 * Reads what changes have replaced, each row compared with its checksum, over a connection that cannot write. Runs in a thread of its
 * own, so that no commit waits for it. Each call is a short transaction: one that lasts would hold back the moving of the log.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { CompactedError, type Revision } from '../../store.ts';
import type { LogEntry } from '../checks/checksum.ts';
import { DamagedLogError } from '../checks/damage.ts';
import { RowChecksums } from '../checks/row-checksums.ts';
import { metaReader } from '../database/meta.ts';
import { Versions } from '../database/versions.ts';
import type { PackedRows } from '../protocol.ts';
import { RowPacker, type StoredRow } from '../worker/row-packer.ts';
import type { OutlineQuery, PackedOutline, PastThreadData } from './protocol.ts';
import { ReplacedRows } from './replaced-rows.ts';

/** Rows are returned until they carry this much. */
const readBytes = 4 * 1024 * 1024;

type EntryRow = LogEntry & { readonly checksum: number };

export class PastReader {
	readonly #db: DatabaseSync;
	readonly #versions: Versions;
	readonly #checksums = new RowChecksums();
	readonly #meta: ReturnType<typeof metaReader>;
	readonly #begin: StatementSync;
	readonly #commit: StatementSync;
	readonly #entries: StatementSync;
	readonly #rows: ReplacedRows;

	/** Throws when the file cannot be opened, or is of another history than is served. */
	constructor({ past: path, history }: PastThreadData) {
		this.#db = new DatabaseSync(path, { readOnly: true });
		this.#db.exec('PRAGMA cache_size = -4096; PRAGMA busy_timeout = 1000');
		this.#meta = metaReader(this.#db);
		if (this.#meta('history') !== history) throw new Error(`the database ${path} is not the one that was opened`);
		this.#versions = new Versions(this.#db);
		this.#begin = this.#db.prepare('BEGIN');
		this.#commit = this.#db.prepare('COMMIT');
		this.#entries = this.#db.prepare(
			`SELECT revision, time_ms AS timeMs, resource, namespace, name, deleted, previous, replaced, objects, sum, checksum FROM revisions
			WHERE revision > ? AND revision <= ? ORDER BY revision LIMIT ?`,
		);
		this.#rows = new ReplacedRows(this.#db);
	}

	/** Throws CompactedError, DamagedLogError. */
	outline({ after, upTo, limit }: OutlineQuery): PackedOutline {
		return this.#reading(after, () => {
			const texts: string[] = [];
			const revisions: Revision[] = [];
			const previous: Revision[] = [];
			const deleted: number[] = [];
			for (const row of this.#entries.iterate(after, upTo, limit) as Iterable<unknown> as Iterable<EntryRow>) {
				const expected = after + revisions.length + 1;
				if (row.revision !== expected) throw new DamagedLogError(`revision ${expected} is missing`, true);
				if (this.#checksums.ofEntry(row) !== row.checksum) throw new DamagedLogError(`the entry of revision ${row.revision} is not what was written`, false);
				texts.push(row.resource, row.namespace, row.name);
				revisions.push(row.revision);
				previous.push(row.previous);
				deleted.push(row.deleted);
			}
			if (revisions.length === 0 && after < upTo && limit > 0) throw new DamagedLogError(`revision ${after + 1} is missing`, true);
			return { texts, revisions, previous, deleted };
		});
	}

	/** Throws CompactedError, DamagedLogError. */
	replaced(changes: readonly Revision[]): PackedRows {
		return this.#reading(Math.min(...changes) - 1, () => {
			const packer = new RowPacker(this.#versions);
			for (let at = 0; at < changes.length && packer.byteLength < readBytes; ) {
				for (const row of this.#rows.of(changes, at)) packer.add(this.#verified(row, changes[at++] ?? 0));
			}
			return packer.result();
		});
	}

	#verified(row: StoredRow, change: Revision): StoredRow {
		const [resource, namespace, name, side, previous, bytes, version, checksum] = row;
		// Another connection may have added it since.
		if (!this.#versions.isKnown(version)) this.#versions.refresh();
		if (this.#checksums.of(resource, namespace, name, previous, this.#versions.text(version), side, bytes) === checksum) return row;
		throw new DamagedLogError(`the state that revision ${change} replaced is not what was written`, false);
	}

	/** All in one transaction: what is there at its beginning, nobody can take away before its end. `after`: from where on the log is needed. */
	#reading<T>(after: Revision, read: () => T): T {
		this.#begin.run();
		try {
			const oldest = Number(this.#meta('oldest'));
			if (!(oldest <= after)) throw new CompactedError(oldest);
			return read();
		} finally {
			this.#commit.run();
		}
	}
}
