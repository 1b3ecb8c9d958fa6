/** Merge strategies of fields, at every depth, derived from descriptors. */
import type { Catalog, Field, Schema, TypeDescriptor, TypeName } from '../model/catalog.ts';

export interface FieldMerge {
	/** Effect of a patch on the value. `default`: objects merge, lists are replaced. */
	readonly strategy: 'merge' | 'replace' | 'default';
	/** Field that identifies an entry of a merged list; undefined for lists of scalars. */
	readonly mergeKey: string | undefined;
	/** Strategies of the fields of the value or of the list's entries. */
	readonly inside: PatchSchema;
}

export interface PatchSchema {
	/** Name in error messages. */
	readonly name: string;
	field(name: string): FieldMerge;
}

/** Strategies of values without a schema: objects merge, lists are replaced. */
const unstructured: PatchSchema = {
	name: 'any',
	field: () => plain,
};
const plain: FieldMerge = { strategy: 'default', mergeKey: undefined, inside: unstructured };

export class PatchSchemas {
	readonly #catalog: Pick<Catalog, 'type'>;
	readonly #made = new Map<TypeName, PatchSchema>();

	constructor(catalog: Pick<Catalog, 'type'>) {
		this.#catalog = catalog;
	}

	of(name: TypeName): PatchSchema {
		let schema = this.#made.get(name);
		if (schema === undefined) {
			schema = this.#make(name);
			this.#made.set(name, schema);
		}
		return schema;
	}

	#make(name: TypeName): PatchSchema {
		let fields: Map<string, FieldMerge> | undefined;
		return {
			name,
			field: (field) => {
				fields ??= new Map(flat(this.#catalog.type(name), this.#catalog).map((each) => [each.name, ofField(each, this)]));
				return fields.get(field) ?? plain;
			},
		};
	}
}

/** Returns the fields of the JSON object, which include those of inline structs. */
function flat(type: TypeDescriptor, catalog: Pick<Catalog, 'type'>): Field[] {
	return type.fields.flatMap((field) => (field.inline && field.schema.kind === 'struct' ? flat(catalog.type(field.schema.type), catalog) : [field]));
}

function ofField(field: Field, schemas: PatchSchemas): FieldMerge {
	const strategies = field.patchStrategy?.filter((strategy) => strategy !== 'retainKeys') ?? [];
	return {
		strategy: strategies.includes('merge') ? 'merge' : strategies.includes('replace') ? 'replace' : 'default',
		mergeKey: field.patchMergeKey,
		inside: inside(field.schema, schemas),
	};
}

function inside(schema: Schema, schemas: PatchSchemas): PatchSchema {
	switch (schema.kind) {
		case 'struct':
			return schemas.of(schema.type);
		case 'list':
			return schema.items.kind === 'list' ? unstructured : inside(schema.items, schemas);
		case 'map': {
			const values: FieldMerge = { strategy: 'default', mergeKey: undefined, inside: inside(schema.values, schemas) };
			return { name: 'map', field: () => values };
		}
		default:
			return unstructured;
	}
}
