/** Source of stored objects: a data directory, or a running server. */
import type { StoredObject } from '../../stored/stored-object.ts';

/** Receiver of the objects that are read. */
export interface Taking {
	take(object: StoredObject): void;
	takeUnreadable(resource: string, reason: string): void;
	/** Returns the storage name of a kind that the specs or the locks contain. */
	resourceOf(group: string, plural: string): string | undefined;
}

export interface StoredIn {
	/** Name of the source as the user gave it. */
	readonly name: string;
	/**
	 * Reads all objects. Calls `begin` first, with the name of the vocabulary or the served groups, whichever the source reveals. Rejects
	 * with an Error whose message is one sentence.
	 */
	read(begin: (words: SpokenThere) => Taking): Promise<void>;
}

export interface SpokenThere {
	/** Name of the vocabulary. */
	readonly vocabulary?: string;
	readonly groups?: readonly string[];
}
