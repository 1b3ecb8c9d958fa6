/**
 * Walks from an object to every place, at any depth, where one of its type's fields of interest stands. Which fields these are is
 * found once per type; a type without any costs nothing.
 */
import type { Field, JsonObject, JsonValue, Schema, TypeName } from './model.ts';
import { slotsOf, type TypeLookup } from './slots.ts';

/** Meets every such field that is there and not null: the object that has it, and what was chosen of it. */
export type Visit<T> = (holder: JsonObject, chosen: T) => void;
export type Walk<T> = (value: JsonValue, visit: Visit<T>) => void;

/** Makes walks of types. One per (narrowed) catalog and choice. */
export class FieldWalks<T extends { readonly name: string }> {
	private readonly lookup: TypeLookup;
	private readonly choose: (field: Field) => T | undefined;
	/** Undefined: nothing is chosen anywhere below. */
	private readonly structs = new Map<TypeName, Walk<T> | undefined>();

	/** `choose`: what is to be known of a field of interest, undefined for others. */
	constructor(lookup: TypeLookup, choose: (field: Field) => T | undefined) {
		this.lookup = lookup;
		this.choose = choose;
	}

	/** Undefined: the type has no such fields. */
	of(name: TypeName): Walk<T> | undefined {
		return this.struct(name, new Set());
	}

	private struct(name: TypeName, open: Set<TypeName>): Walk<T> | undefined {
		if (this.structs.has(name)) return this.structs.get(name);
		// A type inside itself: made by the time it is called.
		if (open.has(name)) return (value, visit) => this.structs.get(name)?.(value, visit);
		open.add(name);
		const made = this.makeStruct(name, open);
		this.structs.set(name, made);
		return made;
	}

	private makeStruct(name: TypeName, open: Set<TypeName>): Walk<T> | undefined {
		const slots = slotsOf(this.lookup(name), this.lookup);
		const own = slots.flatMap(({ field }) => this.choose(field) ?? []);
		const nested = slots.flatMap(({ name, schema }) => {
			const walk = this.value(schema, open);
			return walk === undefined ? [] : [{ name, walk }];
		});
		if (own.length === 0 && nested.length === 0) return undefined;
		return (value, visit) => {
			const object = value as JsonObject;
			for (const chosen of own) if (isThere(object, chosen.name)) visit(object, chosen);
			for (const { name, walk } of nested) if (isThere(object, name)) walk(object[name] as JsonValue, visit);
		};
	}

	private value(schema: Schema, open: Set<TypeName>): Walk<T> | undefined {
		switch (schema.kind) {
			case 'struct':
				return this.struct(schema.type, open);
			case 'list':
				return each(this.value(schema.items, open));
			case 'map':
				return each(this.value(schema.values, open));
			default:
				return undefined;
		}
	}
}

/** Of lists and of maps. */
function each<T>(walk: Walk<T> | undefined): Walk<T> | undefined {
	if (walk === undefined) return undefined;
	return (values, visit) => {
		for (const value of Object.values(values as JsonObject)) if (value !== null) walk(value, visit);
	};
}

function isThere(object: JsonObject, name: string): boolean {
	return Object.hasOwn(object, name) && object[name] !== undefined && object[name] !== null;
}
