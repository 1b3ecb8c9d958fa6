/** Where objects are read that are stored: a data directory of a server, or a server that runs. */
import type { StoredObject } from '../../stored/stored-object.ts';

/** Takes what is read, object by object. */
export interface Taking {
	take(object: StoredObject): void;
	takeUnreadable(resource: string, reason: string): void;
	/** Where kinds lie of which the specs or the locks know: by group and plural. */
	resourceOf(group: string, plural: string): string | undefined;
}

export interface StoredIn {
	/** As people call it. */
	readonly name: string;
	/**
	 * Reads all there is. `begin` is called first, with the name of the vocabulary or with the groups that are served, whichever is known of the
	 * words. Rejects with an Error of one sentence.
	 */
	read(begin: (words: SpokenThere) => Taking): Promise<void>;
}

export interface SpokenThere {
	/** Name of the vocabulary. */
	readonly vocabulary?: string;
	readonly groups?: readonly string[];
}
