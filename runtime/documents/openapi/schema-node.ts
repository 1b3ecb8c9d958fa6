import type { Json } from '../../model/catalog.ts';

export type Dialect = 'v2' | 'v3';

/** A schema of an OpenAPI document as plain data. */
export interface SchemaNode {
	[keyword: string]: Json | SchemaNode | readonly SchemaNode[] | { [name: string]: SchemaNode } | undefined;
}
