/**
 * What hooks do with stored objects, where an answer is more than words: an eviction deletes, a binding assigns. The server itself does
 * it: that whoever asked may have it done has been decided with the endpoint. Objects are in the storage version of their kind.
 */
import type { JsonObject } from '../model/catalog.ts';

export interface StoredObject {
	/** Storage name of its kind. */
	readonly resource: string;
	/** Empty for kinds of the cluster. */
	readonly namespace: string;
	readonly name: string;
	readonly subresource?: string;
}

/** What an object becomes. Called anew for each attempt; may refuse by throwing an ApiError, and must not change its argument. */
export type Change = (object: JsonObject) => JsonObject;

/** All reject with ApiError: NotFound, Conflict, and what the writes themselves refuse with. On a dry run nothing is stored. */
export interface StoredObjects {
	/** As new as the store. Empty where the kind is not served. */
	list(resource: string, namespace: string): Promise<readonly JsonObject[]>;
	/** As new as the store. */
	get(target: StoredObject): Promise<JsonObject>;
	/** Like a client's write: admitted, owned and checked. */
	update(target: StoredObject, change: Change, dryRun: boolean): Promise<void>;
	/** Of what no client may write: neither admitted nor owned nor checked. Gives what was stored. */
	amend(target: StoredObject, change: Change, dryRun: boolean): Promise<JsonObject>;
	/** `options` as a client sends them; not admitted, since whatever asks for it has been. */
	delete(target: StoredObject, options: JsonObject): Promise<void>;
}
