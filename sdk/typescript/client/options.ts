/** Options of calls. */
import type { Selection } from './selectors.ts';

export interface CallOptions {
	/** Aborts the call, its retries included; it rejects with the signal's reason. */
	readonly signal?: AbortSignal | undefined;
	/** Aborts the call, its retries included, after this time. */
	readonly timeoutMs?: number | undefined;
}

export interface GetOptions extends CallOptions {
	/** The response is at least as new as this version; `0` allows any cached version. The newest when absent. */
	readonly resourceVersion?: string | undefined;
}

export interface ListOptions<Fields extends string = never> extends Selection<Fields>, CallOptions {
	readonly resourceVersion?: string | undefined;
	readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan' | undefined;
	/** Maximum number of objects; the response's `metadata.continue` selects those that follow. */
	readonly limit?: number | undefined;
	readonly continue?: string | undefined;
}

export interface ChunkOptions<Fields extends string = never> extends Selection<Fields>, CallOptions {
	/** Number of objects in a chunk; 500 when absent. */
	readonly size?: number | undefined;
	/**
	 * The server forgets a list's position after some minutes. `throw`, the default, ends with an ApiError whose reason is `Expired`.
	 * `continue` goes on with the current objects: those that changed meanwhile may appear twice or not at all.
	 */
	readonly whenExpired?: 'throw' | 'continue' | undefined;
}

export interface WriteOptions extends CallOptions {
	/** Runs the request without storing the result; the response is the object that would have been stored. */
	readonly dryRun?: boolean | undefined;
	/** Name under which the server records the written fields; that of the client when absent. */
	readonly fieldManager?: string | undefined;
	/** Treatment of unknown and duplicate fields. */
	readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict' | undefined;
}

export interface ApplyOptions extends WriteOptions {
	/** Takes over fields of other managers instead of reporting a conflict. */
	readonly force?: boolean | undefined;
}

export interface DeleteOptions extends CallOptions {
	readonly dryRun?: boolean | undefined;
	/** Whether dependents are deleted too, and whether before or after the object. */
	readonly propagationPolicy?: 'Foreground' | 'Background' | 'Orphan' | undefined;
	readonly gracePeriodSeconds?: number | undefined;
	/** Requires this object in this version; otherwise the delete fails with a conflict. */
	readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string } | undefined;
}

export interface DeleteCollectionOptions<Fields extends string = never> extends DeleteOptions, Selection<Fields> {}

export interface EditOptions extends WriteOptions {
	/** Number of times that the change is retried after a conflict; 10 when absent. */
	readonly attempts?: number | undefined;
}
