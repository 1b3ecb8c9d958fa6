/**
 * Walks an object to every occurrence of selected fields of its type, at any depth. The fields are determined once per type. A type without
 * such fields costs nothing.
 */
import type { Field, JsonObject, JsonValue, Schema, TypeName } from '../model/catalog.ts';
import { propertiesOf, type TypeLookup, typeIn } from './properties.ts';
import { memberChooser } from './variant.ts';

/** Visits a selected field that is neither absent nor null. Gets the object that holds it, and the result of `choose`. */
export type Visit<T> = (holder: JsonObject, chosen: T) => void;
export type Walk<T> = (value: JsonValue, visit: Visit<T>) => void;

/** Makes the walks of types, one instance per (narrowed) catalog and choice. */
export class FieldWalks<T extends { readonly name: string }> {
	private readonly lookup: TypeLookup;
	private readonly choose: (field: Field) => T | undefined;
	private readonly explored = new Set<TypeName>();
	/** Explored types that contain a selected field at any depth. */
	private readonly reaching = new Set<TypeName>();
	private readonly structs = new Map<TypeName, Walk<T>>();

	/** `choose`: returns data about a selected field, and undefined for any other field. */
	constructor(lookup: TypeLookup, choose: (field: Field) => T | undefined) {
		this.lookup = lookup;
		this.choose = choose;
	}

	/** Returns the walk of a type, or undefined when it has no selected fields. */
	of(name: TypeName): Walk<T> | undefined {
		this.explore(name);
		return this.struct(name);
	}

	/**
	 * Determines which types contain selected fields. This comes before any walk is made, because the answer for a recursive type is not
	 * known while its walk is made.
	 */
	private explore(root: TypeName): void {
		const holders = new Map<TypeName, TypeName[]>();
		const reached: TypeName[] = [];
		const pending = [root];
		for (const name of pending) {
			if (this.explored.has(name)) continue;
			this.explored.add(name);
			const properties = propertiesOf(this.lookup(name), this.lookup);
			const inner = properties.flatMap(({ schema }) => typeIn(schema) ?? []);
			if (properties.some(({ field }) => this.choose(field) !== undefined) || inner.some((type) => this.reaching.has(type))) reached.push(name);
			for (const type of inner) {
				const known = holders.get(type);
				if (known === undefined) holders.set(type, [name]);
				else known.push(name);
				pending.push(type);
			}
		}
		for (const name of reached) {
			if (this.reaching.has(name)) continue;
			this.reaching.add(name);
			for (const holder of holders.get(name) ?? []) reached.push(holder);
		}
	}

	private struct(name: TypeName): Walk<T> | undefined {
		if (!this.reaching.has(name)) return undefined;
		const known = this.structs.get(name);
		if (known !== undefined) return known;
		let made: Walk<T> | undefined;
		// For a recursive type, the walk exists when this function is called.
		this.structs.set(name, (value, visit) => made?.(value, visit));
		made = this.lookup(name).variant ? this.makeVariant(name) : this.makeStruct(name);
		this.structs.set(name, made);
		return made;
	}

	private makeStruct(name: TypeName): Walk<T> {
		const properties = propertiesOf(this.lookup(name), this.lookup);
		const own = properties.flatMap(({ field }) => this.choose(field) ?? []);
		const nested = properties.flatMap(({ name, schema }) => {
			const walk = this.value(schema);
			return walk === undefined ? [] : [{ name, walk }];
		});
		return (value, visit) => {
			const object = value as JsonObject;
			for (const chosen of own) if (isThere(object, chosen.name)) visit(object, chosen);
			for (const { name, walk } of nested) if (isThere(object, name)) walk(object[name] as JsonValue, visit);
		};
	}

	/** Makes the walk of a variant. Its members have no holder object, so the selection of a member itself is ignored. */
	private makeVariant(name: TypeName): Walk<T> {
		const type = this.lookup(name);
		const choose = memberChooser(type);
		const walks = new Map(type.fields.map((field) => [field, this.value(field.schema)]));
		return (value, visit) => {
			const member = choose(value);
			if (member !== undefined) walks.get(member)?.(value, visit);
		};
	}

	private value(schema: Schema): Walk<T> | undefined {
		switch (schema.kind) {
			case 'struct':
			case 'variant':
				return this.struct(schema.type);
			case 'list':
				return each(this.value(schema.items));
			case 'map':
				return each(this.value(schema.values));
			default:
				return undefined;
		}
	}
}

/** Returns the walk over the entries of a list or map. */
function each<T>(walk: Walk<T> | undefined): Walk<T> | undefined {
	if (walk === undefined) return undefined;
	return (values, visit) => {
		for (const value of Object.values(values as JsonObject)) if (value !== null) walk(value, visit);
	};
}

function isThere(object: JsonObject, name: string): boolean {
	return Object.hasOwn(object, name) && object[name] !== undefined && object[name] !== null;
}
