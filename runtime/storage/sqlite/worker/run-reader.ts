/**
 * Reads rows of one resource and namespace that follow each other as a few long values, one for each column: to make the values of
 * every row by itself takes SQLite's binding longer than all else that a scan does.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { lengthsAndBytes, textsOf, wholeNumbersOf } from './joined-column.ts';

/** resource, namespace, name, side, revision, bytes, version, checksum. */
export type ScannedRow = [string, string, string, string, number, Uint8Array, number, number];

/** Rows of one reading: the statement costs what three rows cost. */
export const runRows = 256;

/** The bytes of all rows of a reading are in memory twice; larger ones are read by themselves, where what a row costs beside its bytes is little. */
const largeBytes = 8 * 1024;

/** How many rows there are, and name, side, revision, version, checksum, length and bytes of all. */
type Joined = readonly [number, ...unknown[]];

export class RunReader {
	readonly #statement: StatementSync;

	constructor(db: DatabaseSync) {
		// What a name or a side cannot hold stands between them. A null, which only damage makes, would be left out, and the counts differ.
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

	/** The rows behind a name, up to the first large one. Fewer than `runRows`: who wants more must read row by row, where damage may be met. */
	behind(resource: string, namespace: string, name: string): ScannedRow[] {
		// The statement returns arrays, and an aggregate returns one row.
		const [count, ...columns] = this.#statement.get(resource, namespace, name) as unknown as Joined;
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
