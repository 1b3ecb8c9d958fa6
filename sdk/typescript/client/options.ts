/** Options of calls. */
import type { Selection } from './selectors.ts';

export interface CallOptions {
	/** Aborts the call and its retries. The call rejects with the reason of the signal. */
	readonly signal?: AbortSignal | undefined;
	/** Time in milliseconds after which the call and its retries are aborted. */
	readonly timeoutMs?: number | undefined;
}

export interface GetOptions extends CallOptions {
	/** Minimum version of the response. `0` allows any cached version. Default: the newest version. */
	readonly resourceVersion?: string | undefined;
}

export interface ListOptions<Fields extends string = never> extends Selection<Fields>, CallOptions {
	readonly resourceVersion?: string | undefined;
	readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan' | undefined;
	/** Maximum number of objects. The `metadata.continue` of the response selects those that follow. */
	readonly limit?: number | undefined;
	readonly continue?: string | undefined;
}

export interface ChunkOptions<Fields extends string = never> extends Selection<Fields>, CallOptions {
	/** Number of objects in a chunk. Default: 500. */
	readonly size?: number | undefined;
	/**
	 * Behaviour when the list expires, because the server keeps the version of a list for some minutes only. `throw` (the default) ends with an
	 * ApiError whose reason is `Expired`. `continue` continues with the current objects: those that changed meanwhile may be missing or
	 * appear twice.
	 */
	readonly whenExpired?: 'throw' | 'continue' | undefined;
}

export interface WriteOptions extends CallOptions {
	/** Runs the request without storing the result. The response is the object that would have been stored. */
	readonly dryRun?: boolean | undefined;
	/** Name with which the server records the written fields. Default: that of the client. */
	readonly fieldManager?: string | undefined;
	/** Treatment of unknown and duplicate fields by the server. */
	readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict' | undefined;
}

export interface ApplyOptions extends WriteOptions {
	/** Takes over fields that other managers own, instead of failing with a conflict. */
	readonly force?: boolean | undefined;
}

export interface DeleteOptions extends CallOptions {
	readonly dryRun?: boolean | undefined;
	/** Treatment of dependents: deleted before the object, deleted after it, or kept. */
	readonly propagationPolicy?: 'Foreground' | 'Background' | 'Orphan' | undefined;
	readonly gracePeriodSeconds?: number | undefined;
	/** Uid and version that the object must have. Otherwise the delete fails with a conflict. */
	readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string } | undefined;
}

export interface DeleteCollectionOptions<Fields extends string = never> extends DeleteOptions, Selection<Fields> {}

export interface EditOptions extends WriteOptions {
	/** Maximum number of retries after a conflict. Default: 10. */
	readonly attempts?: number | undefined;
}
