/** What can be asked of a kind, verb by verb: the client of a kind has those that the kind has. */
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
	/** Throws ApiError `NotFound` when there is none. */
	get(name: string, options?: GetOptions): Promise<Stored<T>>;
	/** Undefined when there is none. Throws ApiError `NotFound` where the server does not serve the kind. */
	find(name: string, options?: GetOptions): Promise<Stored<T> | undefined>;
}

export interface ListAll<T, Fields extends string = never> {
	/** One request; without `limit` the answer has everything. */
	list(options?: ListOptions<Fields>): Promise<List<Stored<T>>>;
	/** Everything, a chunk at a time, all of them at one version. */
	chunks(options?: ChunkOptions<Fields>): AsyncGenerator<List<Stored<T>>, void, undefined>;
}

export interface Watch<T, Fields extends string = never> {
	/**
	 * Every change, from what there is on, for as long as one likes: `for await (const { type, object } of sweeps.watch())`. It goes on by itself
	 * when the connection breaks or the server restarts, and misses nothing. `signal` ends it by being thrown.
	 */
	watch(options?: WatchOptions<Fields>): AsyncGenerator<WatchEvent<Stored<T>>, void, undefined>;
	/** A copy of what there is, kept current; begins with `start`. */
	informer<Indexes extends string = never>(options?: InformerOptions<Stored<T>, Indexes, Fields>): Informer<Stored<T>, Indexes>;
}

export interface WaitFor<T> {
	/** Resolves with the object once `holds` says so of it, whether it is there yet or not. Rejects with a TimeoutError after `timeoutMs`. */
	waitFor(name: string, holds: (object: Stored<T>) => unknown, options?: CallOptions): Promise<Stored<T>>;
	/** Resolves once there is none. */
	waitUntilGone(name: string, options?: CallOptions): Promise<void>;
}

/** `R`: what is answered, of a kind that is not stored. */
export interface Create<T, R = Stored<T>> {
	/** Throws ApiError `AlreadyExists`, `Invalid`. */
	create(object: New<T>, options?: WriteOptions): Promise<R>;
}

export interface Update<T> {
	/** Replaces the object. With a `resourceVersion` that is not the newest: ApiError `Conflict`. */
	update(object: New<T>, options?: WriteOptions): Promise<Stored<T>>;
	/** Reads, lets `change` change what was read, in place, and writes; anew when somebody else was faster. Writes nothing when nothing has changed. */
	edit(name: string, change: (object: Stored<T>) => void, options?: EditOptions): Promise<Stored<T>>;
}

export interface Patch<T> {
	/** Merge patch: what is given replaces what is there, null takes away. */
	patch(name: string, patch: MergePatch<New<T>>, options?: WriteOptions): Promise<Stored<T>>;
	/** JSON patch: operations, all of them or none. */
	patchJson(name: string, operations: readonly JsonPatchOperation[], options?: WriteOptions): Promise<Stored<T>>;
	/**
	 * Server-side apply: the fields given are this manager's; those that it gave before and gives no more go away. Creates the object where there
	 * is none. Throws ApiError `Conflict` with `conflicts` when others own some of them.
	 */
	apply(object: Applied<T>, options?: ApplyOptions): Promise<Stored<T>>;
}

export interface PatchStrategic<T> {
	/** Strategic merge patch: entries of lists are merged by their keys. */
	patchStrategic(name: string, patch: StrategicPatch<New<T>>, options?: WriteOptions): Promise<Stored<T>>;
}

export interface Delete<T> {
	/** Answers with the object where it is still there (it has finalizers, or time to end), else with a Status. */
	delete(name: string, options?: DeleteOptions): Promise<Stored<T> | Status>;
}

export interface DeleteCollection<T, Fields extends string = never> {
	/** Deletes all that is selected: everything when nothing is said. */
	deleteCollection(options?: DeleteCollectionOptions<Fields>): Promise<List<Stored<T>> | Status>;
}

/** A subresource that takes an object and answers with one: an eviction, a token. */
export interface CreatePart<T, R> {
	create(name: string, object: New<T>, options?: WriteOptions): Promise<R>;
}

/** A subresource that answers with bytes: a log, a proxy. */
export interface Connect<Options> {
	/** The answer as it is; its body streams. Throws ApiError when it is refused. */
	open(name: string, options?: Options & ConnectOptions): Promise<Response>;
	/** The whole answer as text. */
	text(name: string, options?: Options & ConnectOptions): Promise<string>;
}

export interface ConnectOptions {
	/** Ends the answer, too, wherever it is. */
	readonly signal?: AbortSignal | undefined;
	/** GET when absent. */
	readonly method?: string | undefined;
}

/** Of a kind in namespaces: one namespace, given by its name or by an object that lies in it. */
export interface In<Client> {
	in(namespace: string | { readonly metadata: { readonly namespace?: string } }): Client;
}
