/** Types of the verbs; the client of a kind has those that the kind supports. */
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
	/** Lists objects with one request; without `limit` the response has all of them. */
	list(options?: ListOptions<Fields>): Promise<List<Stored<T>>>;
	/** Lists all objects in chunks, all at one version. */
	chunks(options?: ChunkOptions<Fields>): AsyncGenerator<List<Stored<T>>, void, undefined>;
}

export interface Watch<T, Fields extends string = never> {
	/**
	 * Yields the existing objects and then every change: `for await (const { type, object } of sweeps.watch())`. It continues when the
	 * connection breaks or the server restarts, without missing a change. Aborting `signal` ends it with the signal's reason.
	 */
	watch(options?: WatchOptions<Fields>): AsyncGenerator<WatchEvent<Stored<T>>, void, undefined>;
	/** Returns a cache of the objects that is kept current; call `start` to begin. */
	informer<Indexes extends string = never>(options?: InformerOptions<Stored<T>, Indexes, Fields>): Informer<Stored<T>, Indexes>;
}

export interface WaitFor<T> {
	/**
	 * Resolves with the object once `holds` returns true for it; the object need not exist yet. Rejects with a TimeoutError after
	 * `timeoutMs`.
	 */
	waitFor(name: string, holds: (object: Stored<T>) => unknown, options?: CallOptions): Promise<Stored<T>>;
	/** Resolves once the object does not exist. */
	waitUntilGone(name: string, options?: CallOptions): Promise<void>;
}

/** `R` is the response, for a kind that is not stored. */
export interface Create<T, R = Stored<T>> {
	/** Creates the object. Throws ApiError `AlreadyExists`, `Invalid`. */
	create(object: New<T>, options?: WriteOptions): Promise<R>;
}

export interface Update<T> {
	/** Replaces the object. Throws ApiError `Conflict` when its `resourceVersion` is not the newest. */
	update(object: New<T>, options?: WriteOptions): Promise<Stored<T>>;
	/**
	 * Reads the object, lets `change` modify it in place, and writes it. Repeats this after a conflict. Skips the write when the object is
	 * unchanged.
	 */
	edit(name: string, change: (object: Stored<T>) => void, options?: EditOptions): Promise<Stored<T>>;
}

export interface Patch<T> {
	/** Merge patch: given fields replace existing ones, null removes a field. */
	patch(name: string, patch: MergePatch<New<T>>, options?: WriteOptions): Promise<Stored<T>>;
	/** JSON patch: either all operations are applied, or none. */
	patchJson(name: string, operations: readonly JsonPatchOperation[], options?: WriteOptions): Promise<Stored<T>>;
	/**
	 * Server-side apply: the given fields become this manager's, and those that it no longer gives are removed. Creates a missing object.
	 * Throws ApiError `Conflict` with `conflicts` when other managers own some of the fields.
	 */
	apply(object: Applied<T>, options?: ApplyOptions): Promise<Stored<T>>;
}

export interface PatchStrategic<T> {
	/** Strategic merge patch: entries of lists are merged by their keys. */
	patchStrategic(name: string, patch: StrategicPatch<New<T>>, options?: WriteOptions): Promise<Stored<T>>;
}

export interface Delete<T> {
	/** Deletes the object. Returns it when it still exists (it has finalizers, or a grace period), else a Status. */
	delete(name: string, options?: DeleteOptions): Promise<Stored<T> | Status>;
}

export interface DeleteCollection<T, Fields extends string = never> {
	/** Deletes all selected objects: every object without a selection. */
	deleteCollection(options?: DeleteCollectionOptions<Fields>): Promise<List<Stored<T>> | Status>;
}

/** A subresource that takes an object and returns one: an eviction, a token. */
export interface CreatePart<T, R> {
	create(name: string, object: New<T>, options?: WriteOptions): Promise<R>;
}

/** A subresource that returns bytes: a log, a proxy. */
export interface Connect<Options> {
	/** Returns the response, whose body streams. Throws ApiError when the request is refused. */
	open(name: string, options?: Options & ConnectOptions): Promise<Response>;
	/** Returns the whole response as text. */
	text(name: string, options?: Options & ConnectOptions): Promise<string>;
}

export interface ConnectOptions {
	/** Ends the request, also while the body streams. */
	readonly signal?: AbortSignal | undefined;
	/** HTTP method; GET when absent. */
	readonly method?: string | undefined;
}

/** Client of a namespaced kind; selects one namespace, by its name or by an object in it. */
export interface In<Client> {
	in(namespace: string | { readonly metadata: { readonly namespace?: string } }): Client;
}
