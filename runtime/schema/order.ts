/** Order of the fields of an object: that of its type, whatever was filled in later. */

import type { JsonObject } from '../model/catalog.ts';
import { setOwn } from '../model/equal.ts';

/** Restores the order of fields, in place. Fields without a position stay last. */
export function reorder(object: JsonObject, order: ReadonlyMap<string, number>): void {
	const place = (name: string): number => order.get(name) ?? order.size;
	const entries = Object.entries(object);
	const sorted = entries.toSorted(([a], [b]) => place(a) - place(b));
	const first = sorted.findIndex(([name], index) => name !== entries[index]?.[0]);
	if (first < 0) return;
	// Deleting from the end lets V8 keep the object's shape.
	for (const [name] of entries.slice(first).reverse()) delete object[name];
	for (const [name, value] of sorted.slice(first)) setOwn(object, name, value);
}
