/**
 * The value of one selectable field, read out of the text beside an object: an index looks at every object, and must neither parse the
 * rest of it nor leave it parsed behind.
 */

import type { Selectable } from '../contract.ts';
import { DamagedObject } from '../objects/damaged.ts';
import { DeferredObject } from '../objects/deferred.ts';
import { StoredObject } from '../objects/object.ts';

/** Undefined: nobody knows without converting the object, or nobody at all. */
export function fieldOf(object: Selectable, field: string): string | undefined {
	if (object instanceof StoredObject) return valueIn(object.labelsAndFields.text, field);
	if (object instanceof DeferredObject || object instanceof DamagedObject) return undefined;
	return object.fields[field] ?? '';
}

/** Of a side column, `{"l":{...},"f":{...}}`. Inside a text every quote is escaped, so that none of what is looked for stands in one. */
export function valueIn(side: string, field: string): string {
	const fields = side.indexOf('"f":{');
	if (fields === -1) return '';
	const key = `${JSON.stringify(field)}:"`;
	const start = side.indexOf(key, fields);
	if (start === -1) return '';
	let end = start + key.length;
	while (end < side.length && side.charCodeAt(end) !== quote) end += side.charCodeAt(end) === backslash ? 2 : 1;
	// A text of its own: a part of the other would keep all of that.
	return JSON.parse(side.slice(start + key.length - 1, end + 1)) as string;
}

const quote = 0x22;
const backslash = 0x5c;
