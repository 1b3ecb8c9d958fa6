import type { Schema } from '../../../runtime/model/catalog.ts';

/** Returns the words for a schema's values in messages about conversions. */
export function wordOf(schema: Schema): string {
	if (schema.kind === 'list') return `a list of ${wordOf(schema.items)}`;
	if (schema.kind === 'map') return `a map of ${wordOf(schema.values)}`;
	return schema.kind === 'struct' ? schema.type : schema.kind;
}

/**
 * Reports whether a value of one schema can be read as the other. Fields of objects, and values of any form, are compared by the round trip
 * in `round-trip.ts`.
 */
export function isAlike(a: Schema, b: Schema): boolean {
	if (a.kind === 'any' || b.kind === 'any') return true;
	if (a.kind === 'list' && b.kind === 'list') return isAlike(a.items, b.items);
	if (a.kind === 'map' && b.kind === 'map') return isAlike(a.values, b.values);
	return a.kind === b.kind;
}
