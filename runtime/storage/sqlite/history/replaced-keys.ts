/**
 * Keys whose state at a revision was replaced since, in key order, with the change that replaced it. The log has no index by key, so the
 * first page of a list scans all changes after its revision. Later pages of the list scan only changes that came since.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Revision } from '../../store.ts';
import { DamagedLogError } from '../checks/damage.ts';
import { codes, sqliteCode } from '../database/codes.ts';

/** Lists whose keys are kept: about 60 bytes for each object that changed since. */
const mostLists = 4;

interface KeptList {
	readonly id: number;
	/** Newest change that was scanned. */
	upTo: Revision;
}

export interface ReplacedKey {
	readonly namespace: string;
	readonly name: string;
}

export class ReplacedKeys {
	readonly #newest: StatementSync;
	readonly #scan: StatementSync;
	readonly #drop: StatementSync;
	readonly #nth: StatementSync;
	/** Lists by revision and resource, least recently used first. */
	readonly #lists = new Map<string, KeptList>();
	#lastId = 0;

	constructor(db: DatabaseSync) {
		// A read-only connection may write to its own temporary tables.
		db.exec(
			`CREATE TEMP TABLE replaced_keys (
				list INTEGER NOT NULL, namespace TEXT NOT NULL, name TEXT NOT NULL, change INTEGER NOT NULL, PRIMARY KEY (list, namespace, name)
			) STRICT, WITHOUT ROWID`,
		);
		this.#newest = db.prepare('SELECT max(revision) AS newest FROM revisions');
		// Only the first change of a key after a revision replaced a state from before it.
		this.#scan = db.prepare(
			`INSERT INTO temp.replaced_keys (list, namespace, name, change)
			SELECT $list, namespace, name, revision FROM main.revisions
			WHERE revision > $after AND revision <= $upTo AND resource = $resource AND previous BETWEEN 1 AND $revision`,
		);
		this.#drop = db.prepare('DELETE FROM temp.replaced_keys WHERE list = ?');
		this.#nth = db.prepare(
			`SELECT namespace, name FROM temp.replaced_keys WHERE list = ? AND (namespace, name) > (?, ?) ORDER BY namespace, name LIMIT 1 OFFSET ?`,
		);
	}

	/** Returns the number of a list in the table, up to date with the log. Throws DamagedLogError. */
	list(revision: Revision, resource: string): number {
		const key = `${revision} ${resource}`;
		const kept = this.#lists.get(key) ?? { id: ++this.#lastId, upTo: revision };
		this.#lists.delete(key);
		this.#lists.set(key, kept);
		const newest = Number(this.#newest.get()?.newest);
		if (newest > kept.upTo) this.#scanUpTo(newest, kept, { revision, resource });
		const [oldest] = this.#lists;
		if (oldest !== undefined && this.#lists.size > mostLists) this.#forget(...oldest);
		return kept.id;
	}

	#scanUpTo(newest: Revision, kept: KeptList, range: { readonly revision: Revision; readonly resource: string }): void {
		try {
			this.#scan.run({ ...range, list: kept.id, after: kept.upTo, upTo: newest });
		} catch (error) {
			if (sqliteCode(error) !== codes.constraint) throw error;
			throw new DamagedLogError(`a state of ${range.resource} from before revision ${range.revision + 1} is replaced twice`, false);
		}
		kept.upTo = newest;
	}

	#forget(key: string, { id }: KeptList): void {
		this.#drop.run(id);
		this.#lists.delete(key);
	}

	/** Returns the key at a position behind another key, counted from 1; undefined when there are fewer. */
	nth(list: number, after: ReplacedKey, position: number): ReplacedKey | undefined {
		return this.#nth.get(list, after.namespace, after.name, position - 1) as unknown as ReplacedKey | undefined;
	}
}
