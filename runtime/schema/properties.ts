/**
 * Properties of a type: its fields in JSON. Those of inline structs are among the fields of the parent. Reading, defaults and validation
 * walk the properties.
 */
import type { Field, Schema, TypeDescriptor, TypeName } from '../model/catalog.ts';

export interface Property {
	readonly name: string;
	readonly field: Field;
	readonly schema: Schema;
	/** Type that declares the field: the parent itself, or an inline struct. */
	readonly owner: TypeName;
}

export type TypeLookup = (name: TypeName) => TypeDescriptor;

/** Returns the properties in the order of the JSON output. */
export function propertiesOf(type: TypeDescriptor, lookup: TypeLookup): readonly Property[] {
	return type.fields.flatMap((field) => propertiesOfField(field, type, lookup));
}

/** Returns the properties of one field: the field itself, or the fields of an inline struct. */
export function propertiesOfField(field: Field, type: TypeDescriptor, lookup: TypeLookup): readonly Property[] {
	if (field.inline && field.schema.kind === 'struct') return propertiesOf(lookup(field.schema.type), lookup);
	return [{ name: field.name, field, schema: field.schema, owner: type.name }];
}

/** Returns the type and the types inlined in it, outermost first. The unions and rules of all of them apply to the same object. */
export function inlined(type: TypeDescriptor, lookup: TypeLookup): readonly TypeDescriptor[] {
	return [type, ...type.fields.flatMap(({ inline, schema }) => (inline && schema.kind === 'struct' ? inlined(lookup(schema.type), lookup) : []))];
}

/** Reports whether the type or an inlined type preserves unknown fields. */
export function preservesUnknown(type: TypeDescriptor, lookup: TypeLookup): boolean {
	return inlined(type, lookup).some(({ preserveUnknown }) => preserveUnknown === true);
}

/** Returns the struct or variant type of a value, or of the entries in it, through lists and maps. */
export function typeIn(schema: Schema): TypeName | undefined {
	switch (schema.kind) {
		case 'struct':
		case 'variant':
			return schema.type;
		case 'list':
			return typeIn(schema.items);
		case 'map':
			return typeIn(schema.values);
		default:
			return undefined;
	}
}

/** Reports whether every JavaScript object inherits the name. A plain property read would then find a function. */
export function isInherited(name: string): boolean {
	return name in Object.prototype;
}

/** Returns `v1.PodSpec` for `core/v1.PodSpec`. */
export function shortType(name: TypeName): string {
	return name.slice(name.indexOf('/') + 1);
}

/** Returns `PodSpec` for `core/v1.PodSpec`. */
export function bareType(name: TypeName): string {
	return name.slice(name.lastIndexOf('.') + 1);
}

/**
 * Reports whether an always-written field nevertheless stays absent when absent. This holds for a required number or boolean, whose absence
 * validation could not distinguish from zero. It also holds for a struct with a default, which could not distinguish absence from `{}`.
 */
export function staysAbsent({ required, mayBeEmpty, schema, default: own }: Field): boolean {
	if (schema.kind === 'struct') return own !== undefined;
	if (required !== true || mayBeEmpty === true) return false;
	return ['boolean', 'int32', 'int64', 'double', 'quantity', 'intOrString'].includes(schema.kind);
}

/** Returns the type and every type that a value of it can contain, each once. */
export function reachableTypes(name: TypeName, lookup: TypeLookup): readonly TypeDescriptor[] {
	const found = new Map<TypeName, TypeDescriptor>();
	const waiting = [name];
	for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
		if (found.has(next)) continue;
		const type = lookup(next);
		found.set(next, type);
		for (const { schema } of type.fields) {
			const inner = typeIn(schema);
			if (inner !== undefined) waiting.push(inner);
		}
	}
	return [...found.values()];
}
