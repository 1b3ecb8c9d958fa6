/** Types of the verbs. The client of a kind has those that the kind supports. */
import type { Informer, InformerOptions } from '../watch/informer.ts';
import type { WatchEvent, WatchOptions } from '../watch/watch.ts';
import type { Applied, JsonPatchOperation, List, MergePatch, New, Status, Stored, StrategicPatch } from './objects.ts';
import type {
	ApplyOptions,
	CallOptions,
	ChunkOptions,
	DeleteCollectionOptions,
	DeleteOptions,
	EditOptions,
	GetOptions,
	ListOptions,
	WriteOptions,
} from './options.ts';

export interface Get<T> {
	/** Returns the object. Throws ApiError `NotFound` when it does not exist. */
	get(name: string, options?: GetOptions): Promise<Stored<T>>;
	/** Returns the object, or undefined when it does not exist. Throws ApiError `NotFound` when the server does not serve the kind. */
	find(name: string, options?: GetOptions): Promise<Stored<T> | undefined>;
}

export interface ListAll<T, Fields extends string = never> {
	/** Lists objects with one request. Without `limit`, the response has all of them. */
	list(options?: ListOptions<Fields>): Promise<List<Stored<T>>>;
	/** Lists all objects in chunks. All chunks show the same version. */
	chunks(options?: ChunkOptions<Fields>): AsyncGenerator<List<Stored<T>>, void, undefined>;
}

export interface Watch<T, Fields extends string = never> {
	/**
	 * Yields the existing objects and then every change: `for await (const { type, object } of sweeps.watch())`. Continues without missing
	 * a change when the connection breaks or the server restarts. Ends with the reason of `signal` when that is aborted.
	 */
	watch(options?: WatchOptions<Fields>): AsyncGenerator<WatchEvent<Stored<T>>, void, undefined>;
	/** Returns a cache of the objects that follows their changes. `start` begins it. */
	informer<Indexes extends string = never>(options?: InformerOptions<Stored<T>, Indexes, Fields>): Informer<Stored<T>, Indexes>;
}

export interface WaitFor<T> {
	/**
	 * Resolves with the object once `holds` returns true for it. The object need not exist yet. Rejects with a TimeoutError after
	 * `timeoutMs`.
	 */
	waitFor(name: string, holds: (object: Stored<T>) => unknown, options?: CallOptions): Promise<Stored<T>>;
	/** Resolves when the object does not exist. */
	waitUntilGone(name: string, options?: CallOptions): Promise<void>;
}

/** `R`: type of the response, for a kind that is not stored. */
export interface Create<T, R = Stored<T>> {
	/** Creates the object. Throws ApiError `AlreadyExists`, `Invalid`. */
	create(object: New<T>, options?: WriteOptions): Promise<R>;
}

export interface Update<T> {
	/** Replaces the object. Throws ApiError `Conflict` when its `resourceVersion` is not the newest. */
	update(object: New<T>, options?: WriteOptions): Promise<Stored<T>>;
	/**
	 * Reads the object, lets `change` modify it in place, and writes it. Repeats this after a conflict. Writes nothing when the object is
	 * unchanged.
	 */
	edit(name: string, change: (object: Stored<T>) => void, options?: EditOptions): Promise<Stored<T>>;
}

export interface Patch<T> {
	/** Merge patch: sent fields replace the existing ones, and null removes a field. */
	patch(name: string, patch: MergePatch<New<T>>, options?: WriteOptions): Promise<Stored<T>>;
	/** JSON patch: either all operations are applied, or none. */
	patchJson(name: string, operations: readonly JsonPatchOperation[], options?: WriteOptions): Promise<Stored<T>>;
	/**
	 * Server-side apply. This manager then owns the sent fields; fields that it no longer sends are removed. Creates the object if it does
	 * not exist. Throws ApiError `Conflict` with `conflicts` when other managers own some of the fields.
	 */
	apply(object: Applied<T>, options?: ApplyOptions): Promise<Stored<T>>;
}

export interface PatchStrategic<T> {
	/** Strategic merge patch: entries of lists are merged by their keys. */
	patchStrategic(name: string, patch: StrategicPatch<New<T>>, options?: WriteOptions): Promise<Stored<T>>;
}

export interface Delete<T> {
	/** Deletes the object. Returns the object if it still exists (because of finalizers, or a grace period), else a Status. */
	delete(name: string, options?: DeleteOptions): Promise<Stored<T> | Status>;
}

export interface DeleteCollection<T, Fields extends string = never> {
	/** Deletes all selected objects. Without a selection, deletes every object. */
	deleteCollection(options?: DeleteCollectionOptions<Fields>): Promise<List<Stored<T>> | Status>;
}

/** Subresource that takes an object and returns one: an eviction, a token. */
export interface CreatePart<T, R> {
	create(name: string, object: New<T>, options?: WriteOptions): Promise<R>;
}

/** Subresource that returns bytes: a log, a proxy. */
export interface Connect<Options> {
	/** Returns the response, whose body is a stream. Throws ApiError when the request is refused. */
	open(name: string, options?: Options & ConnectOptions): Promise<Response>;
	/** Returns the whole response as text. */
	text(name: string, options?: Options & ConnectOptions): Promise<string>;
}

export interface ConnectOptions {
	/** Ends the request, also while the body is read. */
	readonly signal?: AbortSignal | undefined;
	/** HTTP method. Default: GET. */
	readonly method?: string | undefined;
}

/** Client of a namespaced kind. It selects one namespace, by its name or by an object in it. */
export interface In<Client> {
	in(namespace: string | { readonly metadata: { readonly namespace?: string } }): Client;
}
