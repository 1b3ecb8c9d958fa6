/** The properties of a type: its fields as JSON shows them, those of inline structs among the parent's. Reading, defaults and validation walk these. */
import type { Field, Schema, TypeDescriptor, TypeName } from '../model/catalog.ts';

export interface Property {
	readonly name: string;
	readonly field: Field;
	readonly schema: Schema;
	/** The type that declares the field: the parent's, or an inline struct's. */
	readonly owner: TypeName;
}

export type TypeLookup = (name: TypeName) => TypeDescriptor;

/** In the order in which JSON is written. */
export function propertiesOf(type: TypeDescriptor, lookup: TypeLookup): readonly Property[] {
	return type.fields.flatMap((field) => propertiesOfField(field, type, lookup));
}

/** One field of a type: itself, or what stands in its place. */
export function propertiesOfField(field: Field, type: TypeDescriptor, lookup: TypeLookup): readonly Property[] {
	if (field.inline && field.schema.kind === 'struct') return propertiesOf(lookup(field.schema.type), lookup);
	return [{ name: field.name, field, schema: field.schema, owner: type.name }];
}

/** The type itself and the types inlined in it, from the outside in; their unions and rules hold on the same object. */
export function inlined(type: TypeDescriptor, lookup: TypeLookup): readonly TypeDescriptor[] {
	return [type, ...type.fields.flatMap(({ inline, schema }) => (inline && schema.kind === 'struct' ? inlined(lookup(schema.type), lookup) : []))];
}

/** Whether unknown fields stay: the type's own wish or an inlined type's. */
export function preservesUnknown(type: TypeDescriptor, lookup: TypeLookup): boolean {
	return inlined(type, lookup).some(({ preserveUnknown }) => preserveUnknown === true);
}

/** The struct or the variant that a value is, or that the values in it are, through lists and maps. */
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

/** Names that every object inherits, for which a plain property read would find a function. */
export function isInherited(name: string): boolean {
	return name in Object.prototype;
}

/** `v1.PodSpec` of `core/v1.PodSpec`. */
export function shortType(name: TypeName): string {
	return name.slice(name.indexOf('/') + 1);
}

/** `PodSpec` of `core/v1.PodSpec`. */
export function bareType(name: TypeName): string {
	return name.slice(name.lastIndexOf('.') + 1);
}

/**
 * Whether a field that is written always stays absent all the same where it is: a required number or boolean, of which
 * validation could not tell absence from zero, and an object that has a default, since no default could tell absence from `{}`.
 */
export function staysAbsent({ required, mayBeEmpty, schema, default: own }: Field): boolean {
	if (schema.kind === 'struct') return own !== undefined;
	if (required !== true || mayBeEmpty === true) return false;
	return ['boolean', 'int32', 'int64', 'double', 'quantity', 'intOrString'].includes(schema.kind);
}

/** The type and every type that a value of it can hold, each once. */
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
