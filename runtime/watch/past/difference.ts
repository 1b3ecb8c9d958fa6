/**
 * Encodes a state as its difference from the state that followed: a change mostly replaces a resourceVersion, a time and a value. The
 * encoding consists of steps through the later bytes. Each step has three numbers (bytes to copy, to skip, to insert) and the inserted
 * bytes. The rest of the later bytes after the last step is copied.
 */

import { behindNumber, readNumber, writeNumber } from './numbers.ts';

/** Location of bytes. */
export interface Stretch {
	readonly buffer: Buffer;
	readonly offset: number;
	readonly length: number;
}

/** Bytes compared at once. */
const wordBytes = 4;

/** Number of equal bytes that justify a separate step. */
const leastEqual = 2 * wordBytes;

/** Distance after a difference within which the states are searched for equal bytes. */
const window = 48;

/** Size of three numbers below 2^28. */
const stepBytes = 12;

/** Length below which a loop copies faster than a native call starts. */
const shortBytes = 24;

/**
 * Writes the difference of `was` from `became`, both shorter than 2^28 bytes, into `target` at `at`. Returns its end; -1 when it would
 * exceed `end`, and the written bytes are then invalid.
 */
export function writeDifference(target: Buffer, at: number, end: number, was: Stretch, became: Stretch): number {
	const [a, b] = [viewOf(was), viewOf(became)];
	let i = 0;
	let j = 0;
	let equal = alike(a, i, was.length, b, j, became.length);
	i += equal;
	j += equal;
	const equalAtEnd = alikeBefore(a, i, was.length, b, j, became.length);
	const [iEnd, jEnd] = [was.length - equalAtEnd, became.length - equalAtEnd];
	let to = at;
	while (i < iEnd || j < jEnd) {
		const [putIn, skipped] = untilAlike(a, i, iEnd, b, j, jEnd);
		if (to + stepBytes + putIn > end) return -1;
		to = writeNumber(target, to, equal);
		to = writeNumber(target, to, skipped);
		to = writeNumber(target, to, putIn);
		copy(was.buffer, was.offset + i, target, to, putIn);
		to += putIn;
		i += putIn;
		j += skipped;
		equal = alike(a, i, iEnd, b, j, jEnd);
		i += equal;
		j += equal;
	}
	return to;
}

/**
 * Turns the later state, of `length` bytes in `target` at `at`, into the earlier one, by the difference between `start` and `end`. Returns
 * the new length. Meanwhile the bytes take at most the lengths of both states together.
 */
export function applyDifference(difference: Buffer, start: number, end: number, target: Buffer, at: number, length: number): number {
	let to = at;
	let left = at + length;
	for (let i = start; i < end; ) {
		to += readNumber(difference, i);
		i = behindNumber(difference, i);
		const skipped = readNumber(difference, i);
		i = behindNumber(difference, i);
		const putIn = readNumber(difference, i);
		i = behindNumber(difference, i);
		if (putIn !== skipped) {
			target.copyWithin(to + putIn, to + skipped, left);
			left += putIn - skipped;
		}
		copy(difference, i, target, to, putIn);
		to += putIn;
		i += putIn;
	}
	return left - at;
}

/** Returns the number of equal bytes from the positions on. */
function alike(a: DataView, i: number, iEnd: number, b: DataView, j: number, jEnd: number): number {
	const most = Math.min(iEnd - i, jEnd - j);
	let count = 0;
	while (count + wordBytes <= most && a.getInt32(i + count) === b.getInt32(j + count)) count += wordBytes;
	while (count < most && a.getUint8(i + count) === b.getUint8(j + count)) count++;
	return count;
}

/** Returns the number of equal bytes before the positions. */
function alikeBefore(a: DataView, i: number, iEnd: number, b: DataView, j: number, jEnd: number): number {
	const most = Math.min(iEnd - i, jEnd - j);
	let count = 0;
	while (count + wordBytes <= most && a.getInt32(iEnd - count - wordBytes) === b.getInt32(jEnd - count - wordBytes)) count += wordBytes;
	while (count < most && a.getUint8(iEnd - count - 1) === b.getUint8(jEnd - count - 1)) count++;
	return count;
}

/**
 * Returns the bytes to skip in each state until both are equal again. It tries equal distances from the difference, and then the distance
 * of their ends.
 */
function untilAlike(a: DataView, i: number, iEnd: number, b: DataView, j: number, jEnd: number): readonly [number, number] {
	const shift = jEnd - j - (iEnd - i);
	for (let passed = 0; passed <= window && i + passed + leastEqual <= iEnd; passed++) {
		if (goesOnAlike(a, i + passed, b, j + passed, jEnd)) return [passed, passed];
		const shifted = passed + shift;
		if (shift !== 0 && shifted >= 0 && goesOnAlike(a, i + passed, b, j + shifted, jEnd)) return [passed, shifted];
	}
	return [iEnd - i, jEnd - j];
}

function goesOnAlike(a: DataView, i: number, b: DataView, j: number, jEnd: number): boolean {
	return j + leastEqual <= jEnd && a.getInt32(i) === b.getInt32(j) && a.getInt32(i + wordBytes) === b.getInt32(j + wordBytes);
}

function viewOf({ buffer, offset, length }: Stretch): DataView {
	return new DataView(buffer.buffer, buffer.byteOffset + offset, length);
}

function copy(source: Buffer, from: number, target: Buffer, to: number, length: number): void {
	if (length > shortBytes) source.copy(target, to, from, from + length);
	else for (let i = 0; i < length; i++) target[to + i] = source[from + i] ?? 0;
}
