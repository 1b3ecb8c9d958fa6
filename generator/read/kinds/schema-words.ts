import type { Schema } from '../../../runtime/model/catalog.ts';

/** What a value of a schema is, in messages about conversions. */
export function wordOf(schema: Schema): string {
	if (schema.kind === 'list') return `a list of ${wordOf(schema.items)}`;
	if (schema.kind === 'map') return `a map of ${wordOf(schema.values)}`;
	return schema.kind === 'struct' ? schema.type : schema.kind;
}
