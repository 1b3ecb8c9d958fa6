/**
 * A backup is one file, the same for every engine: a line of JSON that says what it is; for each object a line of JSON and then its
 * stored bytes; a line with the keys that some are encrypted with; and a last line with the number of objects and the SHA-256 of
 * everything before. What is encrypted in the store is encrypted here.
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

/** Behind the last object; backups of earlier releases have none. */
export interface BackupKeys {
	/** Names of the keys without which some of the objects cannot be read; the keys are not in the backup. */
	readonly keys: readonly string[];
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
	/** Known behind the last object. */
	readonly keys: readonly string[];
	close(): void;
}
