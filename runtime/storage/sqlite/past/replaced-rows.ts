/**
 * Rows that changes have replaced, many of them as a few long values, one for each column, as the scan of the current ones reads them
 * (worker/run-reader.ts): a row by itself takes three times as long.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Revision } from '../../store.ts';
import { DamagedLogError } from '../checks/damage.ts';
import { lengthsAndBytes, textsOf, wholeNumbersOf } from '../worker/joined-column.ts';
import type { StoredRow } from '../worker/row-packer.ts';

/** Rows of one reading. */
const runRows = 256;

/** The bytes of all rows of a reading are in memory twice; larger ones are read by themselves. */
const largeBytes = 8 * 1024;

/** How many rows there are, and revision, resource, namespace, name, side, previous, version, checksum, length and bytes of all. */
type Joined = readonly [number, ...unknown[]];

export class ReplacedRows {
	readonly #many: StatementSync;
	readonly #one: StatementSync;

	constructor(db: DatabaseSync) {
		// The revisions come in the order of the list. What a name or a side cannot hold stands between them.
		this.#many = db.prepare(
			`SELECT count(*), group_concat(revision), group_concat(resource, char(10)), group_concat(namespace, char(10)), group_concat(name, char(10)),
				group_concat(side, char(10)), group_concat(previous), group_concat(version), group_concat(replaced), group_concat(octet_length(bytes)),
				CAST(group_concat(CASE WHEN octet_length(bytes) <= ${largeBytes} THEN bytes END, '') AS BLOB)
			FROM (
				SELECT revision, resource, namespace, name, side, previous, version, replaced, bytes
				FROM json_each(?) AS wanted CROSS JOIN revisions ON revisions.revision = wanted.value
			)`,
		);
		this.#many.setReturnArrays(true);
		this.#one = db.prepare('SELECT resource, namespace, name, side, previous, bytes, version, replaced FROM revisions WHERE revision = ? AND previous > 0');
		this.#one.setReturnArrays(true);
	}

	/** The rows that the changes from `at` on replaced, in their order: one of them at least. Throws DamagedLogError when it is not there. */
	of(changes: readonly Revision[], at: number): readonly StoredRow[] {
		const rows = this.#run(changes.slice(at, at + runRows));
		return rows.length > 0 ? rows : [this.#single(changes[at] ?? 0)];
	}

	#single(change: Revision): StoredRow {
		const row = this.#one.get(change) as unknown as StoredRow | undefined;
		if (row === undefined || row[3] === null || row[5] === null) throw new DamagedLogError(`the state that revision ${change} replaced is missing`, true);
		return row;
	}

	/** Up to the first that is large, or not as it should be, which is then read by itself. */
	#run(changes: readonly Revision[]): StoredRow[] {
		// The statement returns arrays, and an aggregate returns one row.
		const [count, ...columns] = this.#many.get(JSON.stringify(changes)) as unknown as Joined;
		const [resources, namespaces, names, sides] = columns.slice(1, 5).map((column) => textsOf(column, count));
		const [previous, versions, checksums, lengths] = columns.slice(5, 9).map((column) => wholeNumbersOf(column, count));
		const revisions = wholeNumbersOf(columns[0], count);
		const rows: StoredRow[] = [];
		if (!resources || !namespaces || !names || !sides || !previous || !versions || !checksums || !revisions) return rows;
		for (const bytes of lengthsAndBytes(lengths, columns[9], largeBytes)) {
			const i = rows.length;
			if (revisions[i] !== changes[i]) break;
			rows.push([resources[i] ?? '', namespaces[i] ?? '', names[i] ?? '', sides[i] ?? '', previous[i] ?? 0, bytes, versions[i] ?? 0, checksums[i] ?? 0]);
		}
		return rows;
	}
}
