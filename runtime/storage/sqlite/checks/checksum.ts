/**
 * Checksums of rows that detect corruption by disks and memory. 32 bits detect every single-bit flip, and any other damage except for one
 * case in four billion. They do not protect against deliberate changes.
 */
import { crc32 } from 'node:zlib';
import type { Revision } from '../../store.ts';

/**
 * Returns the checksum of the state that a revision gave an object. The row carries it while that state exists, in `objects` and in the
 * log.
 */
export function rowChecksum(resource: string, namespace: string, name: string, revision: Revision, version: string, side: string, bytes: Uint8Array): number {
	return crc32(bytes, crc32(`${resource}\0${namespace}\0${name}\0${revision}\0${version}\0${side}`));
}

/** Fields of a log row, without the state that it stores; that state's own checksum is `replaced`. */
export interface LogEntry {
	readonly revision: Revision;
	readonly timeMs: number;
	readonly resource: string;
	readonly namespace: string;
	readonly name: string;
	readonly deleted: number;
	readonly previous: Revision;
	readonly replaced: number;
	readonly objects: number;
	readonly sum: number;
}

export function logChecksum(entry: LogEntry): number {
	const { revision, timeMs, resource, namespace, name, deleted, previous, replaced, objects, sum } = entry;
	return crc32(`${revision}\0${timeMs}\0${resource}\0${namespace}\0${name}\0${deleted}\0${previous}\0${replaced}\0${objects}\0${sum}`);
}

export function textChecksum(text: string): number {
	return crc32(text);
}

/** Modulus of sums; sums below it are exact as numbers. */
export const sumModulus = 2 ** 48;

/** Adds a checksum to the running sum. */
export function sumWith(sum: number, checksum: number): number {
	const next = sum + checksum;
	// The remainder operator would cost as much, for numbers of this size, as the checksum of a short row.
	return next < sumModulus ? next : next - sumModulus;
}

export function sumWithout(sum: number, checksum: number): number {
	return sum < checksum ? sum - checksum + sumModulus : sum - checksum;
}

/** Count and checksum sum of all objects, which reveal a missing row. */
export interface Total {
	readonly objects: number;
	readonly sum: number;
}
