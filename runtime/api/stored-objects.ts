/**
 * Operations on stored objects for hooks with side effects: an eviction deletes a pod, a binding assigns it. They run without a user,
 * because the user was authorized for the endpoint. Objects are in the storage version of their kind.
 */
import type { JsonObject } from '../model/catalog.ts';

export interface StoredObject {
	/** Storage name of its kind. */
	readonly resource: string;
	/** Empty for cluster-scoped kinds. */
	readonly namespace: string;
	readonly name: string;
	readonly subresource?: string;
}

/** Returns the changed object. Called again on each attempt; may throw an ApiError to refuse; must not change its argument. */
export type Change = (object: JsonObject) => JsonObject;

/** Operations on stored objects. They reject with ApiError: NotFound, Conflict, and the errors of writes. A dry run stores nothing. */
export interface StoredObjects {
	/** Lists consistently with the store; empty where the kind is not served. */
	list(resource: string, namespace: string): Promise<readonly JsonObject[]>;
	/** Reads consistently with the store. */
	get(target: StoredObject): Promise<JsonObject>;
	/** Updates like a client's write: with admission, field ownership and validation. */
	update(target: StoredObject, change: Change, dryRun: boolean): Promise<void>;
	/** Updates fields that clients may not write, without admission, field ownership or validation. Returns the stored object. */
	amend(target: StoredObject, change: Change, dryRun: boolean): Promise<JsonObject>;
	/** Deletes an object with DeleteOptions. Skips admission, because the request that causes it was admitted. */
	delete(target: StoredObject, options: JsonObject): Promise<void>;
}
