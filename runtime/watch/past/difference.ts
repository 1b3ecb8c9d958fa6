/**
 * What an object was, as what is different in what it became: a change mostly replaces a resourceVersion, a time and a value. Written as
 * steps through the later bytes, each of three numbers (copied, skipped, put in) and what is put in; what
 * is left of the later bytes behind the last step is copied.
 */

import { behindNumber, readNumber, writeNumber } from './numbers.ts';

/** Where bytes lie. */
export interface Stretch {
	readonly buffer: Buffer;
	readonly offset: number;
	readonly length: number;
}

/** So many equal bytes are worth a step of their own. */
const leastEqual = 8;

/** How far behind a difference the two are looked at for being alike again. */
const window = 48;

/** Three numbers below 2^28. */
const stepBytes = 12;

/** A copy of fewer bytes is done here sooner than a native call begins. */
const shortBytes = 24;

/**
 * Writes how `was` differs from `became`, both shorter than 2^28 bytes, into `target` at `at`. Returns where it ends; -1: it would go
 * beyond `end`, and what was written is worth nothing.
 */
export function writeDifference(target: Buffer, at: number, end: number, was: Stretch, became: Stretch): number {
	const [a, b] = [was.buffer, became.buffer];
	let i = was.offset;
	let j = became.offset;
	let iEnd = i + was.length;
	let jEnd = j + became.length;
	let equal = alike(a, i, iEnd, b, j, jEnd);
	i += equal;
	j += equal;
	while (iEnd > i && jEnd > j && a[iEnd - 1] === b[jEnd - 1]) {
		iEnd--;
		jEnd--;
	}
	let to = at;
	while (i < iEnd || j < jEnd) {
		const [putIn, skipped] = untilAlike(a, i, iEnd, b, j, jEnd);
		if (to + stepBytes + putIn > end) return -1;
		to = writeNumber(target, to, equal);
		to = writeNumber(target, to, skipped);
		to = writeNumber(target, to, putIn);
		copy(a, i, target, to, putIn);
		to += putIn;
		i += putIn;
		j += skipped;
		equal = alike(a, i, iEnd, b, j, jEnd);
		i += equal;
		j += equal;
	}
	return to;
}

/** Makes in `target` at `at` what was, of the difference between `start` and `end` and of what became of it. Returns where it ends. */
export function applyDifference(difference: Buffer, start: number, end: number, became: Stretch, target: Buffer, at: number): number {
	const { buffer } = became;
	let from = became.offset;
	let to = at;
	let i = start;
	while (i < end) {
		const copied = readNumber(difference, i);
		i = behindNumber(difference, i);
		const skipped = readNumber(difference, i);
		i = behindNumber(difference, i);
		const putIn = readNumber(difference, i);
		i = behindNumber(difference, i);
		copy(buffer, from, target, to, copied);
		copy(difference, i, target, to + copied, putIn);
		from += copied + skipped;
		to += copied + putIn;
		i += putIn;
	}
	const left = became.offset + became.length - from;
	copy(buffer, from, target, to, left);
	return to + left;
}

/** How many bytes from there on are the same. */
function alike(a: Buffer, i: number, iEnd: number, b: Buffer, j: number, jEnd: number): number {
	const most = Math.min(iEnd - i, jEnd - j);
	let count = 0;
	while (count < most && a[i + count] === b[j + count]) count++;
	return count;
}

/** How many bytes of either to pass until both go on alike: at the same distance from where they differ, or as their ends lie. */
function untilAlike(a: Buffer, i: number, iEnd: number, b: Buffer, j: number, jEnd: number): readonly [number, number] {
	const shift = jEnd - j - (iEnd - i);
	for (let passed = 0; passed <= window && i + passed + leastEqual <= iEnd; passed++) {
		if (goesOnAlike(a, i + passed, b, j + passed, jEnd)) return [passed, passed];
		const shifted = passed + shift;
		if (shift !== 0 && shifted >= 0 && goesOnAlike(a, i + passed, b, j + shifted, jEnd)) return [passed, shifted];
	}
	return [iEnd - i, jEnd - j];
}

function goesOnAlike(a: Buffer, i: number, b: Buffer, j: number, jEnd: number): boolean {
	if (j + leastEqual > jEnd) return false;
	for (let k = 0; k < leastEqual; k++) if (a[i + k] !== b[j + k]) return false;
	return true;
}

function copy(source: Buffer, from: number, target: Buffer, to: number, length: number): void {
	if (length > shortBytes) source.copy(target, to, from, from + length);
	else for (let i = 0; i < length; i++) target[to + i] = source[from + i] ?? 0;
}
