/** Schemas of OpenAPI documents as plain data, and the versions of the standard. */
import type { Json } from '../../model/catalog.ts';

export type Dialect = 'v2' | 'v3';

/** A schema as plain data. */
export interface SchemaNode {
	[keyword: string]: Json | SchemaNode | readonly SchemaNode[] | { [name: string]: SchemaNode } | undefined;
}
