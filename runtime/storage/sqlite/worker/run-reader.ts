/**
 * Reads consecutive rows of one resource and namespace as a few long values, one for each column. Creating the values of each row
 * separately costs more in SQLite's binding than the rest of a scan.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { lengthsAndBytes, textsOf, wholeNumbersOf } from './joined-column.ts';

/** Columns: resource, namespace, name, side, revision, bytes, version, checksum. */
export type ScannedRow = [string, string, string, string, number, Uint8Array, number, number];

/** Rows per read. The statement itself costs as much as three rows. */
export const runRows = 256;

/**
 * Length from which a row is read separately, because the bytes of a read are in memory twice. For a large row, the fixed cost of a read
 * matters little.
 */
const largeBytes = 8 * 1024;

/** Number of rows, then name, side, revision, version, checksum, length and bytes of all rows. */
type JoinedRows = readonly [number, ...unknown[]];

export class RunReader {
	readonly #statement: StatementSync;

	constructor(db: DatabaseSync) {
		// The separator is a character that names and sides cannot contain. `group_concat` omits nulls, which only damage causes; the
		// counts then differ.
		this.#statement = db.prepare(
			`SELECT count(*), group_concat(name, char(10)), group_concat(side, char(10)), group_concat(revision), group_concat(version), group_concat(checksum),
				group_concat(octet_length(bytes)), CAST(group_concat(CASE WHEN octet_length(bytes) <= ${largeBytes} THEN bytes END, '') AS BLOB)
			FROM (
				SELECT name, side, revision, version, checksum, bytes FROM objects INDEXED BY objects_key
				WHERE resource = ? AND namespace = ? AND name > ? ORDER BY name LIMIT ${runRows}
			)`,
		);
		this.#statement.setReturnArrays(true);
	}

	/**
	 * Returns the rows after a name, up to the first large one. When it returns fewer than `runRows` rows, the caller must read row by row,
	 * which detects damage.
	 */
	behind(resource: string, namespace: string, name: string): ScannedRow[] {
		// The statement returns arrays, and an aggregate returns one row.
		const [count, ...columns] = this.#statement.get(resource, namespace, name) as unknown as JoinedRows;
		const [names, sides] = [textsOf(columns[0], count), textsOf(columns[1], count)];
		const [revisions, versions, checksums] = [wholeNumbersOf(columns[2], count), wholeNumbersOf(columns[3], count), wholeNumbersOf(columns[4], count)];
		const contents = lengthsAndBytes(wholeNumbersOf(columns[5], count), columns[6], largeBytes);
		const rows: ScannedRow[] = [];
		if (names === undefined || sides === undefined || revisions === undefined || versions === undefined || checksums === undefined) return rows;
		for (const bytes of contents) {
			const i = rows.length;
			rows.push([resource, namespace, names[i] ?? '', sides[i] ?? '', revisions[i] ?? 0, bytes, versions[i] ?? 0, checksums[i] ?? 0]);
		}
		return rows;
	}
}
