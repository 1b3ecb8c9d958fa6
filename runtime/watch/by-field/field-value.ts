/**
 * Reads the value of one selectable field from the side text of an object. An index looks at every object, so it must not parse the rest of
 * the text or keep a parsed form.
 */

import type { Selectable } from '../contract.ts';
import { DamagedObject } from '../objects/damaged.ts';
import { DeferredObject } from '../objects/deferred.ts';
import { StoredObject } from '../objects/object.ts';

/** Returns the value; undefined when it is unknown without converting the object, or when the object is damaged. */
export function fieldOf(object: Selectable, field: string): string | undefined {
	if (object instanceof StoredObject) return valueIn(object.labelsAndFields.text, field);
	if (object instanceof DeferredObject || object instanceof DamagedObject) return undefined;
	return object.fields[field] ?? '';
}

/** Reads from a side column, `{"l":{...},"f":{...}}`. Quotes inside texts are escaped, so the searched keys cannot occur within one. */
export function valueIn(side: string, field: string): string {
	const fields = side.indexOf('"f":{');
	if (fields === -1) return '';
	const key = `${JSON.stringify(field)}:"`;
	const start = side.indexOf(key, fields);
	if (start === -1) return '';
	let end = start + key.length;
	while (end < side.length && side.charCodeAt(end) !== quote) end += side.charCodeAt(end) === backslash ? 2 : 1;
	// Parsing makes a separate string; a substring would keep the whole text in memory.
	return JSON.parse(side.slice(start + key.length - 1, end + 1)) as string;
}

const quote = 0x22;
const backslash = 0x5c;
