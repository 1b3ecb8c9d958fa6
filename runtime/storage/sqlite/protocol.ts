/** Messages between the store on the main thread and its worker. Bytes travel in one transferred buffer per message, so a row costs no allocation of its own. */
import type { Revision } from '../store.ts';
import { type Bundle, bundle, unbundle } from './bundle.ts';
import type { LogDamage } from './checks/damage.ts';

export interface OpenOptions {
	/** Path of the database file. */
	readonly path: string;
	/** Name of the vocabulary that the data is written in. */
	readonly vocabulary: string;
	/** Writes are refused when the file would grow beyond this. */
	readonly quotaBytes?: number | undefined;
	/** SQL that makes the reporting views; absent: views are left as they are. */
	readonly views?: string | undefined;
	/** Revisions of a database made now are greater. */
	readonly above: Revision;
	/** Goes on with what is there though something that was acknowledged is not. */
	readonly acceptLoss: boolean;
}

export interface Opened {
	readonly revision: Revision;
	readonly oldest: Revision;
	readonly history: string;
	/** What the administrator should know. */
	readonly reports: readonly string[];
}

/** Byte strings in one buffer, which may be longer: lengths, -1 for an absent one. */
export interface Packed {
	readonly lengths: Int32Array;
	readonly buffer: ArrayBuffer;
}

/** The bundle has, of each mutation: the revision that is expected; resource, namespace, name, side, version; the bytes, absent for a delete. */
export interface CommitBatch extends Bundle {
	readonly rows: number;
	/** Every one of them is a delete or leads to one. */
	readonly makesRoom: boolean;
	/** First and last (exclusive) of those that are done together or not at all, pair by pair; absent: there are none. */
	readonly atomic?: Uint32Array;
	/** Which of them are deletes of what may be damaged; absent: none. */
	readonly ignoresDamage?: readonly number[];
}

export interface Mutations {
	/** `textsEach` of each mutation. */
	readonly texts: readonly string[];
	readonly expected: Float64Array;
	/** Absent: delete. */
	readonly bytes: readonly (Uint8Array | undefined)[];
}

/** resource, namespace, name, side, version. */
export const textsEach = 5;

export function mutationsOf(batch: CommitBatch): Mutations {
	const { numbers, texts, parts } = unbundle(batch, { numbers: batch.rows, texts: textsEach * batch.rows, parts: batch.rows });
	return { expected: numbers, texts, bytes: parts };
}

/** The bundle has the time; of each mutation its revision, then the revision that the object had; side, version and bytes of what was changed. */
export type CommitResult = Bundle;

type Revisions = readonly Revision[] | Float64Array;

export interface Outcomes {
	readonly timeMs: number;
	/** The revision of each mutation; 0: a conflict. */
	readonly revisions: Revisions;
	/** The revision that the object had. */
	readonly current: Revisions;
	/** Side and version of each, as they were before. */
	readonly texts: readonly string[];
	readonly bytes: readonly (Uint8Array | undefined)[];
}

export function bundleOutcomes({ timeMs, revisions, current, texts, bytes }: Outcomes): CommitResult {
	return bundle([timeMs, ...revisions, ...current], texts, bytes);
}

export function outcomesOf(result: CommitResult, rows: number): Outcomes {
	const { numbers, texts, parts } = unbundle(result, { numbers: 1 + 2 * rows, texts: 2 * rows, parts: rows });
	return { timeMs: numbers[0] ?? 0, revisions: numbers.subarray(1, 1 + rows), current: numbers.subarray(1 + rows), texts, bytes: parts };
}

/** So many of one resource and namespace that follow each other. */
export interface KeyRun {
	readonly resource: string;
	readonly namespace: string;
	readonly rows: number;
}

/** Rows in key order. What many of them share is said once: texts are what a message costs most for. */
export interface PackedRows {
	readonly names: readonly string[];
	readonly revisions: Float64Array;
	readonly runs: readonly KeyRun[];
	/** The side of each row is one of these, and so is its version. */
	readonly sides: readonly string[];
	readonly side: Uint32Array;
	readonly versions: readonly string[];
	readonly version: Uint16Array;
	readonly bytes: Packed;
	/** Rows that are not what was written. */
	readonly damaged: readonly number[];
}

export interface PackedChanges {
	/** resource, namespace, name, side, previous side, version, previous version of each change. */
	readonly texts: readonly string[];
	readonly revisions: readonly Revision[];
	readonly timesMs: readonly number[];
	readonly previous: readonly Revision[];
	/** Two per change: the new bytes and the previous ones. */
	readonly bytes: Packed;
}

export interface ChangesQuery {
	readonly after: Revision;
	readonly upTo: Revision;
	readonly limit: number;
	readonly resource?: string | undefined;
	readonly namespace?: string | undefined;
}

/** What each request carries and what comes back. */
export interface Calls {
	commit: { request: CommitBatch; reply: CommitResult };
	/** Starts a snapshot; one at a time. */
	snapshotOpen: { request: null; reply: Revision };
	/** The next rows of the snapshot; none: it is over. Given is the buffer of rows that were taken in, to be filled again. */
	snapshotNext: { request: ArrayBuffer | null; reply: PackedRows };
	changes: { request: ChangesQuery; reply: PackedChanges };
	resources: { request: null; reply: readonly string[] };
	revisionAt: { request: number; reply: Revision };
	/** One step of looking whether the log that was found is what was written; needed before it is used. */
	verifyLog: { request: null; reply: { done: boolean } };
	/** One step of forgetting. */
	compact: { request: Revision; reply: { oldest: Revision; done: boolean } };
	/** One step of giving back free pages, and then the log: neither holds what was deleted any more. False: there is more, or it cannot be done now. */
	wipe: { request: null; reply: boolean };
	makeRoom: { request: null; reply: boolean };
	/** Whoever read the log found that it is not what was written: it is forgotten up to the revision returned. */
	loseLog: { request: LogDamage; reply: Revision };
	close: { request: null; reply: null };
}

export type CallName = keyof Calls;

export interface Request<N extends CallName = CallName> {
	readonly id: number;
	readonly name: N;
	readonly request: Calls[N]['request'];
}

export type Failure =
	| { readonly kind: 'full'; readonly message: string }
	/** Another program writes to the file; nothing was done. */
	| { readonly kind: 'busy'; readonly message: string }
	| { readonly kind: 'compacted'; readonly oldest: Revision }
	/** One object is not what was written. */
	| { readonly kind: 'damaged'; readonly message: string }
	| { readonly kind: 'refused'; readonly message: string }
	/** Nothing may be acknowledged any more. */
	| { readonly kind: 'fatal'; readonly message: string };

/** `id` 0 answers the opening. */
export type Reply =
	| { readonly id: number; readonly value: unknown }
	| { readonly id: number; readonly failure: Failure }
	/** A sentence that the administrator should know, at no request. */
	| { readonly report: string };

/** Into `buffer` when it holds that much, else into a new one. */
export function pack(parts: readonly (Uint8Array | null | undefined)[], buffer?: ArrayBuffer): Packed {
	let total = 0;
	for (const part of parts) total += part?.byteLength ?? 0;
	return packInto(buffer !== undefined && buffer.byteLength >= total ? buffer : new ArrayBuffer(total), parts);
}

function packInto(buffer: ArrayBuffer, parts: readonly (Uint8Array | null | undefined)[]): Packed {
	const target = new Uint8Array(buffer);
	const lengths = new Int32Array(parts.length);
	let offset = 0;
	for (let i = 0; i < parts.length; i++) {
		const part = parts[i];
		lengths[i] = part?.byteLength ?? -1;
		if (!part) continue;
		target.set(part, offset);
		offset += part.byteLength;
	}
	return { lengths, buffer };
}

/** Views into the buffer, in order. */
export function unpack(packed: Packed): (Uint8Array | undefined)[] {
	let offset = 0;
	const parts: (Uint8Array | undefined)[] = [];
	for (const length of packed.lengths) {
		parts.push(length < 0 ? undefined : new Uint8Array(packed.buffer, offset, length));
		if (length > 0) offset += length;
	}
	return parts;
}
