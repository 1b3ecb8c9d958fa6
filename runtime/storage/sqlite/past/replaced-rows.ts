/**
 * Reads many replaced states as a few long values, one for each column, as the scan of current rows does (worker/run-reader.ts). Reading
 * row by row takes three times as long. Keys are not read, because the caller knows them.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Revision } from '../../store.ts';
import { DamagedLogError } from '../checks/damage.ts';
import { textsOf, wholeNumbersOf } from '../worker/joined-column.ts';

/** Rows per read. Their bytes fit into recently used memory; those of more rows would be allocated from the system each time. */
export const runRows = 64;

/** Length above which a row is read separately, because the bytes of a read are in memory twice. */
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

/** Rows by column. */
export interface ReplacedRun {
	readonly previous: Float64Array;
	readonly versions: Float64Array;
	readonly checksums: Float64Array;
	readonly lengths: Float64Array;
	readonly sides: readonly string[];
	/** Bytes of all rows that are not large, in order. */
	readonly bytes: Uint8Array;
}

export function isLarge(length: number): boolean {
	return length > largeBytes;
}

export class ReplacedRows {
	readonly #many: StatementSync;
	readonly #one: StatementSync;

	constructor(db: DatabaseSync) {
		// The join keeps the order of the list. The separator is a character that a side cannot contain.
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

	/** Reads at most `runRows` rows. Undefined when a row is missing or malformed; reading row by row then finds the cause. */
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

	/** Reads one row. Throws DamagedLogError when it is missing. */
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
