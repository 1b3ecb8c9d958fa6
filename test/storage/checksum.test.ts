/** Tests that checksums of many rows equal those of single rows. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logChecksum, rowChecksum, sumWith, sumWithout } from '../../runtime/storage/checksum.ts';
import { RowChecksums } from '../../runtime/storage/sqlite/checks/row-checksums.ts';
import { runs } from '../setup/sample.ts';

const text = fc.oneof(fc.string({ maxLength: 200 }), fc.string({ unit: 'grapheme', maxLength: 80 }));

describe('checksums of rows', () => {
	it('are the same one by one and one after the other, for keys and sides of every length and script', () => {
		const checksums = new RowChecksums();
		const key = fc.constantFrom('', 'configmaps', 'größe', '命名');
		fc.assert(
			fc.property(
				key,
				key,
				text,
				fc.maxSafeNat(),
				text,
				text,
				fc.uint8Array({ maxLength: 100 }),
				(resource, namespace, name, revision, version, side, bytes) => {
					const row = [resource, namespace, name, revision, version, side, bytes] as const;
					expect(checksums.of(...row)).toBe(rowChecksum(...row));
				},
			),
			{ numRuns: runs(2000) },
		);
	});

	it('of log entries do not depend on the form of numbers', () => {
		const checksums = new RowChecksums();
		const number = fc.oneof(
			fc.constantFrom(0, -0, 9, 10, 999_999_999, 1e9, 1e9 + 1, 1e18, 2 ** 31, 2 ** 32, 2 ** 48 - 1, Number.MAX_SAFE_INTEGER, 0.5, Number.NaN),
			fc.maxSafeInteger(),
			fc.double(),
		);
		const entry = fc.record({
			revision: number,
			timeMs: number,
			resource: text,
			namespace: text,
			name: text,
			deleted: number,
			previous: number,
			replaced: number,
			objects: number,
			sum: number,
		});
		fc.assert(
			fc.property(entry, (one) => {
				expect(checksums.ofEntry(one)).toBe(logChecksum(one));
			}),
			{ numRuns: runs(2000) },
		);
	});

	it('make a sum that they can be taken out of again, beyond its modulus too', () => {
		const nearlyAll = 2 ** 48 - 1;
		for (const checksum of [0, 1, 2 ** 32 - 1]) {
			for (const sum of [0, 1, nearlyAll - checksum, nearlyAll]) {
				const more = sumWith(sum, checksum);
				expect(more).toBe(Number((BigInt(sum) + BigInt(checksum)) % 2n ** 48n));
				expect(sumWithout(more, checksum)).toBe(sum);
			}
		}
	});
});
