/** Reads the value of one selectable field. An index looks at every object, so it keeps no parsed form of them. */
import { fieldIn } from '../../storage/side.ts';
import type { Selectable } from '../contract.ts';
import { DamagedObject } from '../objects/damaged.ts';
import { DeferredObject } from '../objects/deferred.ts';
import { StoredObject } from '../objects/object.ts';

/** Returns the value; undefined when it is unknown without converting the object, or when the object is damaged. */
export function fieldOf(object: Selectable, field: string): string | undefined {
	if (object instanceof StoredObject) return fieldIn(object.sideData.text, field);
	if (object instanceof DeferredObject || object instanceof DamagedObject) return undefined;
	return object.fields[field] ?? '';
}
