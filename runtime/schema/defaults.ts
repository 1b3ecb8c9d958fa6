/** Defaults: fills in, in place, what is absent. A struct that is absent stays so, unless it has a default of its own. */
import { copy, isEmpty } from './equal.ts';
import type { JsonObject, JsonValue, Schema, TypeName } from './model.ts';
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
		const steps = slotsOf(this.lookup(name), this.lookup).flatMap((slot) => {
			const step = this.slot(slot, open);
			return step === undefined ? [] : [step];
		});
		const made: FillStruct | undefined =
			steps.length === 0
				? undefined
				: (object) => {
						for (const step of steps) step(object);
					};
		this.structs.set(name, made);
		return made;
	}

	private slot({ name, field, schema }: Slot, open: Set<TypeName>): FillStruct | undefined {
		const nested = this.value(schema, open);
		const fallback = field.default;
		if (fallback === undefined && nested === undefined) return undefined;
		// Where zero is always written, zero is how absence looks.
		const zeroIsAbsent = field.presence === 'always' && schema.kind !== 'boolean';
		return (object) => {
			let value = Object.hasOwn(object, name) ? object[name] : undefined;
			if (fallback !== undefined && (value === undefined || value === null || (zeroIsAbsent && (value === 0 || isEmpty(value))))) {
				value = copy(fallback as JsonValue);
				object[name] = value;
			}
			if (nested !== undefined && value !== undefined && value !== null) nested(value);
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
