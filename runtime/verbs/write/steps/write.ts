/** State of a write as it passes through the steps. */
import type { JsonObject } from '../../../model/catalog.ts';
import type { WriteScope } from '../scope.ts';

/** Write in progress. Steps change `object` or replace it. */
export type Write = { readonly scope: WriteScope; object: JsonObject } & (
	| { readonly operation: 'CREATE'; readonly old?: undefined }
	| { readonly operation: 'UPDATE'; readonly old: JsonObject }
	/** In a delete, `object` is the marked object, or the last state of a removed one. */
	| { readonly operation: 'DELETE'; readonly old: JsonObject; readonly deletion: Deletion }
);

/** Parameters and effect of a deletion. */
export interface Deletion {
	/** Grace period before the removal, in seconds. */
	readonly graceSeconds: number;
	/** End of the grace period in ms since the epoch. Undefined for kinds without a grace period. */
	readonly graceEndMs: number | undefined;
	/** Finalizers that delay the removal. */
	readonly finalizers: readonly string[];
	/**
	 * Whether the object is removed immediately, or marked and kept. `none`: a grace period runs already, and the object does not change.
	 */
	readonly effect: 'remove' | 'mark' | 'none';
}
