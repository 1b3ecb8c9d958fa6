/** What calls are told beside the object. */
import type { Selection } from './selectors.ts';

export interface CallOptions {
	/** Aborts the call, its retries included; it rejects with the signal's reason. */
	readonly signal?: AbortSignal | undefined;
	/** Aborts the call, its retries included, after so long. */
	readonly timeoutMs?: number | undefined;
}

export interface GetOptions extends CallOptions {
	/** An answer at least as new; `0`: whatever the server has at hand. The newest when absent. */
	readonly resourceVersion?: string | undefined;
}

export interface ListOptions<Fields extends string = never> extends Selection<Fields>, CallOptions {
	readonly resourceVersion?: string | undefined;
	readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan' | undefined;
	/** At most so many objects; the answer's `metadata.continue` asks for those that follow. */
	readonly limit?: number | undefined;
	readonly continue?: string | undefined;
}

export interface ChunkOptions<Fields extends string = never> extends Selection<Fields>, CallOptions {
	/** How many objects a chunk has; 500 when absent. */
	readonly size?: number | undefined;
	/**
	 * The server forgets where a list stood after some minutes. `throw`, which is the default, ends with an ApiError whose reason is `Expired`;
	 * `continue` goes on with objects of now: those that changed since may be seen twice or not at all.
	 */
	readonly whenExpired?: 'throw' | 'continue' | undefined;
}

export interface WriteOptions extends CallOptions {
	/** Everything is done but storing: the answer is what would have been stored. */
	readonly dryRun?: boolean | undefined;
	/** Under which name the server notes who wrote which field; that of the client when absent. */
	readonly fieldManager?: string | undefined;
	/** What becomes of fields that the server does not know, and of fields that are sent twice. */
	readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict' | undefined;
}

export interface ApplyOptions extends WriteOptions {
	/** Takes over fields that others own, instead of a conflict. */
	readonly force?: boolean | undefined;
}

export interface DeleteOptions extends CallOptions {
	readonly dryRun?: boolean | undefined;
	/** Whether dependents go with it, and before or after it. */
	readonly propagationPolicy?: 'Foreground' | 'Background' | 'Orphan' | undefined;
	readonly gracePeriodSeconds?: number | undefined;
	/** A conflict when the object is another one, or has changed. */
	readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string } | undefined;
}

export interface DeleteCollectionOptions<Fields extends string = never> extends DeleteOptions, Selection<Fields> {}

export interface EditOptions extends WriteOptions {
	/** How often the change is made anew when somebody else was faster; 10 when absent. */
	readonly attempts?: number | undefined;
}
