/**
 * Format of a backup: one file, the same for every engine.
 *
 * - a line of JSON with the format, the vocabulary, the revision and the time;
 * - for each object a line of JSON and then its stored bytes;
 * - a line with the keys that some of the objects are encrypted with;
 * - a last line with the number of objects and the SHA-256 of everything before.
 *
 * Objects that are encrypted in the store stay encrypted in the backup.
 */
import type { Revision, Row } from '../store.ts';

export interface BackupHead {
	/** Format number of the file. */
	readonly backup: 1;
	readonly vocabulary: string;
	/** Revision as of which all objects were read. */
	readonly revision: Revision;
	readonly time: string;
}

/** Line before an object. The object's `bytes` bytes follow it, and a newline. */
export interface BackupEntry extends Omit<Row, 'bytes' | 'damaged'> {
	readonly bytes: number;
}

/** Line after the last object. Backups of earlier releases lack it. */
export interface BackupKeys {
	/** Names of the encryption keys without which some of the objects cannot be read. The keys themselves are not in the backup. */
	readonly keys: readonly string[];
}

export interface BackupEnd {
	readonly objects: number;
	readonly sha256: string;
}

export const format = 1;

/** A backup that can be restored, read one object at a time. */
export interface Backup {
	readonly head: BackupHead;
	/** Yields the objects. Throws StorageRefusedError when the file is truncated or damaged, at the latest after the last object. */
	rows(): Generator<Row>;
	/** Names of the encryption keys, known after the last object. */
	readonly keys: readonly string[];
	close(): void;
}
