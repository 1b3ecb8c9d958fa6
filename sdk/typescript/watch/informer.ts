/**
 * Cache of objects that follows their changes: reads need no request, and handlers are called for every change. The objects belong to the
 * cache and are shared, so a program must copy one (`structuredClone`) before it changes it.
 */
import type { Definition } from '../client/definition.ts';
import type { ApiObject, Stored } from '../client/objects.ts';
import type { Selection } from '../client/selectors.ts';
import { type Followed, follow } from './follow.ts';
import { changesOf, keyOf } from './watch.ts';

export interface InformerOptions<T, Indexes extends string = never, Fields extends string = never> extends Selection<Fields> {
	/** Index functions. Each returns the values under which `by` finds an object. */
	readonly indexes?: { readonly [I in Indexes]: (object: T) => readonly string[] } | undefined;
	/**
	 * Called with the error of an interruption, after which the informer continues, and with errors that handlers and indexes throw.
	 * Default: `console.error`, with one line for an interruption.
	 */
	readonly onError?: ((error: unknown) => void) | undefined;
}

export interface Handlers<T> {
	added?(object: T): void;
	updated?(object: T, before: T): void;
	/** Called with the last known state of the object. */
	deleted?(object: T): void;
}

export interface Informer<T, Indexes extends string = never> {
	/**
	 * Starts the informer. Resolves when the cache has all objects. Rejects when the first list is refused. `signal`: ends the informer at
	 * any time.
	 */
	start(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
	/** Ends the informer. The cache keeps its content. */
	stop(): void;
	/** Kind of the objects. */
	readonly definition: Definition;
	readonly started: boolean;
	/** True once the cache has had all objects. */
	readonly synced: boolean;
	/** Returns an object. `namespace` may be omitted if the informer has one namespace or a cluster-scoped kind. */
	get(name: string, namespace?: string): T | undefined;
	list(): T[];
	/** Returns the objects for which the index function returned this value. */
	by(index: Indexes, value: string): T[];
	readonly size: number;
	/**
	 * Calls the handlers for every change from now on, and immediately calls `added` for the existing objects. The returned function
	 * removes the handlers.
	 */
	handle(handlers: Handlers<T>): () => void;
}

type Kept = Stored<ApiObject>;

export class CachingInformer implements Informer<Kept, string> {
	readonly definition: Definition;
	private readonly followed: Followed;
	private readonly namespace: string | undefined;
	private readonly objects = new Map<string, Kept>();
	private readonly indexes: ReadonlyMap<string, Index>;
	private readonly handlers = new Set<Handlers<Kept>>();
	private readonly onError: (error: unknown) => void;
	private readonly onInterruption: (error: Error) => void;
	private ending: AbortController | undefined;
	synced = false;

	constructor(
		followed: Followed,
		{ definition, namespace }: { readonly definition: Definition; readonly namespace: string | undefined },
		{ indexes = {}, onError }: InformerOptions<Kept, string, string>,
	) {
		this.followed = followed;
		this.definition = definition;
		this.namespace = namespace;
		this.indexes = new Map(Object.entries(indexes).map(([name, valuesOf]) => [name, new Index(valuesOf)]));
		this.onError = onError ?? console.error;
		this.onInterruption = onError ?? ((error) => console.error(interruptionText(followed.path, error)));
	}

	start({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
		if (this.ending !== undefined) throw new Error('the informer has been started before');
		const ending = new AbortController();
		this.ending = ending;
		const abort = (): void => ending.abort(signal?.reason);
		if (signal?.aborted) abort();
		signal?.addEventListener('abort', abort, { once: true });
		return new Promise((resolve, reject) => {
			this.run(ending.signal, resolve)
				.catch((error: unknown) => {
					reject(error);
					// The caller knows of its own abort, and a failed start has rejected.
					if (this.synced && !ending.signal.aborted) this.onError(error);
				})
				.finally(() => signal?.removeEventListener('abort', abort));
		});
	}

	stop(): void {
		this.ending?.abort(new DOMException('the informer was stopped', 'AbortError'));
	}

	get started(): boolean {
		return this.ending !== undefined;
	}

	get size(): number {
		return this.objects.size;
	}

	get(name: string, namespace: string | undefined = this.namespace): Kept | undefined {
		return this.objects.get(namespace === undefined ? name : `${namespace}/${name}`);
	}

	list(): Kept[] {
		return [...this.objects.values()];
	}

	by(index: string, value: string): Kept[] {
		const found = this.indexes.get(index);
		if (found === undefined) throw new TypeError(`the informer has no index ${JSON.stringify(index)}`);
		return found.get(value).flatMap((key) => this.objects.get(key) ?? []);
	}

	handle(handlers: Handlers<Kept>): () => void {
		for (const object of this.objects.values()) this.guarded(() => handlers.added?.(object));
		this.handlers.add(handlers);
		return () => void this.handlers.delete(handlers);
	}

	private async run(signal: AbortSignal, onSynced: () => void): Promise<void> {
		for await (const change of follow(this.followed, { signal, persistent: true, onInterruption: this.onInterruption })) {
			for (const { type, object, before } of changesOf(this.objects, change)) {
				const key = keyOf(object);
				for (const index of this.indexes.values()) this.guarded(() => index.put(key, type === 'DELETED' ? undefined : object));
				// Handlers that a handler adds have already received the existing objects, including this one. Removed handlers get no more
				// calls.
				for (const handlers of [...this.handlers]) if (this.handlers.has(handlers)) this.guarded(() => tell(handlers, type, object, before));
			}
			if (change.type !== 'ALL' || this.synced) continue;
			this.synced = true;
			onSynced();
		}
	}

	/** Calls code of the program. An error in it must not stop the informer. */
	private guarded(call: () => void): void {
		try {
			call();
		} catch (error) {
			this.onError(error);
		}
	}
}

/** Returns a line about an interruption. It is temporary, so its stack would not help. */
function interruptionText(path: string, { message }: Error): string {
	return `watch of ${path} interrupted, retrying: ${message.replace(/\s+/g, ' ')}`;
}

function tell(handlers: Handlers<Kept>, type: 'ADDED' | 'MODIFIED' | 'DELETED', object: Kept, before: Kept | undefined): void {
	if (type === 'ADDED') handlers.added?.(object);
	else if (type === 'DELETED') handlers.deleted?.(object);
	else handlers.updated?.(object, before ?? object);
}

/** Keys of objects by their index values. */
class Index {
	private readonly valuesOf: (object: Kept) => readonly string[];
	private readonly keys = new Map<string, Set<string>>();
	/** Index values of each key. */
	private readonly values = new Map<string, readonly string[]>();

	constructor(valuesOf: (object: Kept) => readonly string[]) {
		this.valuesOf = valuesOf;
	}

	get(value: string): readonly string[] {
		return [...(this.keys.get(value) ?? [])];
	}

	/** Updates an object in the index. Undefined removes it. */
	put(key: string, object: Kept | undefined): void {
		for (const value of this.values.get(key) ?? []) {
			const keys = this.keys.get(value);
			keys?.delete(key);
			if (keys?.size === 0) this.keys.delete(value);
		}
		this.values.delete(key);
		if (object === undefined) return;
		const values = this.valuesOf(object);
		this.values.set(key, values);
		for (const value of values) {
			const keys = this.keys.get(value) ?? new Set();
			this.keys.set(value, keys.add(key));
		}
	}
}
