/** All rows in key order: neighbours of one resource and namespace many at once, where there are many, and the others one by one. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { RunReader, runRows, type ScannedRow } from './run-reader.ts';

/** So many one after the other promise that there are more: to look for them in vain costs what ten rows cost. */
const enoughNeighbours = 64;

export class RowScan {
	readonly #behind: StatementSync;
	readonly #runs: RunReader;
	/** Read already, and not given yet. */
	#ahead: readonly ScannedRow[] = [];
	#given = 0;
	/** One by one; undefined: to be begun behind the last row. */
	#rows: Iterator<ScannedRow> | undefined;
	#last: ScannedRow | undefined;
	/** Of the last row, one by one, with itself. */
	#neighbours = 0;

	constructor(db: DatabaseSync) {
		this.#runs = new RunReader(db);
		this.#behind = db.prepare(
			`SELECT resource, namespace, name, side, revision, bytes, version, checksum FROM objects INDEXED BY objects_key
			WHERE (resource, namespace, name) > (?, ?, ?) ORDER BY resource, namespace, name`,
		);
		this.#behind.setReturnArrays(true);
	}

	/** Undefined: there are no more. */
	next(): ScannedRow | undefined {
		if (this.#given < this.#ahead.length) return this.#ahead[this.#given++];
		if (this.#last !== undefined && this.#neighbours >= enoughNeighbours) {
			this.#readRun(this.#last);
			if (this.#ahead.length > 0) return this.#ahead[this.#given++];
		}
		return this.#nextRow();
	}

	#readRun([resource, namespace, name]: ScannedRow): void {
		// Else the statement would stay in the middle of its rows.
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
