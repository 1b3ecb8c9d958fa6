/** Version in which an object's row is written, independent of the shown version. */
import { DeferredObject } from './deferred.ts';
import { type HeldObject, StoredObject } from './object.ts';

/** Returns the `Row.version`. Returns undefined when the row is damaged. */
export function rowVersionOf(object: HeldObject): string | undefined {
	const source = object instanceof DeferredObject ? object.source : object;
	return source instanceof StoredObject ? source.kept.version : undefined;
}
