/**
 * `int(value)` and `uint(value)` with the bounds and messages of Kubernetes' CEL library. The CEL library's own conversions accept doubles
 * beyond 64 bits and texts such as `0b1`, and lack times and unsigned integers.
 */
import type { CelLibrary } from './library.ts';

const minInt = -(2n ** 63n);
const maxInt = 2n ** 63n - 1n;
const maxUint = 2n ** 64n - 1n;

/** Seconds and nanoseconds of a duration, as the CEL library holds them. */
interface Duration {
	readonly seconds: bigint;
	readonly nanos: number;
}

function int(value: bigint): bigint {
	if (value < minInt || value > maxInt) throw new Error('integer overflow');
	return value;
}

/** The bounds themselves are refused, because doubles near them are not exact. */
function doubleToInt(value: number): bigint {
	if (!(value > Number(minInt) && value < 2 ** 63)) throw new Error('integer overflow');
	return BigInt(Math.trunc(value));
}

function textToInt(value: string): bigint {
	const read = /^[+-]?[0-9]{1,100}$/.test(value) ? BigInt(value.replace(/^\+/, '')) : undefined;
	if (read === undefined || read < minInt || read > maxInt) throw new Error("type conversion error from 'string' to 'int'");
	return read;
}

function unsignedDouble(value: number): number {
	if (!(value >= 0 && value < 2 ** 64)) throw new Error('unsigned integer overflow');
	return value;
}

function unsignedInt(value: bigint): bigint {
	if (value < 0n) throw new Error('unsigned integer overflow');
	return value;
}

function unsignedText(value: string): string {
	if (!/^[0-9]{1,100}$/.test(value) || BigInt(value) > maxUint) throw new Error("type conversion error from 'string' to 'uint'");
	return value.replace(/^0+(?=[0-9])/, '');
}

export const conversions: CelLibrary = {
	functions: [
		{ signature: 'toInt(int): int', handler: (value: bigint) => value },
		{ signature: 'toInt(uint): int', handler: (value: { valueOf(): bigint }) => int(value.valueOf()) },
		{ signature: 'toInt(double): int', handler: doubleToInt },
		{ signature: 'toInt(string): int', handler: textToInt },
		{ signature: 'toInt(google.protobuf.Timestamp): int', handler: (value: Date) => BigInt(Math.floor(value.getTime() / 1000)) },
		{ signature: 'toInt(google.protobuf.Duration): int', handler: ({ seconds, nanos }: Duration) => int(seconds * 1_000_000_000n + BigInt(nanos)) },
		// The CEL library makes the unsigned integer of these values.
		{ signature: 'toUint(uint): uint', handler: (value: object) => value },
		{ signature: 'toUint(int): int', handler: unsignedInt },
		{ signature: 'toUint(double): double', handler: unsignedDouble },
		{ signature: 'toUint(string): string', handler: unsignedText },
	],
	macros: [
		{ name: 'int', parameters: 1, variables: 0, isFunction: true, expansion: 'toInt($1)' },
		{ name: 'uint', parameters: 1, variables: 0, isFunction: true, expansion: 'uint(toUint($1))' },
	],
};
