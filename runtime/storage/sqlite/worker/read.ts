/** Reads of the log and of past states, each row compared with its checksum. Runs in the worker, on a connection of its own that cannot write. */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Revision } from '../../store.ts';
import { type LogEntry, logChecksum, rowChecksum } from '../checks/checksum.ts';
import { DamagedLogError, DamagedRowError } from '../checks/damage.ts';
import type { Versions } from '../database/versions.ts';
import { type AtQuery, type ChangesQuery, type PackedChanges, type PackedRows, pack } from '../protocol.ts';
import { RowPacker, type StoredRow } from './row-packer.ts';

/** Log rows are returned until they carry this much, so that a reader far behind costs no more memory than one that is not. */
const changesBytes = 4 * 1024 * 1024;

/** What the log says of a change; the state that it replaced, when there was one; the state that it made, unless it deleted. */
interface ChangeRow extends LogEntry {
	readonly checksum: number;
	readonly previousVersion: number;
	readonly previousSide: string | null;
	readonly previousBytes: Uint8Array | null;
	readonly version: number | null;
	readonly written: number | null;
	readonly side: string | null;
	readonly bytes: Uint8Array | null;
	/** The state lies among the current ones. */
	readonly current: number;
}

/** From one to the next in the index of keys, past all objects of each. */
export function resourcesIn(db: DatabaseSync): string[] {
	const rows = db
		.prepare(
			`WITH RECURSIVE found (resource) AS (
				SELECT min(resource) FROM objects
				UNION ALL
				SELECT (SELECT min(resource) FROM objects WHERE resource > found.resource) FROM found WHERE found.resource IS NOT NULL
			) SELECT resource FROM found WHERE resource IS NOT NULL`,
		)
		.all();
	return rows.map(({ resource }) => String(resource));
}

export class Reader {
	readonly #db: DatabaseSync;
	readonly #versions: Versions;
	readonly #changes: StatementSync;
	readonly #changesOfResource: StatementSync;
	readonly #at: StatementSync;
	readonly #atInNamespace: StatementSync;
	readonly #changeAtOrAfter: StatementSync;

	constructor(path: string, versions: Versions) {
		this.#versions = versions;
		this.#db = new DatabaseSync(path, { readOnly: true });
		this.#db.exec('PRAGMA cache_size = -4096');
		this.#changes = this.#db.prepare(changesSql('r.revision > ? AND r.revision <= ?'));
		this.#changesOfResource = this.#db.prepare(changesSql('r.resource = ?1 AND r.revision > ?2 AND r.revision <= ?3 AND (?4 IS NULL OR r.namespace = ?4)'));
		this.#at = this.#arrays(atSql('(namespace, name) > (:namespace, :name)'));
		// Its own statement, so that the search ends with the namespace.
		this.#atInNamespace = this.#arrays(atSql('namespace = :namespace AND name > :name'));
		this.#changeAtOrAfter = this.#arrays('SELECT revision, time_ms FROM revisions WHERE revision >= ? ORDER BY revision LIMIT 1');
	}

	#arrays(sql: string): StatementSync {
		const statement = this.#db.prepare(sql);
		statement.setReturnArrays(true);
		return statement;
	}

	changes(query: ChangesQuery): PackedChanges {
		const rows =
			query.resource === undefined
				? this.#changes.iterate(query.after, query.upTo)
				: this.#changesOfResource.iterate(query.resource, query.after, query.upTo, query.namespace ?? null);
		const packer = new ChangePacker(this.#versions);
		for (const row of rows as Iterable<unknown> as Iterable<ChangeRow>) {
			packer.add(row);
			if (packer.count >= query.limit || packer.bytes >= changesBytes) break;
		}
		return packer.result();
	}

	at(query: AtQuery): PackedRows {
		const { resource, namespace, revision, limit } = query;
		const statement = namespace === '' ? this.#at : this.#atInNamespace;
		const after = query.after ?? { namespace, name: '' };
		const name = namespace === '' || after.namespace === namespace ? after.name : '';
		const parameters = { resource, revision, limit, namespace: namespace === '' ? after.namespace : namespace, name };
		const rows = statement.all(parameters) as unknown as StoredRow[];
		const packer = new RowPacker(this.#versions);
		for (const row of rows) {
			this.#verify(row);
			packer.add(row);
		}
		return packer.result();
	}

	/** Throws DamagedRowError, DamagedLogError. */
	#verify([resource, namespace, name, side, revision, bytes, version, checksum, current]: StoredRow): void {
		if (rowChecksum(resource, namespace, name, revision, this.#versions.text(version), side, bytes) === checksum) return;
		const detail = `${where({ resource, namespace, name })} is not what was written at revision ${revision}`;
		throw current === 1 ? new DamagedRowError(detail) : new DamagedLogError(detail, false);
	}

	/** The newest revision of the log at or before a time; undefined when all that is retained is newer. */
	revisionAt(timeMs: number, oldest: Revision, newest: Revision): Revision | undefined {
		let found: Revision | undefined;
		let low = oldest;
		let high = newest;
		while (low <= high) {
			const middle = Math.floor((low + high) / 2);
			const row = this.#changeAtOrAfter.get(middle) as unknown as [number, number] | undefined;
			if (row === undefined || row[1] > timeMs) {
				high = middle - 1;
			} else {
				found = row[0];
				low = row[0] + 1;
			}
		}
		return found;
	}

	close(): void {
		this.#db.close();
	}
}

class ChangePacker {
	bytes = 0;
	count = 0;
	readonly #versions: Versions;
	readonly #texts: string[] = [];
	readonly #revisions: Revision[] = [];
	readonly #timesMs: number[] = [];
	readonly #previous: Revision[] = [];
	readonly #parts: (Uint8Array | null)[] = [];

	constructor(versions: Versions) {
		this.#versions = versions;
	}

	/** Throws DamagedRowError, DamagedLogError. */
	add(row: ChangeRow): void {
		const { revision, resource, namespace, name, deleted, previous, side, bytes, previousSide, previousBytes } = row;
		const version = this.#versions.text(row.version ?? 0);
		const previousVersion = this.#versions.text(row.previousVersion);
		this.#verify(row, version, previousVersion);
		this.#texts.push(resource, namespace, name, side ?? '', previousSide ?? '', version, previousVersion);
		this.#revisions.push(revision);
		this.#timesMs.push(row.timeMs);
		this.#previous.push(previous);
		this.#parts.push(deleted === 1 ? null : bytes, previousBytes);
		this.bytes += (bytes?.byteLength ?? 0) + (previousBytes?.byteLength ?? 0);
		this.count++;
	}

	#verify(row: ChangeRow, version: string, previousVersion: string): void {
		verifyEntry(row, previousVersion);
		const { revision, resource, namespace, name, deleted, side, bytes, written } = row;
		if (deleted === 1) return;
		if (side === null || bytes === null) throw new DamagedLogError(`the state of ${where(row)} at revision ${revision} is missing`, true);
		if (rowChecksum(resource, namespace, name, revision, version, side, bytes) === written) return;
		if (row.current === 1) throw new DamagedRowError(`${where(row)} is not what was written at revision ${revision}`);
		throw new DamagedLogError(`the state of ${where(row)} at revision ${revision} is not what was written`, false);
	}

	result(): PackedChanges {
		return { texts: this.#texts, revisions: this.#revisions, timesMs: this.#timesMs, previous: this.#previous, bytes: pack(this.#parts) };
	}
}

/** A row of the log, and the state that it keeps. Throws DamagedLogError. */
export function verifyEntry(row: Omit<ChangeRow, 'version' | 'written' | 'side' | 'bytes' | 'current'>, previousVersion: string): void {
	const { resource, namespace, name, previous, replaced, previousSide, previousBytes } = row;
	if (logChecksum(row) !== row.checksum) throw new DamagedLogError(`the entry of revision ${row.revision} is not what was written`, false);
	if (previous === 0) return;
	const computed = rowChecksum(resource, namespace, name, previous, previousVersion, previousSide ?? '', previousBytes ?? new Uint8Array());
	if (computed !== replaced) throw new DamagedLogError(`the state of ${where(row)} at revision ${previous} is not what was written`, false);
}

function where({ resource, namespace, name }: { readonly resource: string; readonly namespace: string; readonly name: string }): string {
	return `${resource} ${namespace === '' ? name : `${namespace}/${name}`}`;
}

/** What the log has of a change. */
export const entryColumns = `r.revision, r.time_ms AS timeMs, r.resource, r.namespace, r.name, r.deleted, r.previous, r.replaced, r.objects, r.sum, r.checksum,
	r.version AS previousVersion, r.side AS previousSide, r.bytes AS previousBytes`;

/** What a change made is the current row, or what the next change of the key replaced. */
function changesSql(where: string): string {
	return `SELECT ${entryColumns}, o.revision IS NOT NULL AS current,
			coalesce(o.version, n.version) AS version, coalesce(o.checksum, n.replaced) AS written, coalesce(o.side, n.side) AS side, coalesce(o.bytes, n.bytes) AS bytes
		FROM revisions r
		LEFT JOIN objects o ON o.resource = r.resource AND o.namespace = r.namespace AND o.name = r.name AND o.revision = r.revision
		LEFT JOIN revisions n ON n.previous = r.revision AND n.previous > 0
		WHERE ${where}
		ORDER BY r.revision`;
}

/**
 * Rows that have not changed since, and of those that have, what the first change replaced: the one row of the key
 * whose `previous` was made at or before the revision.
 */
function atSql(behind: string): string {
	return `SELECT resource, namespace, name, side, revision, bytes, version, checksum, current FROM (
		SELECT * FROM (
			SELECT resource, namespace, name, side, revision, bytes, version, checksum, 1 AS current FROM objects
			WHERE resource = :resource AND ${behind} AND revision <= :revision
			ORDER BY namespace, name LIMIT :limit)
		UNION ALL
		SELECT * FROM (
			SELECT resource, namespace, name, side, previous AS revision, bytes, version, replaced AS checksum, 0 AS current FROM revisions
			WHERE resource = :resource AND revisions.revision > :revision AND previous > 0 AND previous <= :revision AND ${behind}
			ORDER BY namespace, name LIMIT :limit))
	ORDER BY namespace, name LIMIT :limit`;
}
