/**
 * Types of objects in expressions. They follow from the schema of a kind as Kubernetes derives them from its OpenAPI document. A field
 * whose schema has no type in the document, such as a quantity, does not exist for the type check.
 */
import type { Field, Schema, TypeDescriptor, TypeName } from '../../model/catalog.ts';
import { escapedName } from '../../schema/cel/escaped-names.ts';
import { type CelType, listOf, mapOf, type StructType, structOf, types } from '../../schema/cel/typing/type.ts';
import { propertiesOf } from '../../schema/properties.ts';

type TypeOf = (name: TypeName) => TypeDescriptor;

/** Types with fields of some kinds, by the names that messages show. */
export class ObjectTypes {
	readonly #type: TypeOf;
	readonly #structs = new Map<string, ReadonlyMap<string, CelType>>();

	constructor(type: TypeOf) {
		this.#type = type;
	}

	/** Returns the type of the objects of a kind. */
	of(kind: string, name: TypeName): CelType {
		return this.#struct(kind, name, []);
	}

	struct(name: string): StructType | undefined {
		const fields = this.#structs.get(name);
		return fields && { field: (field) => fields.get(field) };
	}

	/** `within`: types that contain the value. A type inside itself has no fields. */
	#struct(shown: string, name: TypeName, within: readonly TypeName[]): CelType {
		const fields = new Map<string, CelType>();
		if (!within.includes(name)) {
			for (const { field } of propertiesOf(this.#type(name), this.#type)) {
				const type = this.#field(field, `${shown}.${field.name}`, [...within, name]);
				if (type !== undefined) fields.set(escapedName(field.name), type);
			}
		}
		this.#structs.set(shown, fields);
		return structOf(shown);
	}

	#field({ schema }: Field, shown: string, within: readonly TypeName[]): CelType | undefined {
		return this.#schema(schema, shown, within);
	}

	#schema(schema: Schema, shown: string, within: readonly TypeName[]): CelType | undefined {
		switch (schema.kind) {
			case 'struct':
				return this.#struct(shown, schema.type, within);
			case 'list': {
				const items = this.#schema(schema.items, `${shown}.@idx`, within);
				return items && listOf(items);
			}
			case 'map': {
				const values = this.#schema(schema.values, `${shown}.@elem`, within);
				return values && mapOf(types.string, values);
			}
			case 'rawExtension':
			case 'fieldsV1':
				this.#structs.set(shown, new Map());
				return structOf(shown);
			default:
				return scalars[schema.kind];
		}
	}
}

const scalars: Readonly<Record<Exclude<Schema['kind'], 'struct' | 'list' | 'map' | 'rawExtension' | 'fieldsV1'>, CelType | undefined>> = {
	boolean: types.bool,
	int32: types.int,
	int64: types.int,
	double: types.double,
	string: types.string,
	duration: types.string,
	bytes: types.bytes,
	time: types.timestamp,
	microTime: types.timestamp,
	intOrString: types.dyn,
	quantity: undefined,
	any: undefined,
	variant: undefined,
};
