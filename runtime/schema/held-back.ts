/**
 * Fields whose feature gate is off: what a request sends for them is dropped, unless the stored object uses the field already, so that
 * switching a gate off loses nothing. Which fields these are is found once per type; a type without any costs nothing.
 */
import { deepEqual } from './equal.ts';
import type { Field, Json, JsonObject, JsonValue, Schema, TypeName } from './model.ts';
import { slotsOf, type TypeLookup } from './slots.ts';

export type DropHeldBack = (object: JsonObject, old: JsonObject | undefined) => void;

/** Meets every use of a field that is held back: the object that has it, and which field it is. */
type Visit = (holder: JsonObject, use: HeldBack) => void;
type Walk = (value: JsonValue, visit: Visit) => void;

interface HeldBack {
	readonly name: string;
	/** Taken instead of any other value; undefined: nothing is. */
	readonly instead: Json | undefined;
}

/** Makes droppers of types. One per (narrowed) catalog. */
export class HeldBackFields {
	private readonly lookup: TypeLookup;
	/** Undefined: nothing is held back anywhere below. */
	private readonly structs = new Map<TypeName, Walk | undefined>();

	constructor(lookup: TypeLookup) {
		this.lookup = lookup;
	}

	/** Undefined: the type has no such fields. */
	dropper(name: TypeName): DropHeldBack | undefined {
		const walk = this.struct(name, new Set());
		if (walk === undefined) return undefined;
		return (object, old) => {
			const found: { holder: JsonObject; use: HeldBack }[] = [];
			walk(object, (holder, use) => found.push({ holder, use }));
			if (found.length === 0) return;
			const inUse = new Set<HeldBack>();
			if (old !== undefined) walk(old, (_holder, use) => inUse.add(use));
			for (const { holder, use } of found) {
				if (inUse.has(use)) continue;
				if (use.instead === undefined) delete holder[use.name];
				else holder[use.name] = use.instead as JsonValue;
			}
		};
	}

	private struct(name: TypeName, open: Set<TypeName>): Walk | undefined {
		if (this.structs.has(name)) return this.structs.get(name);
		// A type inside itself: made by the time it is called.
		if (open.has(name)) return (value, visit) => this.structs.get(name)?.(value, visit);
		open.add(name);
		const made = this.makeStruct(name, open);
		this.structs.set(name, made);
		return made;
	}

	private makeStruct(name: TypeName, open: Set<TypeName>): Walk | undefined {
		const slots = slotsOf(this.lookup(name), this.lookup);
		const own = slots.flatMap(({ field }) => heldBack(field) ?? []);
		const nested = slots.flatMap(({ name, schema }) => {
			const walk = this.value(schema, open);
			return walk === undefined ? [] : [{ name, walk }];
		});
		if (own.length === 0 && nested.length === 0) return undefined;
		return (value, visit) => {
			const object = value as JsonObject;
			for (const use of own) {
				const there = Object.hasOwn(object, use.name) ? object[use.name] : undefined;
				if (there !== undefined && there !== null && !(use.instead !== undefined && deepEqual(there, use.instead as JsonValue))) visit(object, use);
			}
			for (const { name, walk } of nested) {
				const inner = Object.hasOwn(object, name) ? object[name] : undefined;
				if (inner !== undefined && inner !== null) walk(inner, visit);
			}
		};
	}

	private value(schema: Schema, open: Set<TypeName>): Walk | undefined {
		switch (schema.kind) {
			case 'struct':
				return this.struct(schema.type, open);
			case 'list': {
				const walk = this.value(schema.items, open);
				if (walk === undefined) return undefined;
				return (list, visit) => {
					for (const item of list as JsonValue[]) walk(item, visit);
				};
			}
			case 'map': {
				const walk = this.value(schema.values, open);
				if (walk === undefined) return undefined;
				return (map, visit) => {
					for (const item of Object.values(map as JsonObject)) walk(item, visit);
				};
			}
			default:
				return undefined;
		}
	}
}

function heldBack({ name, gate, withoutGate }: Field): HeldBack | undefined {
	if (gate === undefined || withoutGate === 'refused') return undefined;
	return { name, instead: withoutGate?.instead };
}
