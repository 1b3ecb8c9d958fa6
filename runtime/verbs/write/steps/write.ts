/** A write on its way through the steps. */
import type { JsonObject } from '../../../model/catalog.ts';
import type { WriteScope } from '../scope.ts';

/** Steps change `object`, or replace it. */
export type Write = { readonly scope: WriteScope; object: JsonObject } & (
	| { readonly operation: 'CREATE'; readonly old?: undefined }
	| { readonly operation: 'UPDATE'; readonly old: JsonObject }
	/** `object` is what the deleted object becomes, or its last state. */
	| { readonly operation: 'DELETE'; readonly old: JsonObject; readonly deletion: Deletion }
);

/** How an object is deleted. */
export interface Deletion {
	/** Until it may go. */
	readonly graceSeconds: number;
	/** When the grace ends, ms since the epoch; undefined on kinds that know none. */
	readonly graceEndMs: number | undefined;
	/** With which it waits. */
	readonly finalizers: readonly string[];
	/** It is removed at once, or marked and left; `none`: a grace runs already, and nothing changes. */
	readonly effect: 'remove' | 'mark' | 'none';
}
