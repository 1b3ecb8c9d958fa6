/**
 * Messages between the store on the main thread and its worker. A message has all bytes in one transferred buffer, so a row needs no
 * allocation of its own.
 */
import type { Revision } from '../store.ts';
import { type Bundle, bundle, unbundle } from './bundle.ts';
import type { LogDamage } from './checks/damage.ts';

export interface OpenOptions {
	/** Path of the database file. */
	readonly path: string;
	/** Name of the vocabulary that the data is written in. */
	readonly vocabulary: string;
	/** Size of the file, in bytes, beyond which writes are refused. */
	readonly quotaBytes?: number | undefined;
	/** SQL that creates the reporting views; when absent, existing views stay unchanged. */
	readonly views?: string | undefined;
	/** Lower bound (exclusive) of revisions in a newly created database. */
	readonly above: Revision;
	/** Continues with the remaining data although acknowledged writes are missing. */
	readonly acceptLoss: boolean;
	/** True when commits need not wait for the disk. */
	readonly unsynced?: boolean | undefined;
}

export interface StoreState {
	readonly revision: Revision;
	readonly oldest: Revision;
	readonly history: string;
	/** Sentences for the administrator. */
	readonly reports: readonly string[];
}

/** Byte strings in one buffer, which may be longer than needed. A length of -1 stands for an absent string. */
export interface PackedBytes {
	readonly lengths: Int32Array;
	readonly buffer: ArrayBuffer;
}

/**
 * Mutations of a batch. For each, the bundle has: the expected revision; resource, namespace, name, side and version; and the bytes, absent
 * for a delete.
 */
export interface CommitBatch extends Bundle {
	readonly rows: number;
	/** True when every mutation is a delete or leads to one. */
	readonly freesSpace: boolean;
	/** Ranges of atomic mutations, as pairs of first and last (exclusive). Absent when there are none. */
	readonly atomic?: Uint32Array;
	/** Indexes of deletes that ignore damage. Absent when there are none. */
	readonly ignoresDamage?: readonly number[];
}

export interface Mutations {
	/** Texts, `textsEach` for each mutation. */
	readonly texts: readonly string[];
	readonly expected: Float64Array;
	/** Absent for a delete. */
	readonly bytes: readonly (Uint8Array | undefined)[];
}

/** Texts of a mutation: resource, namespace, name, side, version. */
export const textsEach = 5;

export function mutationsOf(batch: CommitBatch): Mutations {
	const { numbers, texts, parts } = unbundle(batch, { numbers: batch.rows, texts: textsEach * batch.rows, parts: batch.rows });
	return { expected: numbers, texts, bytes: parts };
}

/**
 * Result of a batch. The bundle has the time; for each mutation, its revision and the object's earlier revision; then side, version and
 * bytes of each replaced state.
 */
export type CommitResult = Bundle;

type Revisions = readonly Revision[] | Float64Array;

export interface Outcomes {
	readonly timeMs: number;
	/** Revision of each mutation. 0 for a conflict. */
	readonly revisions: Revisions;
	/** Revision of each object before the mutation. */
	readonly current: Revisions;
	/** Side and version of each object before the mutation. */
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

/** Rows in key order. Values of many rows are stored once, because texts are the main cost of a message. */
export interface PackedRows {
	readonly names: readonly string[];
	readonly revisions: Float64Array;
	/** Numbers of consecutive rows with the same resource and namespace. */
	readonly runs: readonly { readonly resource: string; readonly namespace: string; readonly rows: number }[];
	/** Distinct sides. `side` has the index of each row's side. `versions` works in the same way. */
	readonly sides: readonly string[];
	readonly side: Uint32Array;
	readonly versions: readonly string[];
	readonly version: Uint16Array;
	readonly bytes: PackedBytes;
	/** Indexes of damaged rows. */
	readonly damaged: readonly number[];
}

export interface PackedChanges {
	/** Texts of each change: resource, namespace, name, side, previous side, version, previous version. */
	readonly texts: readonly string[];
	readonly revisions: readonly Revision[];
	readonly timesMs: readonly number[];
	readonly previous: readonly Revision[];
	/** Two per change: the new bytes and the previous ones. */
	readonly bytes: PackedBytes;
}

export interface ChangesQuery {
	readonly after: Revision;
	readonly upTo: Revision;
	readonly limit: number;
	readonly resource?: string | undefined;
	readonly namespace?: string | undefined;
}

/** Request and reply types of each call. */
export interface Calls {
	commit: { request: CommitBatch; reply: CommitResult };
	/** Starts a snapshot; only one can be open. */
	snapshotOpen: { request: null; reply: Revision };
	/** Reads the next rows of the snapshot. An empty reply ends it. The request returns the buffer of processed rows for reuse. */
	snapshotNext: { request: ArrayBuffer | null; reply: PackedRows };
	changes: { request: ChangesQuery; reply: PackedChanges };
	resources: { request: null; reply: readonly string[] };
	revisionAt: { request: number; reply: Revision };
	/** Verifies one step of the log that existed at start; required before its first use. A damaged log is dropped up to `oldest`. */
	verifyLog: { request: null; reply: { done: boolean; oldest: Revision } };
	/** Runs one step of a compaction. */
	compact: { request: Revision; reply: { oldest: Revision; done: boolean } };
	/**
	 * Runs one step of freeing pages and then truncating the log. Afterwards, neither has deleted data. False when more remains, or when a
	 * reader blocks it now.
	 */
	wipe: { request: null; reply: boolean };
	releaseReserve: { request: null; reply: boolean };
	/** Reports damage found in the log. The log is dropped up to the revision returned. */
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
	/** Another program is writing to the file. The request had no effect. */
	| { readonly kind: 'busy'; readonly message: string }
	| { readonly kind: 'compacted'; readonly oldest: Revision }
	/** One object differs from what was written. */
	| { readonly kind: 'damaged'; readonly message: string }
	| { readonly kind: 'refused'; readonly message: string }
	| { readonly kind: 'inUse'; readonly message: string }
	/** No more writes may be acknowledged. */
	| { readonly kind: 'fatal'; readonly message: string };

/** `id`: 0 answers the open request. */
export type Reply =
	| { readonly id: number; readonly value: unknown }
	| { readonly id: number; readonly failure: Failure }
	/** A sentence for the administrator that belongs to no request. */
	| { readonly report: string };

/** Packs into `buffer` when it is large enough, else into a new one. */
export function pack(parts: readonly (Uint8Array | null | undefined)[], buffer?: ArrayBuffer): PackedBytes {
	let total = 0;
	for (const part of parts) total += part?.byteLength ?? 0;
	return packInto(buffer !== undefined && buffer.byteLength >= total ? buffer : new ArrayBuffer(total), parts);
}

function packInto(buffer: ArrayBuffer, parts: readonly (Uint8Array | null | undefined)[]): PackedBytes {
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

/** Returns views into the buffer, in order. */
export function unpack(packed: PackedBytes): (Uint8Array | undefined)[] {
	let offset = 0;
	const parts: (Uint8Array | undefined)[] = [];
	for (const length of packed.lengths) {
		parts.push(length < 0 ? undefined : new Uint8Array(packed.buffer, offset, length));
		if (length > 0) offset += length;
	}
	return parts;
}
