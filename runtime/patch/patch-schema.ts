/** What the strategic merge must know of a field: how it is merged, and the fields inside. Read from descriptors. */
import type { Catalog, Field, Schema, TypeDescriptor, TypeName } from '../model/catalog.ts';

export interface FieldMerge {
	/** How values of the field merge; `default`: objects merge, lists are replaced. */
	readonly strategy: 'merge' | 'replace' | 'default';
	/** Which member identifies an entry of a merged list; undefined for lists of scalars. */
	readonly mergeKey: string | undefined;
	/** The fields of the value, or of the list's entries. */
	readonly inside: PatchSchema;
}

export interface PatchSchema {
	/** For messages. */
	readonly name: string;
	field(name: string): FieldMerge;
}

/** Of what has no schema: objects merge, lists are replaced. */
const unstructured: PatchSchema = {
	name: 'any',
	field: () => plain,
};
const plain: FieldMerge = { strategy: 'default', mergeKey: undefined, inside: unstructured };

const known = new WeakMap<Catalog, Map<TypeName, PatchSchema>>();

export function patchSchema(typeName: TypeName, catalog: Catalog): PatchSchema {
	const types = known.get(catalog) ?? new Map<TypeName, PatchSchema>();
	const schema = types.get(typeName) ?? ofType(typeName, catalog);
	known.set(catalog, types.set(typeName, schema));
	return schema;
}

function ofType(typeName: TypeName, catalog: Catalog): PatchSchema {
	let fields: Map<string, FieldMerge> | undefined;
	return {
		name: typeName,
		field(name) {
			fields ??= new Map(flat(catalog.type(typeName), catalog).map((field) => [field.name, ofField(field, catalog)]));
			return fields.get(name) ?? plain;
		},
	};
}

/** The fields as JSON shows them: those of inline structs stand among the parent's. */
function flat(type: TypeDescriptor, catalog: Catalog): Field[] {
	return type.fields.flatMap((field) => (field.inline && field.schema.kind === 'struct' ? flat(catalog.type(field.schema.type), catalog) : [field]));
}

function ofField(field: Field, catalog: Catalog): FieldMerge {
	const strategies = field.patchStrategy?.filter((strategy) => strategy !== 'retainKeys') ?? [];
	return {
		strategy: strategies.includes('merge') ? 'merge' : strategies.includes('replace') ? 'replace' : 'default',
		mergeKey: field.patchMergeKey,
		inside: inside(field.schema, catalog),
	};
}

function inside(schema: Schema, catalog: Catalog): PatchSchema {
	switch (schema.kind) {
		case 'struct':
			return patchSchema(schema.type, catalog);
		case 'list':
			return schema.items.kind === 'list' ? unstructured : inside(schema.items, catalog);
		case 'map': {
			const values: FieldMerge = { strategy: 'default', mergeKey: undefined, inside: inside(schema.values, catalog) };
			return { name: 'map', field: () => values };
		}
		default:
			return unstructured;
	}
}
