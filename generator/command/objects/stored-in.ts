/** Source of stored objects: a data directory or a running server. */
import type { StoredObject } from '../../stored/stored-object.ts';

/** Receives the objects. */
export interface Taking {
	take(object: StoredObject): void;
	takeUnreadable(resource: string, reason: string): void;
	/** Returns the storage name of a kind in the specs or locks. */
	resourceOf(group: string, plural: string): string | undefined;
}

export interface StoredIn {
	/** Name of the source as the user gave it. */
	readonly name: string;
	/**
	 * Reads all objects. Calls `begin` first, with the vocabulary or the served groups, whichever is known. Rejects with an Error of one
	 * sentence.
	 */
	read(begin: (words: SpokenThere) => Taking): Promise<void>;
}

export interface SpokenThere {
	/** Name of the vocabulary. */
	readonly vocabulary?: string;
	readonly groups?: readonly string[];
}
