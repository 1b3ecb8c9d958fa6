/** Defaults: fills in, in place, what is absent. A struct that is absent stays so, unless it has a default of its own. */
import { copy, isEmpty, setOwn } from './equal.ts';
import type { Field, JsonObject, JsonValue, Schema, TypeName } from './model.ts';
import { type Slot, slotsOf, type TypeLookup } from './slots.ts';

type Fill = (value: JsonValue) => void;
type FillStruct = (object: JsonObject) => void;

/** Makes defaulters of types. One per catalog. A type without defaults anywhere below costs nothing. */
export class Defaulters {
	private readonly lookup: TypeLookup;
	/** Undefined: nothing to do. */
	private readonly structs = new Map<TypeName, FillStruct | undefined>();

	constructor(lookup: TypeLookup) {
		this.lookup = lookup;
	}

	defaulter(name: TypeName): FillStruct {
		return this.struct(name, new Set()) ?? (() => undefined);
	}

	private struct(name: TypeName, open: Set<TypeName>): FillStruct | undefined {
		if (this.structs.has(name)) return this.structs.get(name);
		// A type inside itself: made by the time it is called.
		if (open.has(name)) return (object) => this.structs.get(name)?.(object);
		open.add(name);
		const made = this.makeStruct(slotsOf(this.lookup(name), this.lookup), open);
		this.structs.set(name, made);
		return made;
	}

	private makeStruct(slots: readonly Slot[], open: Set<TypeName>): FillStruct | undefined {
		const own = slots.flatMap((slot) => (slot.field.default === undefined ? [] : [{ ...slot, value: slot.field.default as JsonValue }]));
		const nested = slots.flatMap(({ name, schema }) => {
			const fill = this.value(schema, open);
			return fill === undefined ? [] : [{ name, fill }];
		});
		if (own.length === 0 && nested.length === 0) return undefined;
		const order: ReadonlyMap<string, number> = new Map(slots.map(({ name }, index) => [name, index]));
		return (object) => {
			let added = false;
			for (const { name, value, field, schema } of own) {
				if (!isUnset(object, name, field, schema)) continue;
				added ||= !Object.hasOwn(object, name);
				object[name] = copy(value);
			}
			if (added) reorder(object, order);
			for (const { name, fill } of nested) {
				const value = Object.hasOwn(object, name) ? object[name] : undefined;
				if (value !== undefined && value !== null) fill(value);
			}
		};
	}

	private value(schema: Schema, open: Set<TypeName>): Fill | undefined {
		switch (schema.kind) {
			case 'struct': {
				const fill = this.struct(schema.type, open);
				return fill && ((value) => fill(value as JsonObject));
			}
			case 'list': {
				const fill = this.value(schema.items, open);
				return fill && ((value) => (value as JsonValue[]).forEach(fill));
			}
			case 'map': {
				const fill = this.value(schema.values, open);
				return fill && ((value) => Object.values(value as JsonObject).forEach(fill));
			}
			default:
				return undefined;
		}
	}
}

/** Where zero is always written, zero is how absence looks; but for booleans, which have no such value. */
function isUnset(object: JsonObject, name: string, { presence }: Field, { kind }: Schema): boolean {
	const value = Object.hasOwn(object, name) ? object[name] : undefined;
	if (value === undefined || value === null) return true;
	return presence === 'always' && kind !== 'boolean' && (value === 0 || isEmpty(value));
}

/** Puts fields back into the order of the type, in place; what the type does not name stays last. */
function reorder(object: JsonObject, order: ReadonlyMap<string, number>): void {
	const place = (name: string): number => order.get(name) ?? order.size;
	const entries = Object.entries(object);
	const sorted = entries.toSorted(([a], [b]) => place(a) - place(b));
	const first = sorted.findIndex(([name], index) => name !== entries[index]?.[0]);
	if (first < 0) return;
	// From the end, so that the engine keeps the object's shape.
	for (const [name] of entries.slice(first).reverse()) delete object[name];
	for (const [name, value] of sorted.slice(first)) setOwn(object, name, value);
}
