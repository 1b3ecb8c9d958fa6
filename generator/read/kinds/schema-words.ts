import type { Schema } from '../../../runtime/model/catalog.ts';

/** Returns the words for the values of a schema in messages about conversions. */
export function wordOf(schema: Schema): string {
	if (schema.kind === 'list') return `a list of ${wordOf(schema.items)}`;
	if (schema.kind === 'map') return `a map of ${wordOf(schema.values)}`;
	return schema.kind === 'struct' ? schema.type : schema.kind;
}

/** Reports whether a value of one schema can be read by the other. `round-trip.ts` compares fields of objects, and values of any type. */
export function isAlike(a: Schema, b: Schema): boolean {
	if (a.kind === 'any' || b.kind === 'any') return true;
	if (a.kind === 'list' && b.kind === 'list') return isAlike(a.items, b.items);
	if (a.kind === 'map' && b.kind === 'map') return isAlike(a.values, b.values);
	return a.kind === b.kind;
}
