/** Prints TypeScript interfaces from JSON Schema, and the types of fields as text. */
import type { JSONSchema } from 'json-schema-to-typescript';
import type { EnumValue, Schema, TypeName } from '../../runtime/model/catalog.ts';

/** Names of types in the printed text. */
export interface TypeWords {
	struct(type: TypeName): string;
	/** Types of scalars that are texts of a certain form. */
	readonly scalars: Readonly<Record<'time' | 'microTime' | 'duration' | 'quantity', string>>;
}

/** Prints an interface. The printer is loaded on first use: loading takes a quarter of the time of commands that print none. */
export async function printInterface(schema: JSONSchema, name: string): Promise<string> {
	// A bundled CommonJS module has only a default export.
	const { compile } = (await import('json-schema-to-typescript')).default;
	const { properties = {} } = schema;
	const names = Object.keys(properties).filter((each) => each in Object.prototype);
	const text = await compile(names.length === 0 ? schema : withStandIns(schema), name, { format: false, bannerComment: '' });
	return indent(names.reduce((printed, each) => printed.replace(standIn(each), JSON.stringify(each)), text).trim());
}

/** Renames properties with names of inherited members, because the printer calls `hasOwnProperty` on their object. */
function withStandIns(schema: JSONSchema): JSONSchema {
	const needed: readonly string[] = Array.isArray(schema.required) ? schema.required : [];
	const rename = (name: string): string => (name in Object.prototype ? standIn(name) : name);
	const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => [
		rename(name),
		needed.includes(name) ? property : orInherited(name, property),
	]);
	return { ...schema, properties: Object.fromEntries(properties), required: needed.map(rename) };
}

/** Adds the type of the inherited member, which objects without the property have. */
function orInherited(name: string, property: JSONSchema): JSONSchema {
	return inheritedTypes.has(name) ? { ...property, tsType: `${property.tsType} | Object['${name}']` } : property;
}

/** Members of `Object` that TypeScript declares. */
const inheritedTypes: ReadonlySet<string> = new Set([
	...['constructor', 'toString', 'toLocaleString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable'],
]);

function standIn(name: string): string {
	return `orchStandIn${name}`;
}

export function typeText(schema: Schema, words: TypeWords): string {
	switch (schema.kind) {
		case 'struct':
		case 'variant':
			return words.struct(schema.type);
		case 'list': {
			const items = partText(schema.items, words);
			return /[ |]/.test(items) ? `(${items})[]` : `${items}[]`;
		}
		case 'map':
			return `{ [key: string]: ${partText(schema.values, words)} }`;
		case 'string':
			return (schema.enumOpen ? undefined : enumText(schema.enum)) ?? 'string';
		case 'boolean':
			return (schema.enumOpen ? undefined : enumText(schema.enum)) ?? 'boolean';
		case 'int32':
		case 'double':
			return (schema.enumOpen ? undefined : enumText(schema.enum)) ?? 'number';
		case 'int64':
			return (schema.enumOpen ? undefined : enumText(schema.enum)) ?? 'number | bigint';
		case 'intOrString':
			return 'number | string';
		case 'bytes':
			return 'string';
		case 'time':
		case 'microTime':
		case 'duration':
		case 'quantity':
			return words.scalars[schema.kind];
		case 'rawExtension':
		case 'fieldsV1':
			return '{ [key: string]: unknown }';
		case 'any':
			return 'unknown';
	}
}

/** Returns the type of a list item or map value. */
function partText(schema: Schema, words: TypeWords): string {
	const text = typeText(schema, words);
	return schema.nullable ? `${text} | null` : text;
}

function enumText(values: readonly EnumValue[] | undefined): string | undefined {
	if (values === undefined || values.some((value) => typeof value === 'string' && value.includes('{'))) return undefined;
	return values.map((value) => (typeof value === 'bigint' ? `${value}n` : JSON.stringify(value))).join(' | ');
}

/** Indents by the depth of braces, which the printer does not. */
function indent(text: string): string {
	let depth = 0;
	return text
		.split('\n')
		.map((line) => {
			const comment = /^\s*(\/\*\*|\*)/.test(line);
			if (!comment && line.startsWith('}')) depth--;
			const indented = '\t'.repeat(depth) + (line.startsWith('*') ? ` ${line}` : line);
			if (!comment && line.endsWith('{')) depth++;
			return indented;
		})
		.join('\n');
}
