/**
 * A backup is one file, the same for every engine: a line of JSON that says what it is; for each object a line of JSON and then its
 * stored bytes; and a last line with the number of objects and the SHA-256 of everything before. It holds Secrets in clear.
 */
import type { Revision, Row } from '../store.ts';

export interface BackupHead {
	/** Format of the file. */
	readonly backup: 1;
	readonly vocabulary: string;
	/** All objects are as they were at this one. */
	readonly revision: Revision;
	readonly time: string;
}

/** A line for each object; as many bytes follow it, and a newline. */
export interface BackupEntry extends Omit<Row, 'bytes' | 'damaged'> {
	readonly bytes: number;
}

export interface BackupEnd {
	readonly objects: number;
	readonly sha256: string;
}

export const format = 1;

/** What can be restored, an object at a time. */
export interface Backup {
	readonly head: BackupHead;
	/** Throws StorageRefusedError when the file is not whole, at the latest behind the last object. */
	rows(): Generator<Row>;
	close(): void;
}
