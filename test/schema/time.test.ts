/** Tests times and durations and their canonical form. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { durationMs, formatDuration, parseDuration, secondsInMs } from '../../runtime/scalars/duration.ts';
import { canonicalMicroTime, canonicalTime, parseTime, timeProblem } from '../../runtime/scalars/time.ts';
import { scalarWire } from '../../runtime/schema/protobuf/scalar.ts';
import { WireReader, wireTypes } from '../../runtime/wire/protobuf/reader.ts';
import { BackwardWriter } from '../../runtime/wire/protobuf/writer.ts';

describe('times', () => {
	it.each([
		['2024-02-29T23:59:59Z', '2024-02-29T23:59:59Z'],
		['2024-01-01T00:00:00.999Z', '2024-01-01T00:00:00Z'],
		['2024-01-01T01:00:00+01:00', '2024-01-01T00:00:00Z'],
		['2023-12-31T23:00:00-01:00', '2024-01-01T00:00:00Z'],
		['0099-01-01T00:00:00Z', '0099-01-01T00:00:00Z'],
	])('%s is %s', (text, canonical) => {
		expect(canonicalTime(text)).toBe(canonical);
	});

	it('keep microseconds where they are asked for', () => {
		expect(canonicalMicroTime('2024-01-01T00:00:00.1234567Z')).toBe('2024-01-01T00:00:00.123456Z');
		expect(canonicalMicroTime('2024-01-01T00:00:00Z')).toBe('2024-01-01T00:00:00.000000Z');
	});

	it.each([
		['2023-02-29T00:00:00Z', 'day out of range'],
		['2024-13-01T00:00:00Z', 'month out of range'],
		['2024-01-32T00:00:00Z', 'day out of range'],
		['2024-01-01T24:00:00Z', 'hour out of range'],
		['2024-01-01T00:60:00Z', 'minute out of range'],
		['2024-01-01T00:00:60Z', 'second out of range'],
		['2024-01-01', 'cannot parse'],
		['2024-01-01T00:00:00', 'cannot parse'],
		['2024-01-01t00:00:00Z', 'cannot parse'],
		['', 'cannot parse'],
		['20240-01-01T00:00:0Z', 'cannot parse'],
		['0000-01-01T00:00:00+01:00', undefined],
	])('%s: %s', (text, problem) => {
		if (problem === undefined) expect(() => canonicalTime(text)).toThrow('year out of range');
		else expect(timeProblem(text)).toContain(problem);
	});

	const inProtobuf = (seconds: bigint): WireReader => {
		const writer = new BackwardWriter();
		writer.varint64(seconds);
		writer.tag(1, wireTypes.varint);
		writer.varint(writer.length);
		return new WireReader(writer.finish());
	};
	it.each(['time', 'microTime'] as const)('in protobuf, %s, have four-digit years', (kind) => {
		const { read } = scalarWire(kind);
		for (const year of ['0000-01-01T00:00:00', '9999-12-31T23:59:59']) {
			const seconds = BigInt(Date.parse(`${year}Z`)) / 1000n;
			expect(read(inProtobuf(seconds))).toMatch(year);
		}
		for (const seconds of [-62_167_219_201n, 253_402_300_800n, 8_640_000_000_001n, 2n ** 63n - 1n, -(2n ** 63n)]) {
			expect(() => read(inProtobuf(seconds))).toThrow('proto: time out of range');
		}
	});

	it('are read as dates are', () => {
		fc.assert(
			fc.property(fc.date({ min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true }), (date) => {
				expect(parseTime(date.toISOString()).seconds).toBe(Math.floor(date.getTime() / 1000));
				expect(canonicalTime(date.toISOString())).toBe(`${date.toISOString().slice(0, 19)}Z`);
			}),
		);
	});
});

describe('durations', () => {
	it.each([
		['0', '0s'],
		['90m', '1h30m0s'],
		['1.5h', '1h30m0s'],
		['100ms', '100ms'],
		['1500ms', '1.5s'],
		['1us', '1µs'],
		['-1m', '-1m0s'],
		['1h1ns', '1h0m0.000000001s'],
		['.5s', '500ms'],
		['-2562047h47m16.854775808s', '-2562047h47m16.854775808s'],
	])('%s is %s', (text, canonical) => {
		expect(formatDuration(parseDuration(text))).toBe(canonical);
	});

	it.each([
		['1', 'missing unit'],
		['1d', 'unknown unit "d"'],
		['1h-1m', 'unknown unit "h-"'],
		['1 h', 'unknown unit " h"'],
		['1constructor', 'unknown unit "constructor"'],
	])('%j is invalid: %s', (text, why) => {
		expect(() => parseDuration(text)).toThrow(`time: ${why} in duration ${JSON.stringify(text)}`);
	});

	it.each(['', 's', '9999999999h', '2562047h47m16.854775808s'])('%j is out of range', (text) => {
		expect(() => parseDuration(text)).toThrow(`time: invalid duration ${JSON.stringify(text)}`);
	});

	it.each([
		[30, 30_000],
		[1.5, 1_500],
		[9_223_372_036, 9_223_372_036_000],
		// Value of `time.Duration(seconds) * time.Second` in Go.
		[9_223_372_037, -9_223_372_036_709.551],
	])('%s seconds in milliseconds wrap round as 64 bits of nanoseconds: %s', (seconds, ms) => {
		expect(secondsInMs(seconds)).toBeCloseTo(ms, 0);
	});

	it.each([
		['1m30s', 90_000],
		['250us', 0.25],
		['-1s', -1000],
		['0', 0],
		['1 h', undefined],
		['', undefined],
		['9'.repeat(400), undefined],
	])('%j in milliseconds is %s', (text, ms) => {
		expect(durationMs(text)).toBe(ms);
	});

	it('are read back', () => {
		fc.assert(
			fc.property(fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }), (nanos) => {
				expect(parseDuration(formatDuration(nanos))).toBe(nanos);
			}),
		);
	});
});
