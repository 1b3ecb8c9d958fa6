/** Messages between the store on the main thread and its worker. Bytes travel in one transferred buffer per message, so a row costs no allocation of its own. */
import type { Revision } from '../store.ts';

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

/** Texts as one, since each text of a message costs as much as a row's worth of bytes. */
export interface JoinedTexts {
	readonly text: string;
	/** In UTF-16 code units. */
	readonly lengths: Uint32Array;
}

export interface CommitBatch {
	/** resource, namespace, name, side, version of each mutation. */
	readonly texts: JoinedTexts;
	readonly expected: Float64Array;
	/** Absent: delete. */
	readonly bytes: Packed;
	/** Every one of them is a delete or leads to one. */
	readonly makesRoom: boolean;
	/** First and last (exclusive) of those that are done together or not at all, pair by pair; absent: there are none. */
	readonly atomic?: Uint32Array;
	/** Which of them are deletes of what may be damaged; absent: none. */
	readonly ignoresDamage?: readonly number[];
}

export interface CommitResult {
	/** The revision of each mutation; 0: a conflict. */
	readonly revisions: Float64Array;
	/** The revision that the object had. */
	readonly current: Float64Array;
	readonly timeMs: number;
	/** The state before, of what was changed: side and version of each, and the bytes. */
	readonly texts: JoinedTexts;
	readonly bytes: Packed;
}

/** Rows in key order. What many of them share is said once: texts are what a message costs most for. */
export interface PackedRows {
	readonly names: readonly string[];
	readonly revisions: Float64Array;
	/** Rows of one resource and namespace that follow each other. */
	readonly runs: readonly { readonly resource: string; readonly namespace: string; readonly rows: number }[];
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

export interface AtQuery {
	readonly revision: Revision;
	readonly resource: string;
	readonly namespace: string;
	readonly after: { readonly namespace: string; readonly name: string } | undefined;
	readonly limit: number;
}

/** What each request carries and what comes back. */
export interface Calls {
	commit: { request: CommitBatch; reply: CommitResult };
	/** Starts a snapshot; one at a time. */
	snapshotOpen: { request: null; reply: Revision };
	/** The next rows of the snapshot; none: it is over. Given is the buffer of rows that were taken in, to be filled again. */
	snapshotNext: { request: ArrayBuffer | null; reply: PackedRows };
	changes: { request: ChangesQuery; reply: PackedChanges };
	at: { request: AtQuery; reply: PackedRows };
	resources: { request: null; reply: readonly string[] };
	revisionAt: { request: number; reply: Revision };
	/** One step of looking whether the log that was found is what was written; needed before it is used. */
	verifyLog: { request: null; reply: { done: boolean } };
	/** One step of forgetting. */
	compact: { request: Revision; reply: { oldest: Revision; done: boolean } };
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

export function joinTexts(texts: readonly string[]): JoinedTexts {
	const lengths = new Uint32Array(texts.length);
	for (let i = 0; i < texts.length; i++) lengths[i] = texts[i]?.length ?? 0;
	return { text: texts.join(''), lengths };
}

export function splitTexts({ text, lengths }: JoinedTexts): string[] {
	let offset = 0;
	const texts: string[] = [];
	for (const length of lengths) {
		texts.push(text.slice(offset, offset + length));
		offset += length;
	}
	return texts;
}
