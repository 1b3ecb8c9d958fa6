/** Tests that a scan of all rows returns the same as one statement, for any layout and content of rows. */
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tables } from '../../runtime/storage/sqlite/database/format.ts';
import { wholeNumbersOf } from '../../runtime/storage/sqlite/worker/joined-column.ts';
import { RowScan } from '../../runtime/storage/sqlite/worker/row-scan.ts';
import { RunReader, runRows, type ScannedRow } from '../../runtime/storage/sqlite/worker/run-reader.ts';
import { runs } from '../setup/sample.ts';

const large = 100_000;

let db: DatabaseSync;
let revision = 1_790_000_000_000;

beforeEach(() => {
	db = new DatabaseSync(':memory:');
	db.exec(tables);
});

afterEach(() => db.close());

function put(resource: string, namespace: string, name: string, bytes: Uint8Array, side = '{"l":{"größe":"2"}}'): void {
	revision += 7;
	db.prepare('INSERT INTO objects (resource, namespace, name, revision, version, checksum, side, bytes) VALUES (?, ?, ?, ?, ?, ?, ?, ?)').run(
		resource,
		namespace,
		name,
		revision,
		1 + (revision % 3),
		revision % 2 ** 32,
		side,
		bytes,
	);
}

function stored(): ScannedRow[] {
	const statement = db.prepare('SELECT resource, namespace, name, side, revision, bytes, version, checksum FROM objects ORDER BY resource, namespace, name');
	statement.setReturnArrays(true);
	return statement.all() as unknown as ScannedRow[];
}

function scanned(): ScannedRow[] {
	const scan = new RowScan(db);
	const rows: ScannedRow[] = [];
	for (let row = scan.next(); row !== undefined; row = scan.next()) rows.push(row);
	return rows;
}

function content(length: number, seed: number): Uint8Array {
	return new Uint8Array(length).map((_, i) => (seed + i) % 256);
}

function name(i: number): string {
	return `größe-${String(i).padStart(5, '0')}`;
}

describe('a scan of all rows', () => {
	it('ends at once without rows', () => {
		expect(scanned()).toEqual([]);
	});

	it.each([1, 63, 64, 65, 64 + runRows - 1, 64 + runRows, 64 + runRows + 1, 64 + 3 * runRows])('gives %i neighbours between others', (count) => {
		put('a', 'x', 'first', content(3, 1));
		for (let i = 0; i < count; i++) put('b', 'y', name(i), content(i % 50, i), i % 3 === 0 ? '' : undefined);
		put('b', 'z', 'behind', content(0, 0));
		put('c', '', 'last', content(9, 2));
		expect(scanned()).toEqual(stored());
	});

	it('returns rows of every size among small ones', () => {
		const size = fc.oneof({ weight: 30, arbitrary: fc.nat(200) }, { weight: 1, arbitrary: fc.constantFrom(8191, 8192, 8193, large) });
		const groups = fc.array(fc.array(size, { maxLength: 700 }), { minLength: 1, maxLength: 4 });
		fc.assert(
			fc.property(groups, (sizes) => {
				db.exec('DELETE FROM objects; BEGIN');
				for (const [group, rows] of sizes.entries()) for (const [i, bytes] of rows.entries()) put('r', `n${group}`, name(i), content(bytes, i));
				db.exec('COMMIT');
				expect(scanned()).toEqual(stored());
			}),
			{ numRuns: runs(20) },
		);
	});

	it('returns names and sides that contain the separator', () => {
		for (let i = 0; i < 400; i++) put('r', 'n', i === 300 ? 'größe-00300\nand more' : name(i), content(20, i), i === 200 ? '\n' : '');
		expect(scanned()).toEqual(stored());
	});
});

describe('many rows at once', () => {
	it('end before a large row, so that their memory is bounded', () => {
		for (let i = 0; i < runRows; i++) put('r', 'n', name(i), content(i === 100 ? large : 10, i));
		const reader = new RunReader(db);
		expect(reader.behind('r', 'n', '').map((row) => row[2])).toEqual(
			stored()
				.slice(0, 100)
				.map((row) => row[2]),
		);
		expect(reader.behind('r', 'n', name(99))).toEqual([]);
		expect(reader.behind('r', 'n', name(100))).toHaveLength(runRows - 101);
	});

	it('hold numbers that are exact, or none', () => {
		expect(wholeNumbersOf('0,17,9007199254740991', 3)).toEqual(Float64Array.of(0, 17, Number.MAX_SAFE_INTEGER));
		for (const wrong of ['1,9007199254740993', '1,-2', '1,2.5', '1,x', '1,2,3', '1']) expect(wholeNumbersOf(wrong, 2)).toBeUndefined();
		expect(wholeNumbersOf(null, 2)).toBeUndefined();
	});
});
