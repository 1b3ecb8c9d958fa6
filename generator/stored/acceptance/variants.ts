/** Objects that differ from a given one in a single value, at each place of its types, also in places that it leaves empty. */
import type { Catalog, JsonObject, JsonValue, ListSchema, MapSchema, ScalarSchema, Schema, TypeName } from '../../../runtime/model/catalog.ts';
import { propertiesOf } from '../../../runtime/schema/properties.ts';
import { lengths, scalarValues } from './values.ts';

/** Most levels to which a type is nested in itself. */
const deepest = 2;

/** Most entries of a list or map that is made longer. */
const mostEntries = 300;

/** Fields that every object has. */
const ofEveryObject: ReadonlySet<string> = new Set(['kind', 'apiVersion', 'metadata']);

/** Catalogs whose rules give the values. The object is of the first. */
export type Catalogs = readonly [Catalog, Catalog];

export function variants(object: JsonObject, type: TypeName, catalogs: Catalogs): Generator<JsonObject> {
	return new Variants(catalogs).struct(object, [type, type], true);
}

/** Values of a schema in the first catalog, and in the second where it has the place. */
type Schemas = readonly [Schema, Schema | undefined];

class Variants {
	readonly #catalogs: Catalogs;
	/** Number of values of each type that are being changed. */
	readonly #open = new Map<TypeName, number>();

	constructor(catalogs: Catalogs) {
		this.#catalogs = catalogs;
	}

	*struct(object: JsonObject, [type, other]: readonly [TypeName, TypeName | undefined], isRoot = false): Generator<JsonObject> {
		const open = this.#open.get(type) ?? 0;
		if (open >= deepest) return;
		this.#open.set(type, open + 1);
		const [before, now] = this.#catalogs;
		const others = other === undefined || !now.typeNames.includes(other) ? [] : propertiesOf(now.type(other), (name) => now.type(name));
		for (const { name, schema } of propertiesOf(before.type(type), (name) => before.type(name))) {
			if (isRoot && ofEveryObject.has(name)) continue;
			const present = Object.hasOwn(object, name) ? object[name] : undefined;
			if (present !== undefined) {
				const { [name]: _, ...rest } = object;
				yield rest;
			}
			for (const value of this.#values(present, [schema, others.find((one) => one.name === name)?.schema])) yield { ...object, [name]: value };
		}
		this.#open.set(type, open);
	}

	*#values(present: JsonValue | undefined, schemas: Schemas): Generator<JsonValue> {
		const [schema, other] = schemas;
		switch (schema.kind) {
			case 'struct':
				if (present === undefined) yield {};
				yield* this.struct(isObject(present) ? present : {}, [schema.type, other?.kind === 'struct' ? other.type : undefined]);
				return;
			case 'variant':
				return;
			case 'list':
				yield* this.#lists(Array.isArray(present) ? present : [], schema, other?.kind === 'list' ? other : undefined);
				return;
			case 'map':
				yield* this.#maps(isObject(present) ? present : {}, schema, other?.kind === 'map' ? other : undefined);
				return;
			default:
				yield* scalarValues([schema, ...(other?.kind === schema.kind ? [other as ScalarSchema] : [])], present);
		}
	}

	*#lists([first, ...rest]: readonly JsonValue[], schema: ListSchema, other: ListSchema | undefined): Generator<JsonValue> {
		let item = first;
		for (const value of this.#values(first, [schema.items, other?.items])) {
			item ??= value;
			yield [value, ...rest];
		}
		if (item === undefined) return;
		const one = item;
		yield* [[], [one, one]];
		for (const count of countsOf(schema, other)) yield Array.from({ length: count }, (_, index) => (typeof one === 'string' ? `${one}${index}` : one));
	}

	*#maps(present: JsonObject, schema: MapSchema, other: MapSchema | undefined): Generator<JsonValue> {
		const [key, first] = Object.entries(present)[0] ?? ['key', undefined];
		let item = first;
		for (const value of this.#values(first, [schema.values, other?.values])) {
			item ??= value;
			yield { ...present, [key]: value };
		}
		if (item === undefined) return;
		const one = item;
		const keys = [schema.keys, other?.keys].flatMap((rules) => (rules === undefined ? [] : [{ ...rules, kind: 'string' } as ScalarSchema]));
		for (const name of scalarValues([...keys, { kind: 'string' }], key)) yield { [String(name)]: one };
		for (const count of countsOf(schema, other)) yield Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, one]));
	}
}

function countsOf(...schemas: readonly (Schema | undefined)[]): readonly number[] {
	return schemas.flatMap((schema) => lengths(schema?.rules ?? [])).filter((count) => count <= mostEntries);
}

function isObject(value: JsonValue | undefined): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
