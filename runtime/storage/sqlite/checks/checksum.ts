/**
 * Checksums of rows, against what disks and memory do to bytes by themselves: 32 bits find every single flipped bit, and any other
 * damage but one in four billion. They keep nobody from writing to the file who wants to.
 */
import { crc32 } from 'node:zlib';
import type { Revision } from '../../store.ts';

/** Of the state that a revision gave an object; the row carries it as long as that state is kept, in `objects` and in the log. */
export function rowChecksum(resource: string, namespace: string, name: string, revision: Revision, version: string, side: string, bytes: Uint8Array): number {
	return crc32(bytes, crc32(`${resource}\0${namespace}\0${name}\0${revision}\0${version}\0${side}`));
}

/** What a row of the log says beside the state that it keeps, whose own checksum is `replaced`. */
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

/** Sums stay exact as numbers. */
export const sumModulus = 2 ** 48;

/** The running sum with a checksum more. */
export function sumWith(sum: number, checksum: number): number {
	const next = sum + checksum;
	// A remainder of numbers of this size takes as long as the checksum of a short row.
	return next < sumModulus ? next : next - sumModulus;
}

export function sumWithout(sum: number, checksum: number): number {
	return sum < checksum ? sum - checksum + sumModulus : sum - checksum;
}

/** What all objects together amount to: a row that vanished is missed in it. */
export interface Total {
	readonly objects: number;
	readonly sum: number;
}
