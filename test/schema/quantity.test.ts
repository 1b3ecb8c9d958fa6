/** Tests quantities and their canonical form. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, canonicalQuantity, compareQuantities, formatQuantity, parseQuantity, roundedToMilli } from '../../runtime/scalars/quantity.ts';

describe('quantities in thousandths', () => {
	it.each([
		['1', '1'],
		['1m', '1m'],
		['0.1m', '1m'],
		['-0.1m', '-1m'],
		['1.0005', '1001m'],
		['1n', '1m'],
		['999999u', '1'],
		['1e-4', '1e-3'],
		['1e-3', '1e-3'],
		['0.0001Ki', '103m'],
		['1Gi', '1Gi'],
	])('%s is %s', (text, rounded) => {
		expect(roundedToMilli(canonicalQuantity(text))).toBe(rounded);
	});
});

describe('canonical quantities', () => {
	it.each([
		['0', '0'],
		['0Gi', '0'],
		['1', '1'],
		['+5', '5'],
		['-5', '-5'],
		['007', '7'],
		['1.5', '1500m'],
		['.5', '500m'],
		['1.', '1'],
		['1000m', '1'],
		['1000', '1k'],
		['100k', '100k'],
		['1500', '1500'],
		['1024Mi', '1Gi'],
		['1.5Gi', '1536Mi'],
		['0.5Ki', '512'],
		['1025Ki', '1025Ki'],
		['1000Ki', '1000Ki'],
		['1e3', '1e3'],
		['1.2e3', '1200'],
		['12E', '12E'],
		['12E2', '1200'],
		['1e-3', '1e-3'],
		['0.0000000001', '1n'],
		['-0.0000000001', '-1n'],
		['100000E', '9223372036854775807'],
		['1e999999999', '9223372036854775807'],
	])('%s is %s', (text, canonical) => {
		expect(canonicalQuantity(text)).toBe(canonical);
	});

	it.each(['', 'x', '1x', '1 Gi', '--1', '1.2.3', 'Gi', '.', '1e', '1Ki5', '１', `${'1'.repeat(200)}`])('%j is invalid', (text) => {
		expect(() => canonicalQuantity(text)).toThrow('quantities must match');
	});

	const quantity = fc
		.tuple(
			fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
			fc.nat(999),
			fc.constantFrom('', 'n', 'u', 'm', 'k', 'M', 'G', 'Ki', 'Mi', 'Gi', 'e3', 'E-3'),
		)
		.map(([whole, fraction, suffix]) => `${whole}.${fraction}${suffix}`);

	it('are stable and keep their value', () => {
		fc.assert(
			fc.property(quantity, (text) => {
				const canonical = canonicalQuantity(text);
				expect(canonicalQuantity(canonical)).toBe(canonical);
				expect(compareQuantities(parseQuantity(canonical), parseQuantity(text))).toBe(0);
				expect(canonical).not.toContain('.');
			}),
		);
	});

	it('compare as their values do', () => {
		expect(compareQuantities(parseQuantity('1Gi'), parseQuantity('1G'))).toBeGreaterThan(0);
		expect(compareQuantities(parseQuantity('-1'), parseQuantity('1m'))).toBeLessThan(0);
		expect(formatQuantity(parseQuantity('2048Ki'))).toBe('2Mi');
	});

	it('are sizes in bytes where they are whole', () => {
		expect(bytesOf('1Mi')).toBe(1_048_576);
		expect(bytesOf(5)).toBe(5);
		expect(() => bytesOf('1m')).toThrow('1m is not a whole number of bytes');
	});
});
