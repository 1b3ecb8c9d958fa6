/**
 * Reads replaced states over a read-only connection and verifies their checksums. It runs in a separate thread, so that no commit waits for
 * it. Each call is a short transaction, because a long one would delay checkpoints.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { type PackedStates, StatePacker } from '../../states.ts';
import { CompactedError, type Key, type Revision } from '../../store.ts';
import type { LogEntry } from '../checks/checksum.ts';
import { DamagedLogError } from '../checks/damage.ts';
import { RowChecksums } from '../checks/row-checksums.ts';
import { metaReader } from '../database/meta.ts';
import { Versions } from '../database/versions.ts';
import type { OutlineQuery, PackedOutline, PastThreadData, ReplacedQuery } from './protocol.ts';
import { isLarge, type KeyedRow, type ReplacedRow, ReplacedRows, runRows } from './replaced-rows.ts';

/** Bytes after which a reply ends. */
const readBytes = 4 * 1024 * 1024;

/** Keys of rows in one resource and namespace. */
interface Keys {
	readonly resource: string;
	readonly namespace: string;
	readonly names: readonly string[];
}

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

	/** Opens the file. Throws when that fails, or when the file has another history than the server. */
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

	/** Reads changes without objects. Throws CompactedError, DamagedLogError. */
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

	/** Reads replaced states. Throws CompactedError, DamagedLogError. */
	replaced({ changes, runs, names: joined, roomEach }: ReplacedQuery): PackedStates {
		return this.#reading(least(changes) - 1, () => {
			const names = joined.split('\n');
			const packer = new StatePacker(changes.length, roomEach);
			for (const { resource, namespace, rows } of runs) {
				for (let at = packer.count, end = at + rows; at < end; at = packer.count) {
					if (packer.byteLength >= readBytes) return packer.result();
					const next = Math.min(at + runRows, end);
					this.#addRun(packer, changes.slice(at, next), { resource, namespace, names: names.slice(at, next) });
				}
			}
			return packer.result();
		});
	}

	#addRun(packer: StatePacker, changes: readonly Revision[], { resource, namespace, names }: Keys): void {
		const run = this.#rows.run(changes);
		if (run === undefined) {
			for (const [i, change] of changes.entries()) this.#addOne(packer, change, { resource, namespace, name: names[i] ?? '' });
			return;
		}
		const { previous, versions, checksums, lengths, sides, bytes } = run;
		// Bytes of consecutive small rows are added together.
		let added = 0;
		let offset = 0;
		for (let i = 0; i < changes.length; i++) {
			const [name = '', change = 0, side = '', length = 0] = [names[i], changes[i], sides[i], lengths[i]];
			if (isLarge(length)) {
				packer.addBytes(bytes.subarray(added, offset));
				added = offset;
				this.#addOne(packer, change, { resource, namespace, name });
				continue;
			}
			const [revision = 0, version = 0] = [previous[i], versions[i]];
			const own = bytes.subarray(offset, offset + length);
			if (this.#checksum(resource, namespace, name, revision, version, side, own) !== checksums[i])
				this.#refuse(change, { resource, namespace, name }, this.#rows.one(change));
			packer.add(revision, side, this.#versions.text(version), length);
			offset += length;
		}
		packer.addBytes(bytes.subarray(added));
	}

	#addOne(packer: StatePacker, change: Revision, key: Key): void {
		const row = this.#rows.one(change);
		if (!this.#isOf(key, row)) this.#refuse(change, key, row);
		const { previous, side, version, bytes } = row;
		packer.add(previous, side, this.#versions.text(version), bytes.byteLength);
		packer.addBytes(bytes);
	}

	#isOf({ resource, namespace, name }: Key, { previous, version, checksum, side, bytes }: ReplacedRow): boolean {
		return this.#checksum(resource, namespace, name, previous, version, side, bytes) === checksum;
	}

	#checksum(resource: string, namespace: string, name: string, revision: Revision, version: number, side: string, bytes: Uint8Array): number {
		// Another connection may have added the version.
		if (!this.#versions.isKnown(version)) this.#versions.refresh();
		return this.#checksums.of(resource, namespace, name, revision, this.#versions.text(version), side, bytes);
	}

	/** Throws for a row that is damaged, or that belongs to another object than the caller named. */
	#refuse(change: Revision, { resource, namespace, name }: Key, row: KeyedRow): never {
		if (!this.#isOf(row, row)) throw new DamagedLogError(`the state that revision ${change} replaced is not what was written`, false);
		throw new Error(`revision ${change} changed ${row.resource} ${row.namespace}/${row.name}, and not ${resource} ${namespace}/${name}`);
	}

	/** Reads in one transaction, so that no row disappears meanwhile. `after` is the revision from which the log is needed. */
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

function least(changes: readonly Revision[]): Revision {
	let first = Number.POSITIVE_INFINITY;
	for (const change of changes) if (change < first) first = change;
	return first;
}
