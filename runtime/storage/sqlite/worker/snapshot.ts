/** Reads all current rows at one revision in key order, chunk by chunk. Verifies each row's checksum and the sum of all. */
import { DatabaseSync } from 'node:sqlite';
import { sumWith, sumWithout, type Total } from '../../checksum.ts';
import { remedy } from '../../errors.ts';
import { DamagedError } from '../checks/damage.ts';
import { RowChecksums } from '../checks/row-checksums.ts';
import type { Versions } from '../database/versions.ts';
import type { PackedRows } from '../protocol.ts';
import { RowPacker } from './row-packer.ts';
import { RowScan } from './row-scan.ts';
import type { ScannedRow } from './run-reader.ts';

/** Bounds of a message: so large that messages cost little, and so small that both sides need little memory. */
const chunk = { bytes: 512 * 1024, rows: 4096 };

/** Bytes by which the last row of a chunk may exceed the bound without a new buffer. */
const slackBytes = 64 * 1024;

interface DamagedRow {
	readonly row: ScannedRow;
	readonly computed: number;
}

export class Snapshot {
	readonly #db: DatabaseSync;
	readonly #versions: Versions;
	readonly #expected: Total;
	readonly #report: (sentence: string) => void;
	readonly #rows: RowScan;
	readonly #checksums = new RowChecksums();
	readonly #damaged: DamagedRow[] = [];
	#objects = 0;
	#sum = 0;

	/** `expected`: totals of all rows. `report`: receives a sentence for each damaged object. */
	constructor(path: string, versions: Versions, expected: Total, report: (sentence: string) => void) {
		this.#versions = versions;
		this.#report = report;
		this.#expected = expected;
		this.#db = new DatabaseSync(path, { readOnly: true });
		this.#db.exec('BEGIN');
		// A read transaction begins with its first read. This fixes the state whose revision the caller knows.
		this.#db.prepare('SELECT 1 FROM objects LIMIT 1').get();
		this.#rows = new RowScan(this.#db);
	}

	/**
	 * Returns the next rows. An empty result ends the snapshot. Throws DamagedError when rows are missing, or when damaged rows cannot be
	 * identified. `spare`: buffer of an earlier chunk to reuse; garbage of this size in two threads would stay in the process for good.
	 */
	next(spare: ArrayBuffer | null): PackedRows {
		const packer = new RowPacker(this.#versions);
		while (packer.byteLength < chunk.bytes && packer.rows < chunk.rows) {
			const row = this.#rows.next();
			if (row === undefined) break;
			packer.add(row, !this.#isWhole(row));
		}
		if (packer.rows === 0) this.#verifyTotal();
		return packer.result(spare ?? new ArrayBuffer(chunk.bytes + slackBytes));
	}

	/** Verifies a row. The names of damaged objects must be right, because they identify these objects. */
	#isWhole(row: ScannedRow): boolean {
		const [resource, namespace, name, side, revision, bytes, version, checksum] = row;
		const computed = this.#checksums.of(resource, namespace, name, revision, this.#versions.text(version), side, bytes);
		this.#objects++;
		this.#sum = sumWith(this.#sum, checksum);
		if (computed === checksum) return true;
		this.#damaged.push({ row, computed });
		// The scan reads names from the index.
		const rowOfKey = 'SELECT rowid FROM objects INDEXED BY objects_key WHERE resource = ? AND namespace = ? AND name = ?';
		const inTable = this.#db.prepare(`SELECT resource, namespace, name FROM objects NOT INDEXED WHERE rowid = (${rowOfKey})`).get(resource, namespace, name);
		if (inTable?.resource !== resource || inTable.namespace !== namespace || inTable.name !== name)
			throw new DamagedError(`its index and its table name ${resource} ${namespace}/${name} differently`);
		this.#report(`${resource} ${namespace === '' ? name : `${namespace}/${name}`} is damaged and not served: ${remedy}`);
		return false;
	}

	#verifyTotal(): void {
		const { objects, sum } = this.#expected;
		if (this.#objects !== objects) throw new DamagedError(`it holds ${this.#objects} objects, but should have ${objects}`);
		if (this.#sum === sum) return;
		// If only a stored checksum is damaged, the sum is right with the recomputed one.
		const corrected = this.#damaged.reduce((total, { row, computed }) => sumWith(sumWithout(total, row[7]), computed), this.#sum);
		if (this.#damaged.length === 0 || corrected !== sum) throw new DamagedError('its objects are not those that were written');
	}

	close(): void {
		this.#db.close();
	}
}
