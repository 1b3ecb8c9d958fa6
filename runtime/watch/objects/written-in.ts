/** In which version the row of an object is written, whatever the object is shown in. */
import { DeferredObject } from './deferred.ts';
import { type HeldObject, StoredObject } from './object.ts';

/** As `Row.version`; undefined: the row is damaged. */
export function writtenIn(object: HeldObject): string | undefined {
	const source = object instanceof DeferredObject ? object.source : object;
	return source instanceof StoredObject ? source.kept.version : undefined;
}
