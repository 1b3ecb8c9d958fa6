/**
 * Reads rows at an earlier revision over a read-only connection and verifies their checksums. It runs in a separate thread, so that no
 * commit waits for it. Each call is a short transaction, because a long one would delay checkpoints.
 *
 * A row at a revision is either still current, or the state that the first later change of its key replaced.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { CompactedError, type Revision } from '../../store.ts';
import { DamagedLogError, DamagedRowError } from '../checks/damage.ts';
import { RowChecksums } from '../checks/row-checksums.ts';
import { metaReader } from '../database/meta.ts';
import { Versions } from '../database/versions.ts';
import type { PackedRows } from '../protocol.ts';
import { RowPacker } from '../worker/row-packer.ts';
import type { CountQuery, HistoryThreadData, RowsQuery } from './protocol.ts';
import { type ReplacedKey, ReplacedKeys } from './replaced-keys.ts';

/** Bytes after which a reply ends. */
const readBytes = 4 * 1024 * 1024;

/** Columns of a stored row, then the change that replaced it; 0 for a current row. */
type Found = readonly [string, string, string, string, number, Uint8Array, number, number, number];

/** Range of keys: after one key, up to another. */
interface Bounds extends Record<string, string> {
	readonly afterNamespace: string;
	readonly afterName: string;
	readonly lastNamespace: string;
	readonly lastName: string;
}

/** Namespace that sorts after all others. */
const lastNamespace = '\u{10ffff}';

const inBounds = '(namespace, name) > ($afterNamespace, $afterName) AND (namespace, name) <= ($lastNamespace, $lastName)';

export class HistoryReader {
	readonly #db: DatabaseSync;
	readonly #versions: Versions;
	readonly #checksums = new RowChecksums();
	readonly #meta: ReturnType<typeof metaReader>;
	readonly #begin: StatementSync;
	readonly #commit: StatementSync;
	readonly #rows: StatementSync;
	readonly #count: StatementSync;
	readonly #replaced: ReplacedKeys;

	/** Opens the file. Throws when that fails, or when the file has another history than the server. */
	constructor({ historyOf: path, history }: HistoryThreadData) {
		this.#db = new DatabaseSync(path, { readOnly: true });
		this.#db.exec('PRAGMA cache_size = -4096; PRAGMA busy_timeout = 1000; PRAGMA temp_store = MEMORY');
		this.#meta = metaReader(this.#db);
		if (this.#meta('history') !== history) throw new Error(`the database ${path} is not the opened file`);
		this.#versions = new Versions(this.#db);
		this.#begin = this.#db.prepare('BEGIN');
		this.#commit = this.#db.prepare('COMMIT');
		this.#replaced = new ReplacedKeys(this.#db);
		// Both halves come in key order, so SQLite merges them and stops at the limit.
		this.#rows = this.#db.prepare(
			`SELECT resource, namespace, name, side, revision, bytes, version, checksum, 0 FROM objects INDEXED BY objects_key
				WHERE resource = $resource AND ${inBounds} AND revision <= $revision
			UNION ALL
			SELECT resource, replaced_keys.namespace, replaced_keys.name, side, previous, bytes, version, replaced, revision
				FROM temp.replaced_keys CROSS JOIN revisions ON revision = change
				WHERE list = $list AND ${inBounds.replaceAll('(namespace, name)', '(replaced_keys.namespace, replaced_keys.name)')}
			ORDER BY 2, 3 LIMIT $limit`,
		);
		this.#rows.setReturnArrays(true);
		this.#count = this.#db.prepare(
			`SELECT (SELECT count(*) FROM objects INDEXED BY objects_key WHERE resource = $resource AND ${inBounds} AND revision <= $revision)
				+ (SELECT count(*) FROM temp.replaced_keys WHERE list = $list AND ${inBounds}) AS rows`,
		);
	}

	/** Returns rows in key order. Throws CompactedError, DamagedLogError, DamagedRowError. */
	at({ revision, resource, namespace, after, limit }: RowsQuery): PackedRows {
		return this.#reading(revision, () => {
			const list = this.#replaced.list(revision, resource);
			const start = after ?? { namespace: namespace ?? '', name: '' };
			const bounds = boundsOf(namespace, start, this.#replaced.nth(list, start, limit));
			const packer = new RowPacker(this.#versions);
			for (const row of this.#rows.iterate({ ...bounds, resource, revision, list, limit }) as Iterable<unknown> as Iterable<Found>) {
				this.#verify(row);
				packer.add(row);
				if (packer.byteLength >= readBytes) break;
			}
			return packer.result();
		});
	}

	/** Counts rows. Throws CompactedError, DamagedLogError. */
	countAt({ revision, resource, namespace }: CountQuery): number {
		return this.#reading(revision, () => {
			const list = this.#replaced.list(revision, resource);
			return Number(this.#count.get({ ...boundsOf(namespace, { namespace: namespace ?? '', name: '' }), resource, revision, list })?.rows);
		});
	}

	#verify([resource, namespace, name, side, revision, bytes, version, checksum, change]: Found): void {
		// Another connection may have added the version.
		if (!this.#versions.isKnown(version)) this.#versions.refresh();
		const isWhole = side !== null && bytes !== null;
		if (isWhole && this.#checksums.of(resource, namespace, name, revision, this.#versions.text(version), side, bytes) === checksum) return;
		if (change > 0) throw new DamagedLogError(`the state that revision ${change} replaced differs from the written state`, false);
		throw new DamagedRowError(`${resource} ${namespace === '' ? name : `${namespace}/${name}`} differs from the state written at revision ${revision}`);
	}

	/** Reads in one transaction, so that no row disappears meanwhile. */
	#reading<T>(revision: Revision, read: () => T): T {
		this.#begin.run();
		try {
			const oldest = Number(this.#meta('oldest'));
			if (!(oldest <= revision)) throw new CompactedError(oldest);
			return read();
		} finally {
			this.#commit.run();
		}
	}
}

/**
 * Returns the bounds of a page. No later key than `last` can belong to the page. Without that bound, SQLite would look for unchanged rows in
 * the rest of the resource.
 */
function boundsOf(namespace: string | undefined, after: ReplacedKey, last?: ReplacedKey): Bounds {
	const start = { afterNamespace: after.namespace, afterName: after.name };
	if (last !== undefined && (namespace === undefined || last.namespace === namespace)) return { ...start, lastNamespace: last.namespace, lastName: last.name };
	// No namespace contains the zero character, so this key is directly behind the namespace.
	return { ...start, lastNamespace: namespace === undefined ? lastNamespace : `${namespace}\0`, lastName: '' };
}
