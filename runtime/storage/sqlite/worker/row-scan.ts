/**
 * Scans all rows in key order. Rows of one resource and namespace are read many at a time if there are enough of them, otherwise row by
 * row.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { RunReader, runRows, type ScannedRow } from './run-reader.ts';

/**
 * Number of consecutive rows in a namespace after which more are expected. A failed attempt to read many at a time costs as much as ten
 * rows.
 */
const enoughNeighbours = 64;

export class RowScan {
	readonly #behind: StatementSync;
	readonly #runs: RunReader;
	/** Rows already read but not returned yet. */
	#ahead: readonly ScannedRow[] = [];
	#given = 0;
	/** Row-by-row iterator; undefined when it must be restarted after the last row. */
	#rows: Iterator<ScannedRow> | undefined;
	#last: ScannedRow | undefined;
	/** Number of consecutive rows in the namespace of the last row that were read one by one, including that row. */
	#neighbours = 0;

	constructor(db: DatabaseSync) {
		this.#runs = new RunReader(db);
		this.#behind = db.prepare(
			`SELECT resource, namespace, name, side, revision, bytes, version, checksum FROM objects INDEXED BY objects_key
			WHERE (resource, namespace, name) > (?, ?, ?) ORDER BY resource, namespace, name`,
		);
		this.#behind.setReturnArrays(true);
	}

	/** Returns the next row; undefined at the end. */
	next(): ScannedRow | undefined {
		if (this.#given < this.#ahead.length) return this.#ahead[this.#given++];
		if (this.#last !== undefined && this.#neighbours >= enoughNeighbours) {
			this.#readRun(this.#last);
			if (this.#ahead.length > 0) return this.#ahead[this.#given++];
		}
		return this.#nextRow();
	}

	#readRun([resource, namespace, name]: ScannedRow): void {
		// Resets the statement that reads row by row: until then it holds a read transaction open.
		this.#rows?.return?.();
		this.#rows = undefined;
		this.#ahead = this.#runs.behind(resource, namespace, name);
		this.#given = 0;
		this.#last = this.#ahead.at(-1) ?? this.#last;
		if (this.#ahead.length < runRows) this.#neighbours = 0;
	}

	#nextRow(): ScannedRow | undefined {
		const [resource, namespace, name] = this.#last ?? ['', '', ''];
		// The statement returns arrays.
		this.#rows ??= this.#behind.iterate(resource, namespace, name) as Iterator<unknown> as Iterator<ScannedRow>;
		const next = this.#rows.next();
		if (next.done) return undefined;
		const row = next.value;
		this.#neighbours = row[0] === resource && row[1] === namespace ? this.#neighbours + 1 : 1;
		this.#last = row;
		return row;
	}
}
