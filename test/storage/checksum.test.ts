/** The checksums made for many rows are those of single ones. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowChecksum, sumWith, sumWithout } from '../../runtime/storage/sqlite/checks/checksum.ts';
import { RowChecksums } from '../../runtime/storage/sqlite/checks/row-checksums.ts';

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
			{ numRuns: 2000 },
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
