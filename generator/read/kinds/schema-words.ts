import type { Schema } from '../../../runtime/model/catalog.ts';

/** What a value of a schema is, in messages about conversions. */
export function wordOf(schema: Schema): string {
	if (schema.kind === 'list') return `a list of ${wordOf(schema.items)}`;
	if (schema.kind === 'map') return `a map of ${wordOf(schema.values)}`;
	return schema.kind === 'struct' ? schema.type : schema.kind;
}

/** Whether one can be read as the other; what is in objects, and values of any form, are sent there and back elsewhere. */
export function isAlike(a: Schema, b: Schema): boolean {
	if (a.kind === 'any' || b.kind === 'any') return true;
	if (a.kind === 'list' && b.kind === 'list') return isAlike(a.items, b.items);
	if (a.kind === 'map' && b.kind === 'map') return isAlike(a.values, b.values);
	return a.kind === b.kind;
}
