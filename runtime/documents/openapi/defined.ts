/**
 * Definitions of kinds that are defined at run time: the schema of the definition's author, with what every object has. Version 2 leaves out
 * what its clients cannot read, as Kubernetes does.
 */
import type { DefinedSchema, Json, JsonObject } from '../../model/catalog.ts';
import type { Dialect, SchemaNode } from './schema-node.ts';

export interface DefinedContext {
	readonly dialect: Dialect;
	/** Completes the name of an extension. */
	readonly key: (name: string) => string;
	/** Returns the field of an object's metadata. */
	readonly metadata: () => SchemaNode;
	readonly apiVersion: SchemaNode;
	readonly kind: SchemaNode;
}

/** Keywords that no document shows. */
const omitted: ReadonlySet<string> = new Set(['example', 'externalDocs', 'id', '$schema', '$ref', 'uniqueItems']);
/** Keywords beyond the reach of version 2. */
const combining: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'not']);

export function definedSchema(defined: DefinedSchema | undefined, context: DefinedContext): SchemaNode {
	const isOpen = defined?.keepsUnknown || defined?.schema[context.key('preserve-unknown-fields')] === true;
	// kubectl takes fields that a version 2 document does not show for mistakes.
	if (defined === undefined || (isOpen && context.dialect === 'v2')) return { type: 'object' };
	const shown = shownSchema(defined.schema, context);
	return { ...shown, properties: { ...propertiesOf(shown), ...identity(context) } };
}

function identity({ apiVersion, kind, metadata }: DefinedContext): { [name: string]: SchemaNode } {
	return { apiVersion, kind, metadata: metadata() };
}

function shownSchema(schema: JsonObject, context: DefinedContext): SchemaNode {
	const { key, dialect } = context;
	const isOpen = schema[key('preserve-unknown-fields')] === true;
	const node: SchemaNode = {};
	for (const [keyword, value] of Object.entries(schema)) {
		if (value === null || omitted.has(keyword) || (dialect === 'v2' && combining.has(keyword))) continue;
		node[keyword] = partsShown(keyword, value, context);
	}
	if (dialect === 'v2') simplify(node, schema, isOpen);
	if (schema[key('embedded-resource')] === true && !(isOpen && dialect === 'v2')) {
		node.properties = { ...propertiesOf(node), ...identity(context) };
		node.required = [...new Set([...((node.required as string[] | undefined) ?? []), 'kind', 'apiVersion'])];
	}
	return node;
}

function partsShown(keyword: string, value: Json, context: DefinedContext): Json | SchemaNode | { [name: string]: SchemaNode } {
	if (keyword === 'properties' && isObject(value))
		return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shownSchema((part ?? {}) as JsonObject, context)]));
	return (keyword === 'items' || keyword === 'additionalProperties') && isObject(value) ? shownSchema(value, context) : value;
}

/** Drops types and parts over which clients of version 2 stumble: a value may be null, have unknown fields or be of several types. */
function simplify(node: SchemaNode, { properties, additionalProperties, nullable }: JsonObject, isOpen: boolean): void {
	if (nullable === true || isOpen) {
		delete node.items;
		delete node.properties;
	}
	if (nullable === true || (isOpen && node.type === 'object') || (node.type === 'array' && node.items === undefined)) delete node.type;
	delete node.nullable;
	const mayBeNull = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, part]) => (isObject(part) && part.nullable === true ? [name] : []));
	const required = ((node.required ?? []) as string[]).filter((name) => !mayBeNull.includes(name));
	if (required.length > 0 && !(isObject(additionalProperties) && additionalProperties.nullable === true)) node.required = required;
	else delete node.required;
}

function propertiesOf({ properties = {} }: SchemaNode): { [name: string]: SchemaNode } {
	return properties as { [name: string]: SchemaNode };
}

function isObject(value: Json | undefined): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
