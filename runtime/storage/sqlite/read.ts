/** Reads of current rows, of the log, and of past states. Runs in the worker, on a connection of its own that cannot write. */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Revision } from '../store.ts';
import { type AtQuery, type ChangesQuery, type PackedChanges, type PackedRows, pack } from './protocol.ts';

/** Rows of one message: large enough that messages cost nothing, small enough that neither side holds much. */
const snapshotChunk = { bytes: 512 * 1024, rows: 4096 };

/** What a chunk's last row may reach over the bound without a new buffer. */
const snapshotSlack = 64 * 1024;

/** Log rows are returned until they carry this much, so that a reader far behind costs no more memory than one that is not. */
const changesBytes = 4 * 1024 * 1024;

/** resource, namespace, name, side, revision, bytes. */
type RowArray = [string, string, string, string, number, Uint8Array];

/** revision, time, resource, namespace, name, deleted, previous, previous side, previous bytes, side, bytes. */
type ChangeArray = [number, number, string, string, string, number, number, string | null, Uint8Array | null, string | null, Uint8Array | null];

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
	readonly #changes: StatementSync;
	readonly #changesOfResource: StatementSync;
	readonly #at: StatementSync;
	readonly #atInNamespace: StatementSync;
	readonly #changeAtOrAfter: StatementSync;

	constructor(path: string) {
		this.#db = new DatabaseSync(path, { readOnly: true });
		this.#db.exec('PRAGMA cache_size = -4096');
		this.#changes = this.#arrays(changesSql('r.revision > ? AND r.revision <= ?'));
		this.#changesOfResource = this.#arrays(changesSql('r.resource = ?1 AND r.revision > ?2 AND r.revision <= ?3 AND (?4 IS NULL OR r.namespace = ?4)'));
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
		const packer = new ChangePacker();
		for (const row of rows as Iterable<unknown> as Iterable<ChangeArray>) {
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
		return packRows(statement.all(parameters) as unknown as RowArray[]);
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

/** All current rows in key order as they were at one moment, a chunk at a time; commits go on meanwhile. */
export class Snapshot {
	readonly #db: DatabaseSync;
	readonly #rows: Iterator<RowArray>;

	constructor(path: string) {
		this.#db = new DatabaseSync(path, { readOnly: true });
		this.#db.exec('BEGIN');
		const statement = this.#db.prepare('SELECT resource, namespace, name, side, revision, bytes FROM objects ORDER BY resource, namespace, name');
		statement.setReturnArrays(true);
		// A read transaction begins with its first read: this pins the state that the caller knows the revision of.
		this.#db.prepare('SELECT 1 FROM objects LIMIT 1').get();
		this.#rows = statement.iterate() as Iterator<unknown> as Iterator<RowArray>;
	}

	/** `spare`: the buffer of an earlier chunk, to be filled again. Garbage of this size in two threads would stay in the process for good. */
	next(spare: ArrayBuffer | null): PackedRows {
		const rows: RowArray[] = [];
		let bytes = 0;
		while (bytes < snapshotChunk.bytes && rows.length < snapshotChunk.rows) {
			const next = this.#rows.next();
			if (next.done) break;
			rows.push(next.value);
			bytes += next.value[5].byteLength;
		}
		return packRows(rows, spare ?? new ArrayBuffer(snapshotChunk.bytes + snapshotSlack));
	}

	close(): void {
		this.#db.close();
	}
}

function packRows(rows: readonly RowArray[], buffer?: ArrayBuffer): PackedRows {
	const texts: string[] = [];
	for (const [resource, namespace, name, side] of rows) texts.push(resource, namespace, name, side);
	return {
		texts,
		revisions: rows.map((row) => row[4]),
		bytes: pack(
			rows.map((row) => row[5]),
			buffer,
		),
	};
}

class ChangePacker {
	bytes = 0;
	count = 0;
	readonly #texts: string[] = [];
	readonly #revisions: Revision[] = [];
	readonly #timesMs: number[] = [];
	readonly #previous: Revision[] = [];
	readonly #parts: (Uint8Array | null)[] = [];

	add(row: ChangeArray): void {
		const [revision, timeMs, resource, namespace, name, deleted, previous, previousSide, previousBytes, side, bytes] = row;
		if (deleted === 0 && bytes === null)
			throw new Error(`the log is damaged: the state of ${resource} ${namespace}/${name} at revision ${revision} is missing`);
		this.#texts.push(resource, namespace, name, side ?? '', previousSide ?? '');
		this.#revisions.push(revision);
		this.#timesMs.push(timeMs);
		this.#previous.push(previous);
		this.#parts.push(deleted === 1 ? null : bytes, previousBytes);
		this.bytes += (bytes?.byteLength ?? 0) + (previousBytes?.byteLength ?? 0);
		this.count++;
	}

	result(): PackedChanges {
		return { texts: this.#texts, revisions: this.#revisions, timesMs: this.#timesMs, previous: this.#previous, bytes: pack(this.#parts) };
	}
}

/** What a change made is the current row, or what the next change of the key replaced. */
function changesSql(where: string): string {
	return `SELECT r.revision, r.time_ms, r.resource, r.namespace, r.name, r.deleted, r.previous, r.side, r.bytes,
			coalesce(o.side, n.side), coalesce(o.bytes, n.bytes)
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
	return `SELECT resource, namespace, name, side, revision, bytes FROM (
		SELECT * FROM (
			SELECT resource, namespace, name, side, revision, bytes FROM objects
			WHERE resource = :resource AND ${behind} AND revision <= :revision
			ORDER BY namespace, name LIMIT :limit)
		UNION ALL
		SELECT * FROM (
			SELECT resource, namespace, name, side, previous AS revision, bytes FROM revisions
			WHERE resource = :resource AND revisions.revision > :revision AND previous > 0 AND previous <= :revision AND ${behind}
			ORDER BY namespace, name LIMIT :limit))
	ORDER BY namespace, name LIMIT :limit`;
}
