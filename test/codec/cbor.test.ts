/** CBOR values as Kubernetes writes them, and those that JSON cannot express. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../runtime/model/catalog.ts';
import { MalformedError } from '../../runtime/model/malformed.ts';
import { decodeCbor, encodeCbor, encodeCborEvent } from '../../runtime/wire/cbor/cbor.ts';
import { runs } from '../setup/sample.ts';

const hex = (text: string): Uint8Array => Buffer.from(text.replaceAll(' ', ''), 'hex');

describe('CBOR', () => {
	it.each<[string, JsonValue]>([
		['d9d9f7 a3 4161 84 01 20 f5 f6 4162 4178 426363 f93e00', { b: 'x', a: [1, -1, true, null], cc: 1.5 }],
		['d9d9f7 a1 416e 1b1000000000000000', { n: 2n ** 60n }],
		['d9d9f7 a0', {}],
	])('writes %s', (expected, value) => {
		expect(encodeCbor(value).toString('hex')).toBe(expected.replaceAll(' ', ''));
	});

	it('writes events whose objects have a magic number of their own', () => {
		expect(encodeCborEvent({ type: 'ADDED', object: { a: 1 } }).toString('hex')).toBe(
			'd9d9f7a244747970654541444445 44466f626a656374d9d9f7a1416101'.replaceAll(' ', ''),
		);
	});

	it.each([
		['a16161 6162', { a: 'b' }],
		['d9d9f7 a1 4161 d64401020304', { a: 'AQIDBA==' }],
		['a1 4161 c0 74323031332d30332d32315432303a30343a30305a', { a: '2013-03-21T20:04:00Z' }],
		['bf 6161 9f 01 02 ff ff', { a: [1, 2] }],
		['a1 695f5f70726f746f5f5f 01', JSON.parse('{"__proto__":1}')],
	])('reads %s', (bytes, expected) => expect(decodeCbor(hex(bytes))).toEqual(expected));

	it.each([
		['', 'is not valid CBOR'],
		['a161', 'is not valid CBOR'],
		['a1 01 02', 'a map key that is not a string'],
		['a2 6161 01 4161 02', 'the map key "a" twice'],
		['f97e00', 'not finite'],
		['c249 010000000000000000', 'an integer beyond 64 bits'],
		['f7', 'is not valid CBOR'],
		['c001', 'a time that is not text'],
	])('refuses %s', (bytes, reason) => {
		expect(() => decodeCbor(hex(bytes))).toThrow(MalformedError);
		expect(() => decodeCbor(hex(bytes))).toThrow(reason);
	});

	it('reads every JSON value that it writes', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				// JSON has no negative zero.
				expect(JSON.parse(JSON.stringify(decodeCbor(encodeCbor(value as never))))).toEqual(JSON.parse(JSON.stringify(value)));
			}),
			{ numRuns: runs(1000) },
		);
	});
});
