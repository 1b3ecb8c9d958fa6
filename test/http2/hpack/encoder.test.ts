import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HpackDecoder } from '../../../runtime/http2/hpack/decoder.ts';
import { HpackEncoder } from '../../../runtime/http2/hpack/encoder.ts';
import { runs } from '../../setup/sample.ts';

const plenty = { keptBytes: 1024 * 1024, keptPairs: 10_000, readBytes: 1024 * 1024 };
const flatOf = (decoder: HpackDecoder, block: Buffer): readonly string[] => decoder.decode(block, plenty).flat;

describe('an answer', () => {
	it.each([200, 204, 206, 304, 400, 404, 500])('with status %d starts with an indexed field', (status) => {
		const block = new HpackEncoder().encode(status, []);
		expect(block.length).toBe(1);
		expect(flatOf(new HpackDecoder(), block)).toEqual([':status', String(status)]);
	});
	it.each([100, 101, 201, 202, 403, 409, 410, 422, 429, 503, 504])('with status %d starts with a literal', (status) => {
		const block = new HpackEncoder().encode(status, []);
		expect(block.toString('latin1')).toBe(`\x08\x03${status}`);
		expect(flatOf(new HpackDecoder(), block)).toEqual([':status', String(status)]);
	});
	it('has a byte for each pair that came twice before', () => {
		const encoder = new HpackEncoder();
		const decoder = new HpackDecoder();
		const flat = ['content-type', 'application/json', 'cache-control', 'no-cache, private', 'x-kubernetes-pf-flowschema-uid', 'a-b-c'];
		for (let n = 0; n < 2; n++) expect(flatOf(decoder, encoder.encode(200, flat))).toEqual([':status', '200', ...flat]);
		const block = encoder.encode(200, flat);
		expect(block.length).toBe(4);
		expect(flatOf(decoder, block)).toEqual([':status', '200', ...flat]);
	});
	it('keeps several values of a name in the table', () => {
		const encoder = new HpackEncoder();
		for (const type of ['json', 'protobuf', 'yaml', 'json', 'protobuf', 'yaml']) encoder.encode(200, ['content-type', type]);
		for (const type of ['json', 'protobuf', 'yaml']) expect(encoder.encode(200, ['content-type', type]).length).toBe(2);
	});
	it.each(['audit-id', 'content-length', 'date', 'etag', 'location', 'set-cookie', 'www-authenticate', 'retry-after'])('never has %s in the table', (name) => {
		const encoder = new HpackEncoder();
		const first = encoder.encode(200, [name, 'same']);
		for (let n = 0; n < 3; n++) expect(encoder.encode(200, [name, 'same'])).toEqual(first);
		// A literal without indexing; a cookie must never be indexed.
		expect((first[1] as number) >> 4).toBe(name === 'set-cookie' ? 1 : 0);
	});
	it('does not change when others are written', () => {
		const encoder = new HpackEncoder();
		const blocks = Array.from({ length: 500 }, (_, i) => ({ i, block: encoder.encode(200, ['audit-id', `${i}-${'x'.repeat(i)}`]) }));
		const decoder = new HpackDecoder();
		for (const { i, block } of blocks) expect(flatOf(decoder, block)).toEqual([':status', '200', 'audit-id', `${i}-${'x'.repeat(i)}`]);
	});
	it('may be of any size', () => {
		const flat = ['warning', 'x'.repeat(100_000), 'etag', 'y'.repeat(300)];
		expect(flatOf(new HpackDecoder(), new HpackEncoder().encode(200, flat))).toEqual([':status', '200', ...flat]);
	});
	it('may have a name that no other has, however many those are', () => {
		const encoder = new HpackEncoder();
		const decoder = new HpackDecoder();
		for (let n = 0; n < 600; n++) {
			const flat = [`x-${n % 200}`, 'a', 'vary', 'Accept'];
			expect(flatOf(decoder, encoder.encode(200, flat))).toEqual([':status', '200', ...flat]);
		}
	});
});

describe('size of the peer’s table', () => {
	const updates = (block: Buffer): number => block.findIndex((byte) => byte >= 0x80);

	it.each([
		['C.1.1', 10, '2a88'],
		['C.1.2', 1337, '3f9a0a88'],
	])('is encoded as an integer (%s)', (_, size, hex) => {
		const encoder = new HpackEncoder();
		encoder.setPeerTableSize(size);
		expect(encoder.encode(200, []).toString('hex')).toBe(hex);
		expect(encoder.encode(200, []).toString('hex')).toBe('88');
	});
	it('a larger size than 4096 has no effect', () => {
		const encoder = new HpackEncoder();
		encoder.setPeerTableSize(65_536);
		expect(updates(encoder.encode(200, []))).toBe(0);
	});
	it('that shrank and grew again is announced twice, the smallest first', () => {
		const encoder = new HpackEncoder();
		for (const size of [1_000, 20, 2_000]) encoder.setPeerTableSize(size);
		expect(encoder.encode(200, []).toString('hex')).toBe('343fb10f88');
		encoder.setPeerTableSize(0);
		encoder.setPeerTableSize(2_000);
		expect(encoder.encode(200, []).toString('hex')).toBe('203fb10f88');
	});
	it('a table of size 0 is empty', () => {
		const encoder = new HpackEncoder();
		encoder.setPeerTableSize(0);
		encoder.encode(200, ['vary', 'Accept']);
		const block = encoder.encode(200, ['vary', 'Accept']);
		expect(encoder.encode(200, ['vary', 'Accept'])).toEqual(block);
		expect(block.length).toBe(1 + 2 + 7);
	});
});

it('any answer is decoded unchanged with any table size', () => {
	const name = fc.oneof(fc.constantFrom('content-type', 'etag', 'audit-id', 'x-a', 'x-b', 'warning', 'set-cookie'), fc.stringMatching(/^x-[a-z]{0,9}$/));
	const value = fc.oneof(
		fc.constantFrom('a', 'b', 'application/json', 'x'.repeat(200)),
		fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
	);
	const answer = fc.record({
		status: fc.integer({ min: 100, max: 599 }),
		pairs: fc.array(fc.tuple(name, value), { maxLength: 9 }),
		sizes: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(fc.oneof(fc.nat(300), fc.nat(6_000)), { maxLength: 3 })),
	});
	fc.assert(
		fc.property(fc.array(answer, { maxLength: 40 }), (answers) => {
			const encoder = new HpackEncoder();
			const decoder = new HpackDecoder();
			for (const { status, pairs, sizes } of answers) {
				for (const size of sizes) encoder.setPeerTableSize(size);
				expect(flatOf(decoder, encoder.encode(status, pairs.flat()))).toEqual([':status', String(status), ...pairs.flat()]);
			}
		}),
		{ numRuns: runs(300) },
	);
});
