/**
 * Checksums of rows, which detect corruption by disks and memory. 32 bits detect every flip of a single bit, and all but one in four
 * billion cases of other damage. They do not protect against deliberate changes.
 */
import { crc32 } from 'node:zlib';
import type { Revision } from './store.ts';

/**
 * Returns the checksum of the state that a revision gave to an object. The row has it while that state exists, in `objects` and in the log.
 */
export function rowChecksum(resource: string, namespace: string, name: string, revision: Revision, version: string, side: string, bytes: Uint8Array): number {
	return crc32(bytes, crc32(`${resource}\0${namespace}\0${name}\0${revision}\0${version}\0${side}`));
}

/** Fields of a log row without the state in it, whose own checksum is `replaced`. */
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
	// For numbers of this size, the remainder operator would cost as much as the checksum of a short row.
	return next < sumModulus ? next : next - sumModulus;
}

export function sumWithout(sum: number, checksum: number): number {
	return sum < checksum ? sum - checksum + sumModulus : sum - checksum;
}

/** Number of all objects and sum of their checksums, which reveal a missing row. */
export interface Total {
	readonly objects: number;
	readonly sum: number;
}
