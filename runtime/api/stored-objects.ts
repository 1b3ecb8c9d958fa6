/**
 * Operations of hooks on stored objects, for answers with side effects: an eviction deletes, a binding assigns. The server itself performs
 * them, because the user was authorized with the endpoint. Objects are in the storage version of their kind.
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

/**
 * Returns the changed object. It is called again for each attempt, may refuse by throwing an ApiError, and must not change its argument.
 */
export type Change = (object: JsonObject) => JsonObject;

/** Operations that reject with ApiError: NotFound, Conflict, and the errors of the writes. A dry run stores no change. */
export interface StoredObjects {
	/** Lists consistently with the store; empty where the kind is not served. */
	list(resource: string, namespace: string): Promise<readonly JsonObject[]>;
	/** Reads consistently with the store. */
	get(target: StoredObject): Promise<JsonObject>;
	/** Updates like a client's write: with admission, field ownership and validation. */
	update(target: StoredObject, change: Change, dryRun: boolean): Promise<void>;
	/** Updates fields that no client may write, without admission, field ownership or validation. Returns the stored object. */
	amend(target: StoredObject, change: Change, dryRun: boolean): Promise<JsonObject>;
	/** Deletes an object with `options` as a client sends them. It is not admitted, because the request that causes it has been. */
	delete(target: StoredObject, options: JsonObject): Promise<void>;
}
