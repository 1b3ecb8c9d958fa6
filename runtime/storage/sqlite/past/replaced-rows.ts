/**
 * Rows that changes have replaced, many of them as a few long values, one for each column, as the scan of the current ones reads them
 * (worker/run-reader.ts): a row by itself takes three times as long. Their keys are not read: whoever asks knows them.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Revision } from '../../store.ts';
import { DamagedLogError } from '../checks/damage.ts';
import { textsOf, wholeNumbersOf } from '../worker/joined-column.ts';

/** Rows of one reading. Their bytes come in memory that was just used; those of many would be taken from the system each time. */
export const runRows = 64;

/** The bytes of all rows of a reading are in memory twice; larger ones are read by themselves. */
const largeBytes = 8 * 1024;

export interface ReplacedRow {
	readonly previous: Revision;
	/** Number of the version. */
	readonly version: number;
	readonly checksum: number;
	readonly side: string;
	readonly bytes: Uint8Array;
}

export interface KeyedRow extends ReplacedRow {
	readonly resource: string;
	readonly namespace: string;
	readonly name: string;
}

/** Rows by their columns. */
export interface ReplacedRun {
	readonly previous: Float64Array;
	readonly versions: Float64Array;
	readonly checksums: Float64Array;
	readonly lengths: Float64Array;
	readonly sides: readonly string[];
	/** Those of all rows that are not large, in their order. */
	readonly bytes: Uint8Array;
}

export function isLarge(length: number): boolean {
	return length > largeBytes;
}

export class ReplacedRows {
	readonly #many: StatementSync;
	readonly #one: StatementSync;

	constructor(db: DatabaseSync) {
		// The rows come in the order of the list. What a side cannot hold stands between them.
		this.#many = db.prepare(
			`SELECT count(*), group_concat(previous), group_concat(version), group_concat(replaced), group_concat(octet_length(bytes)),
				group_concat(side, char(10)), CAST(group_concat(CASE WHEN octet_length(bytes) <= ${largeBytes} THEN bytes END, '') AS BLOB)
			FROM json_each(?) AS wanted CROSS JOIN revisions ON revisions.revision = wanted.value`,
		);
		this.#many.setReturnArrays(true);
		this.#one = db.prepare(
			'SELECT resource, namespace, name, previous, version, replaced AS checksum, side, bytes FROM revisions WHERE revision = ? AND previous > 0',
		);
	}

	/** `runRows` at most; undefined where something is missing or not as it should be: by itself, each row says what. */
	run(changes: readonly Revision[]): ReplacedRun | undefined {
		// The statement returns arrays, and an aggregate returns one row.
		const [count, ...columns] = this.#many.get(`[${changes.join()}]`) as unknown as [number, ...unknown[]];
		if (count !== changes.length) return undefined;
		const previous = wholeNumbersOf(columns[0], count);
		const versions = wholeNumbersOf(columns[1], count);
		const checksums = wholeNumbersOf(columns[2], count);
		const lengths = wholeNumbersOf(columns[3], count);
		const sides = textsOf(columns[4], count);
		if (!previous || !versions || !checksums || !lengths || !sides) return undefined;
		const bytes = (columns[5] ?? noBytes) as Uint8Array;
		return bytes.byteLength === small(lengths) ? { previous, versions, checksums, lengths, sides, bytes } : undefined;
	}

	/** Throws DamagedLogError when it is not there. */
	one(change: Revision): KeyedRow {
		const row = this.#one.get(change) as unknown as KeyedRow | undefined;
		if (row === undefined || row.side === null || row.bytes === null) throw new DamagedLogError(`the state that revision ${change} replaced is missing`, true);
		return row;
	}
}

const noBytes = new Uint8Array();

function small(lengths: Float64Array): number {
	let sum = 0;
	for (const length of lengths) if (!isLarge(length)) sum += length;
	return sum;
}
