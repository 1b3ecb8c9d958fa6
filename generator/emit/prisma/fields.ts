/**
 * Selects the parts of an object that become columns and rows. Top-level fields, and scalars in structs below them, become columns. Entries
 * of lists with keys, such as conditions and containers, become rows. All other data stays in columns of JSON.
 */
import type { Catalog, Field, ListSchema, ScalarKind, Schema, TypeDescriptor, TypeName } from '../../../runtime/model/catalog.ts';
import { flatFields, newestSchema } from '../typescript/type-modules.ts';
import type { PrismaType } from './dialects.ts';

/** Field, and its path from the root of the search. */
export interface FieldPlace {
	readonly owner: TypeName;
	readonly name: string;
	readonly steps: readonly string[];
}

export interface ColumnPlace extends FieldPlace {
	readonly type: PrismaType;
	readonly micro: boolean;
}

export interface FieldPlaces {
	readonly columns: readonly ColumnPlace[];
	readonly lists: readonly (FieldPlace & FieldPlaces)[];
}

/**
 * Maximum number of steps in the path of a column: `spec.strategy.type` is a column, and deeper fields are in the JSON of `spec`. Otherwise
 * a kind with a template of another kind would repeat all columns of that kind.
 */
const maxSteps = 3;

/** Maximum number of steps in a list entry: `resources` has maps, `state` has structs. */
const maxStepsInEntry = 2;

const metadataType = 'meta/v1.ObjectMeta';

/** Top-level fields of every kind, which have columns of their own. */
const ofEveryKind = ['apiVersion', 'kind', 'metadata'];

/** Lists of metadata that become rows. */
const metadataLists = ['ownerReferences'];

/** Returns the columns and lists of a kind's type. */
export function fieldsOf(type: TypeDescriptor, catalog: Catalog): FieldPlaces {
	const search = new Search(catalog, false);
	for (const [owner, field] of flatFields(type, catalog)) {
		if (ofEveryKind.includes(field.name) || field.writeOnly) continue;
		const schema = newestSchema(field);
		// Each top-level field is a column. One that is no scalar is a column of JSON.
		if (scalarType(schema) === undefined) search.columns.push({ owner: owner.name, name: field.name, steps: [field.name], type: 'Json', micro: false });
		search.visit(owner, field, [field.name]);
	}
	for (const [owner, field] of flatFields(catalog.type(metadataType), catalog))
		if (metadataLists.includes(field.name)) search.visit(owner, field, ['metadata', field.name]);
	return search;
}

class Search implements FieldPlaces {
	readonly columns: ColumnPlace[] = [];
	readonly lists: (FieldPlace & FieldPlaces)[] = [];
	readonly #catalog: Catalog;
	readonly #inEntry: boolean;

	/** `inEntry`: true for an entry of a list, whose inner lists stay in its JSON. */
	constructor(catalog: Catalog, inEntry: boolean) {
		this.#catalog = catalog;
		this.#inEntry = inEntry;
	}

	/** Adds the column of a field, or the columns of the fields inside it. */
	visit(owner: TypeDescriptor, field: Field, steps: readonly string[]): void {
		const schema = newestSchema(field);
		const type = scalarType(schema);
		const place = { owner: owner.name, name: field.name, steps };
		if (type !== undefined) this.columns.push({ ...place, type, micro: schema.kind === 'microTime' });
		else if (schema.kind === 'struct' && steps.length < (this.#inEntry ? maxStepsInEntry : maxSteps)) this.#visitFields(this.#catalog.type(schema.type), steps);
		else if (!this.#inEntry && schema.kind === 'list' && schema.items.kind === 'struct' && isKeyed(schema, field)) {
			const inEntry = new Search(this.#catalog, true);
			inEntry.#visitFields(this.#catalog.type(schema.items.type), []);
			if (inEntry.columns.length > 0) this.lists.push({ ...place, columns: inEntry.columns, lists: [] });
		}
	}

	#visitFields(type: TypeDescriptor, steps: readonly string[]): void {
		const fields = [...flatFields(type, this.#catalog)];
		if (fields.some(([, { schema }]) => schema.kind === 'struct' && schema.type === metadataType)) return;
		for (const [owner, field] of fields) if (!field.writeOnly) this.visit(owner, field, [...steps, field.name]);
	}
}

function isKeyed({ listType, mapKeys }: ListSchema, { patchMergeKey }: Field): boolean {
	return (listType ?? (patchMergeKey === undefined ? 'atomic' : 'map')) === 'map' && (mapKeys !== undefined || patchMergeKey !== undefined);
}

const scalarTypes: Readonly<Partial<Record<ScalarKind, PrismaType>>> = {
	string: 'String',
	bytes: 'String',
	duration: 'String',
	quantity: 'String',
	intOrString: 'String',
	boolean: 'Boolean',
	int32: 'Int',
	int64: 'BigInt',
	double: 'Float',
	time: 'DateTime',
	microTime: 'DateTime',
};

/** Returns the column type. Returns undefined when the value is no scalar or may have any type. */
function scalarType({ kind }: Schema): PrismaType | undefined {
	return kind === 'struct' || kind === 'list' || kind === 'map' || kind === 'variant' ? undefined : scalarTypes[kind];
}
