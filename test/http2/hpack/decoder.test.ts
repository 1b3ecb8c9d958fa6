import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type HeaderBlockBounds, HpackDecoder, HpackError } from '../../../runtime/http2/hpack/decoder.ts';
import { staticNames, staticValues } from '../../../runtime/http2/hpack/static-table.ts';
import { runs } from '../../setup/sample.ts';
import { bitsOf, coded, endOfStringBits, indexed, integer, padded, plain, sizeUpdate, withIndexing, withoutIndexing } from './coder.ts';
import { exchanges } from './examples.ts';

const plenty = bounds(64 * 1024, 1_000);

function bounds(keptBytes: number, keptPairs: number, readBytes = Number.POSITIVE_INFINITY): HeaderBlockBounds {
	return { keptBytes, keptPairs, readBytes };
}

function decoded(decoder: HpackDecoder, ...parts: readonly Buffer[]): readonly string[] {
	const { flat, outcome } = decoder.decode(Buffer.concat(parts), plenty);
	expect(outcome).toBe('whole');
	return flat;
}

const refused = (...parts: readonly Buffer[]): void => {
	expect(() => new HpackDecoder().decode(Buffer.concat(parts), plenty)).toThrow(HpackError);
};

describe('examples of RFC 7541, appendix C', () => {
	it.each(exchanges)('$title', ({ tableSize, blocks, table }) => {
		const decoder = new HpackDecoder();
		if (tableSize !== 4096) decoded(decoder, sizeUpdate(tableSize));
		for (const { section, hex, flat } of blocks) {
			const block = decoder.decode(Buffer.from(hex, 'hex'), plenty);
			expect(block.flat, section).toEqual(flat);
			expect(block.size, section).toBe(flat.join('').length + (flat.length / 2) * 32);
		}
		expect(decoded(decoder, ...table.map((_, i) => indexed(62 + i)))).toEqual(table.flat());
		expect(() => decoded(decoder, indexed(62 + table.length))).toThrow(HpackError);
	});

	// C.1: the integers with a five-bit prefix are size updates.
	it.each([
		['C.1.1', 10, '2a'],
		['C.1.2', 1337, '3f9a0a'],
	])('%s, an integer', (_, value, hex) => {
		expect(decoded(new HpackDecoder(value), Buffer.from(hex, 'hex'))).toEqual([]);
		expect(() => decoded(new HpackDecoder(value - 1), Buffer.from(hex, 'hex'))).toThrow(HpackError);
	});
});

describe('static table', () => {
	it('has 61 entries, each at its index', () => {
		const indexes = Array.from({ length: 61 }, (_, i) => i + 1);
		expect(decoded(new HpackDecoder(), ...indexes.map(indexed))).toEqual(indexes.flatMap((i) => [staticNames[i], staticValues[i]]));
		expect(staticNames.length).toBe(62);
	});
	it('gives its names to literals', () => {
		expect(decoded(new HpackDecoder(), integer(0, 4, 58), plain('curl'))).toEqual(['user-agent', 'curl']);
	});
});

describe('Huffman code', () => {
	it('has a code for each byte', () => {
		const all = Buffer.from(Array.from({ length: 256 }, (_, i) => i)).toString('latin1');
		expect(decoded(new HpackDecoder(), withoutIndexing('all', all, coded))).toEqual(['all', all]);
	});
	it('is complete: no further code fits in', () => {
		const symbols = Array.from({ length: 256 }, (_, i) => bitsOf(String.fromCharCode(i)).length);
		expect([...symbols, endOfStringBits.length].reduce((sum, bits) => sum + 2 ** -bits, 0)).toBe(1);
	});
	it('reads any text as it was', () => {
		fc.assert(
			fc.property(latin1(300), latin1(3_000), (name, value) => {
				expect(decoded(new HpackDecoder(), withIndexing(name, value, coded), withoutIndexing(value, name, coded))).toEqual([name, value, value, name]);
			}),
		);
	});
	it('decodes a string longer than the prepared buffer', () => {
		const long = 'e'.repeat(40_000);
		expect(decoded(new HpackDecoder(), withoutIndexing('long', long, coded))).toEqual(['long', long]);
	});
	it.each<[string, Buffer]>([
		['eight bits of padding', Buffer.concat([padded(bitsOf('&')), Buffer.of(0xff)])],
		['nothing but eight bits of padding', Buffer.of(0xff)],
		['padding with a zero', padded(`${bitsOf('0')}110`)],
		['padding of zeros', padded(`${bitsOf('a')}000`)],
		['an end of string', padded(`${bitsOf('a')}${endOfStringBits}`)],
		['an end of string that text follows', padded(`${endOfStringBits}${bitsOf('aaaa')}`)],
		['a code that is not whole', padded(bitsOf('\x00')).subarray(0, 1)],
	])('%s is an error', (_, bytes) => {
		refused(Buffer.of(0x00), plain('a'), integer(0x80, 7, bytes.length), bytes);
	});
});

describe('invalid header blocks', () => {
	it.each<[string, readonly Buffer[]]>([
		['index 0', [indexed(0)]],
		['an index of an empty dynamic table', [indexed(62)]],
		['a name of an empty dynamic table', [integer(0x40, 6, 62), plain('a')]],
		['an integer of six bytes', [Buffer.of(0xff, 0x80, 0x80, 0x80, 0x80, 0x00)]],
		['an integer that goes on for ever', [Buffer.of(0x7f), Buffer.alloc(1_000, 0xff)]],
		['an integer above 2^28', [integer(0x80, 7, 2 ** 28 + 127)]],
		['a length beyond 32 bits', [Buffer.of(0x00), integer(0, 7, 2 ** 32 + 1), Buffer.from('a')]],
		['a length beyond the block', [Buffer.of(0x00), plain('a'), integer(0, 7, 5), Buffer.from('1234')]],
		['a value that does not begin', [Buffer.of(0x00), plain('a')]],
		['a name that does not begin', [Buffer.of(0x40)]],
	])('%s', (_, parts) => refused(...parts));

	it('a block that ends early is an error, or has fewer headers', () => {
		fc.assert(
			fc.property(someHeaders(), fc.boolean(), (pairs, inHuffman) => {
				const whole = Buffer.concat(pairs.map(([name, value]) => withIndexing(name, value, inHuffman ? coded : plain)));
				for (let length = 0; length < whole.length; length++) {
					const flat = flatUnlessRefused(whole.subarray(0, length));
					if (flat === undefined) continue;
					expect(flat.length).toBeLessThan(pairs.length * 2);
					expect(flat).toEqual(pairs.flat().slice(0, flat.length));
				}
			}),
			{ numRuns: runs(30) },
		);
	});
	it('any input: only its own error, and at most the bounded number of headers', () => {
		fc.assert(
			fc.property(fc.array(fc.uint8Array({ maxLength: 400 }), { maxLength: 5 }), fc.nat(2_000), fc.nat(20), (blocks, mostBytes, mostPairs) => {
				const decoder = new HpackDecoder();
				try {
					for (const block of blocks) {
						const { flat, size, outcome } = decoder.decode(Buffer.from(block), bounds(mostBytes, mostPairs));
						const kept = flat.join('').length + (flat.length / 2) * 32;
						expect(kept).toBeLessThanOrEqual(mostBytes);
						expect(flat.length / 2).toBeLessThanOrEqual(mostPairs);
						expect(outcome === 'whole' ? kept === size : kept < size).toBe(true);
					}
				} catch (error) {
					if (!(error instanceof HpackError)) throw error;
				}
			}),
			{ numRuns: runs(2_000) },
		);
	});
});

describe('limits', () => {
	it('bound the bytes when many references name one large entry', () => {
		const decoder = new HpackDecoder();
		decoded(decoder, withIndexing('a', 'x'.repeat(4_000)));
		const { flat, size, pairs, outcome } = decoder.decode(Buffer.alloc(50_000, 0x80 | 62), bounds(10_000, 1_000));
		expect(flat.length).toBe(4);
		expect(outcome).toBe('tooLarge');
		expect([size, pairs]).toEqual([50_000 * 4_033, 50_000]);
	});
	it('bound the number of pairs', () => {
		const { flat, outcome } = new HpackDecoder().decode(Buffer.alloc(11, 0x82), bounds(1_000, 10));
		expect(flat.length).toBe(20);
		expect(outcome).toBe('tooLarge');
	});
	it('stay in force once reached: a small header after a large one is dropped', () => {
		const block = Buffer.concat([withoutIndexing('a', 'x'.repeat(500)), indexed(2)]);
		expect(new HpackDecoder().decode(block, bounds(200, 10))).toEqual({ flat: [], size: 501 + 32 + 42, pairs: 2, outcome: 'tooLarge' });
	});
	it('are exact', () => {
		expect(new HpackDecoder().decode(indexed(2), bounds(42, 1, 42)).outcome).toBe('whole');
		expect(new HpackDecoder().decode(indexed(2), bounds(41, 1, 42)).outcome).toBe('tooLarge');
		expect(new HpackDecoder().decode(indexed(2), bounds(42, 1, 41)).outcome).toBe('abandoned');
	});
	it.each([
		['references to a large entry', Buffer.concat([withIndexing('a', 'x'.repeat(4_000)), Buffer.alloc(100_000, 0x80 | 62)]), 3],
		['entries of the table', Buffer.concat(Array.from({ length: 10_000 }, () => withIndexing('', ''))), 313],
	])('bound the decoding work of many %s', (_, block, pairs) => {
		expect(new HpackDecoder().decode(block, bounds(1_000, 10, 10_000))).toMatchObject({ pairs: pairs, outcome: 'abandoned' });
	});
	it('dropped headers still enter the table', () => {
		const decoder = new HpackDecoder();
		expect(decoder.decode(Buffer.concat([withIndexing('a', '1'), withIndexing('b', '2')]), bounds(0, 0)).outcome).toBe('tooLarge');
		expect(decoded(decoder, indexed(62), indexed(63))).toEqual(['b', '2', 'a', '1']);
	});
});

describe('dynamic table', () => {
	it('is that of a table which is a list', () => {
		const action = fc.oneof(
			fc.record({ kind: fc.constant('add' as const), name: latin1(20), value: latin1(60) }),
			fc.record({ kind: fc.constant('size' as const), size: fc.nat(600) }),
		);
		fc.assert(
			fc.property(fc.array(action, { maxLength: 80 }), (actions) => {
				const decoder = new HpackDecoder();
				let list: [string, string][] = [];
				let limit = 4096;
				for (const given of actions) {
					if (given.kind === 'size') {
						decoded(decoder, sizeUpdate(given.size));
						limit = given.size;
					} else {
						decoded(decoder, withIndexing(given.name, given.value));
						list.unshift([given.name, given.value]);
					}
					list = list.filter((_, i) => list.slice(0, i + 1).reduce((sum, [name, value]) => sum + name.length + value.length + 32, 0) <= limit);
					expect(decoded(decoder, ...list.map((_, i) => indexed(62 + i)))).toEqual(list.flat());
				}
				expect(() => decoded(decoder, indexed(62 + list.length))).toThrow(HpackError);
			}),
		);
	});
	it('holds as many of the smallest entries as fit', () => {
		const decoder = new HpackDecoder();
		const values = Array.from({ length: 300 }, (_, i) => String(i));
		for (const value of values) decoded(decoder, withIndexing('', value));
		const kept = values.slice(-Math.floor(4096 / 35)).reverse();
		expect(decoded(decoder, ...kept.map((_, i) => indexed(62 + i)))).toEqual(kept.flatMap((value) => ['', value]));
		expect(() => decoded(decoder, indexed(62 + kept.length))).toThrow(HpackError);
	});
	it('an entry that is larger than the table empties it', () => {
		const decoder = new HpackDecoder();
		decoded(decoder, withIndexing('a', '1'), withIndexing('b', 'x'.repeat(4096)));
		expect(() => decoded(decoder, indexed(62))).toThrow(HpackError);
	});
	it('a header may use the name of the entry that it evicts', () => {
		const decoder = new HpackDecoder(64);
		decoded(decoder, sizeUpdate(64), withIndexing('abc', '1'));
		expect(decoded(decoder, integer(0x40, 6, 62), plain('2'))).toEqual(['abc', '2']);
		expect(decoded(decoder, indexed(62))).toEqual(['abc', '2']);
	});
});

describe('size updates', () => {
	it('up to two may start a block, even an empty one', () => {
		expect(decoded(new HpackDecoder(), sizeUpdate(0), sizeUpdate(4096), indexed(2))).toEqual([':method', 'GET']);
		expect(decoded(new HpackDecoder(), sizeUpdate(100))).toEqual([]);
		refused(sizeUpdate(0), sizeUpdate(0), sizeUpdate(4096), indexed(2));
	});
	it('after a header are refused', () => refused(indexed(2), sizeUpdate(100)));
	it('above the announced size are refused', () => {
		refused(sizeUpdate(4097));
		expect(decoded(new HpackDecoder(8192), sizeUpdate(8192))).toEqual([]);
		expect(() => decoded(new HpackDecoder(0), sizeUpdate(1))).toThrow(HpackError);
	});
	it('a smaller size evicts at once', () => {
		const decoder = new HpackDecoder();
		decoded(decoder, withIndexing('a', '1'));
		expect(() => decoded(decoder, sizeUpdate(0), sizeUpdate(4096), indexed(62))).toThrow(HpackError);
	});
	it('a larger table than the default needs a setting of the peer', () => {
		const decoder = new HpackDecoder(16_384);
		decoded(decoder, withIndexing('a', 'x'.repeat(3_000)), withIndexing('b', 'x'.repeat(3_000)));
		expect(() => decoded(decoder, indexed(63))).toThrow(HpackError);
		const larger = new HpackDecoder(16_384);
		decoded(larger, sizeUpdate(16_384), withIndexing('a', 'x'.repeat(3_000)), withIndexing('b', 'x'.repeat(3_000)));
		expect(decoded(larger, indexed(63))[0]).toBe('a');
	});
});

function latin1(maxLength: number): fc.Arbitrary<string> {
	return fc.uint8Array({ maxLength }).map((bytes) => Buffer.from(bytes).toString('latin1'));
}

function someHeaders(): fc.Arbitrary<[string, string][]> {
	return fc.array(fc.tuple(latin1(12), latin1(20)), { minLength: 1, maxLength: 6 });
}

function flatUnlessRefused(block: Buffer): readonly string[] | undefined {
	try {
		return new HpackDecoder().decode(block, plenty).flat;
	} catch (error) {
		expect(error).toBeInstanceOf(HpackError);
		return undefined;
	}
}
