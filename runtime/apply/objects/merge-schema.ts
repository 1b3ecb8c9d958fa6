/**
 * Merge types, derived from descriptors: which lists are atomic, sets or list-maps, and which maps and structs are atomic. Source: seed 1,
 * "Merge-strategy markers"; otherwise Kubernetes' interpretation of its OpenAPI document. Types are made on first use, once per
 * `MergeSchemas`. They have the markers of the catalog's release.
 */
import type { Catalog, Field, JsonValue, ListSchema, MapSchema, ScalarKind, Schema, StructSchema, TypeDescriptor, TypeName } from '../../model/catalog.ts';
import { compareText } from '../../model/text-order.ts';
import { QuantityError } from '../../scalars/quantity.ts';
import { TimeError } from '../../scalars/time.ts';
import { preservesUnknown, propertiesOf } from '../../schema/properties.ts';
import { Mismatch, readScalar } from '../../schema/read-scalar.ts';
import { type Element, fieldElement } from '../sets/element.ts';

export type MergeType = ScalarMerge | StructMerge | MapMerge | ListMerge | AnyMerge | UntrackedMerge;

export interface ScalarMerge {
	readonly kind: 'scalar';
	/** Scalar type; `any` is a string, number or boolean. */
	readonly of: 'string' | 'number' | 'boolean' | 'any';
	/** Returns the canonical form of a value that can be written in several ways. */
	readonly canonical?: (value: JsonValue) => JsonValue;
}

export interface StructMerge {
	readonly kind: 'struct';
	readonly atomic: boolean;
	/** Fields by name, made on first use, since types may be recursive. */
	readonly fields: ReadonlyMap<string, FieldMerge>;
	/** Type of undeclared fields; undefined when they are dropped. */
	readonly rest: MergeType | undefined;
	/** True when the struct itself cannot be owned, only its fields. */
	readonly unowned: boolean;
}

export interface FieldMerge {
	readonly element: Element;
	readonly type: MergeType;
	readonly default: JsonValue | undefined;
}

export interface MapMerge {
	readonly kind: 'map';
	readonly atomic: boolean;
	readonly values: MergeType;
}

export interface ListMerge {
	readonly kind: 'list';
	readonly of: 'atomic' | 'set' | 'map';
	readonly items: MergeType;
	/** Keys of a list-map, sorted by name. */
	readonly keys: readonly ListKey[];
}

export interface ListKey {
	readonly name: string;
	/** Text of the key in an element before its value: `"name":`. */
	readonly prefix: string;
	/** Value for an entry that lacks the key. */
	readonly default: JsonValue | undefined;
	readonly canonical: ScalarMerge['canonical'];
}

/** Type of values without a schema. Scalars and lists are atomic; objects are maps unless `atomic` is set. */
export interface AnyMerge {
	readonly kind: 'any';
	readonly atomic: boolean;
}

/** A field that the server sets and that no manager owns. */
export interface UntrackedMerge {
	readonly kind: 'untracked';
}

const atomicAny: AnyMerge = { kind: 'any', atomic: true };
const deduced: AnyMerge = { kind: 'any', atomic: false };
const untracked: UntrackedMerge = { kind: 'untracked' };
const anyScalar: ScalarMerge = { kind: 'scalar', of: 'any' };
const string: ScalarMerge = { kind: 'scalar', of: 'string' };
const number: ScalarMerge = { kind: 'scalar', of: 'number' };

const scalars: Readonly<Record<ScalarKind, MergeType>> = {
	string,
	bytes: string,
	duration: { kind: 'scalar', of: 'string', canonical: canonical('duration') },
	boolean: { kind: 'scalar', of: 'boolean' },
	int32: number,
	int64: number,
	double: number,
	time: { kind: 'scalar', of: 'any', canonical: canonical('time') },
	microTime: { kind: 'scalar', of: 'any', canonical: canonical('microTime') },
	quantity: { kind: 'scalar', of: 'any', canonical: canonical('quantity') },
	intOrString: anyScalar,
	rawExtension: atomicAny,
	fieldsV1: atomicAny,
	any: deduced,
};

/** Metadata fields that the server sets and that no manager owns. */
const untrackedMetadata = [
	'name',
	'namespace',
	'creationTimestamp',
	'selfLink',
	'uid',
	'clusterName',
	'generation',
	'managedFields',
	'resourceVersion',
] as const;

type Types = Pick<Catalog, 'type'>;

/** Merge types of a catalog. */
export class MergeSchemas {
	readonly #catalog: Types;
	readonly #structs = new Map<TypeName, StructMerge>();
	readonly #objects = new Map<TypeName, StructMerge>();

	constructor(catalog: Types) {
		this.#catalog = catalog;
	}

	/** Returns the merge type of whole objects, whose server-set fields have no owner. */
	object(name: TypeName): StructMerge {
		let made = this.#objects.get(name);
		if (made === undefined) {
			made = objectOf(this.#struct(name));
			this.#objects.set(name, made);
		}
		return made;
	}

	/** Returns the merge type of values of a type at any path. */
	type(name: TypeName): StructMerge {
		return this.#struct(name);
	}

	#struct(name: TypeName): StructMerge {
		let made = this.#structs.get(name);
		if (made === undefined) {
			made = this.#make(this.#catalog.type(name));
			this.#structs.set(name, made);
		}
		return made;
	}

	#make(type: TypeDescriptor): StructMerge {
		const lookup = (name: TypeName): TypeDescriptor => this.#catalog.type(name);
		const fields = (): ReadonlyMap<string, FieldMerge> => new Map(propertiesOf(type, lookup).map((property) => [property.name, this.#field(property.field)]));
		const rest = preservesUnknown(type, lookup) ? deduced : undefined;
		return new LazyStruct(type.mapType === 'atomic' && type.markedSince === undefined, fields, rest, false);
	}

	/** Markers on a field take precedence over those on its type. */
	#field(field: Field): FieldMerge {
		return { element: fieldElement(field.name), type: this.#ofField(field), default: this.#default(field) };
	}

	/** Returns the default of a key. A string field that OpenAPI documents with default "" has an empty key when absent. */
	#default({ default: value, defaultShown, schema }: Field): JsonValue | undefined {
		if (value === undefined && defaultShown !== undefined && schema.kind === 'string') return '';
		return value as JsonValue | undefined;
	}

	#ofField({ schema, mapType, patchStrategy, patchMergeKey }: Field): MergeType {
		switch (schema.kind) {
			case 'list':
				return this.#list(schema, patchStrategy?.includes('merge') === true ? { key: patchMergeKey } : undefined);
			case 'map':
				return this.#map(schema, mapType ?? schema.mapType);
			case 'struct':
				return this.#structField(schema, mapType);
			case 'variant':
				return deduced;
			default:
				return scalars[schema.kind];
		}
	}

	#structField(schema: StructSchema, mapType: Field['mapType']): StructMerge {
		const own = this.#struct(schema.type);
		if (mapType === undefined || (mapType === 'atomic') === own.atomic) return own;
		return new LazyStruct(mapType === 'atomic', () => own.fields, own.rest, false);
	}

	#schema(schema: Schema): MergeType {
		switch (schema.kind) {
			case 'list':
				return this.#list(schema, undefined);
			case 'map':
				return this.#map(schema, schema.mapType);
			case 'struct':
				return this.#struct(schema.type);
			case 'variant':
				return deduced;
			default:
				return scalars[schema.kind];
		}
	}

	#map(schema: MapSchema, mapType: MapSchema['mapType']): MapMerge {
		return { kind: 'map', atomic: mapType === 'atomic', values: this.#schema(schema.values) };
	}

	/** Returns the merge type of a list. Lists without a list type are merged as strategic merge patch declares it in `merges`. */
	#list(schema: ListSchema, merges: { readonly key: string | undefined } | undefined): ListMerge {
		const items = this.#schema(schema.items);
		const marked = schema.markedSince === undefined ? schema.listType : undefined;
		const of = marked ?? (merges === undefined ? 'atomic' : merges.key === undefined ? 'set' : 'map');
		if (of !== 'map') return { kind: 'list', of, items, keys: [] };
		const names = marked === undefined ? [merges?.key ?? ''] : (schema.mapKeys ?? []);
		return new LazyListMap(items, names);
	}
}

/** Struct whose fields are made on first use. */
class LazyStruct implements StructMerge {
	readonly kind = 'struct';
	readonly atomic: boolean;
	readonly rest: MergeType | undefined;
	readonly unowned: boolean;
	readonly #make: () => ReadonlyMap<string, FieldMerge>;
	#fields: ReadonlyMap<string, FieldMerge> | undefined;

	constructor(atomic: boolean, make: () => ReadonlyMap<string, FieldMerge>, rest: MergeType | undefined, unowned: boolean) {
		this.atomic = atomic;
		this.rest = rest;
		this.unowned = unowned;
		this.#make = make;
	}

	get fields(): ReadonlyMap<string, FieldMerge> {
		this.#fields ??= this.#make();
		return this.#fields;
	}
}

/** List-map whose key defaults are read from the entry type on first use. */
class LazyListMap implements ListMerge {
	readonly kind = 'list';
	readonly of = 'map';
	readonly items: MergeType;
	readonly #names: readonly string[];
	#keys: readonly ListKey[] | undefined;

	constructor(items: MergeType, names: readonly string[]) {
		this.items = items;
		this.#names = names;
	}

	get keys(): readonly ListKey[] {
		this.#keys ??= this.#names.toSorted(compareText).map((name) => ({
			name,
			prefix: `${JSON.stringify(name)}:`,
			...this.#key(name),
		}));
		return this.#keys;
	}

	#key(name: string): Pick<ListKey, 'default' | 'canonical'> {
		const field = this.items.kind === 'struct' ? this.items.fields.get(name) : undefined;
		return { default: field?.default, canonical: field?.type.kind === 'scalar' ? field.type.canonical : undefined };
	}
}

/** Returns a function that canonicalises values. Invalid values stay unchanged; decoding the merged object refuses them with their path. */
function canonical(kind: ScalarKind): (value: JsonValue) => JsonValue {
	const read = readScalar({ kind });
	return (value) => {
		try {
			return read(value);
		} catch (error) {
			if (error instanceof Mismatch || error instanceof QuantityError || error instanceof TimeError) return value;
			throw error;
		}
	};
}

function objectOf(struct: StructMerge): StructMerge {
	const fields = (): ReadonlyMap<string, FieldMerge> => {
		const made = new Map(struct.fields);
		for (const name of ['apiVersion', 'kind']) made.set(name, { element: fieldElement(name), type: untracked, default: undefined });
		const metadata = made.get('metadata');
		if (metadata?.type.kind === 'struct') made.set('metadata', { ...metadata, type: metadataOf(metadata.type) });
		return made;
	};
	return new LazyStruct(struct.atomic, fields, struct.rest, struct.unowned);
}

function metadataOf(metadata: StructMerge): StructMerge {
	const fields = (): ReadonlyMap<string, FieldMerge> => {
		const made = new Map(metadata.fields);
		for (const name of untrackedMetadata) made.set(name, { element: fieldElement(name), type: untracked, default: undefined });
		return made;
	};
	return new LazyStruct(metadata.atomic, fields, metadata.rest, true);
}
