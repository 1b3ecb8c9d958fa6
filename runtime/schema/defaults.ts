/**
 * Defaults: fills in absent fields, in place. First comes a field's own default, then values that rules derive from other fields, then
 * inner values. An absent struct stays absent unless it has a default.
 */

import type { Field, JsonObject, JsonValue, Schema, TypeName } from '../model/catalog.ts';
import { copy, setOwn } from '../model/equal.ts';
import { reorder } from './order.ts';
import { inlined, propertiesOf, staysAbsent, type TypeLookup } from './properties.ts';
import { ruleNamed } from './rules/index.ts';
import type { Fill } from './rules/rule.ts';
import { canonical } from './spec-values.ts';
import { memberChooser } from './variant.ts';
import { scalarZeros } from './zeros.ts';

type FillValue = (value: JsonValue) => void;
type FillStruct = (object: JsonObject) => void;

/** Makes the defaulters of types, one instance per catalog. A type without defaults at any depth costs nothing. */
export class Defaulters {
	private readonly lookup: TypeLookup;
	/** Defaulters by type. Undefined for a type without defaults. */
	private readonly structs = new Map<TypeName, FillStruct | undefined>();
	private readonly variants = new Map<TypeName, FillValue | undefined>();

	constructor(lookup: TypeLookup) {
		this.lookup = lookup;
	}

	defaulter(name: TypeName): FillStruct {
		return this.struct(name, new Set()) ?? (() => undefined);
	}

	private struct(name: TypeName, open: Set<TypeName>): FillStruct | undefined {
		if (this.structs.has(name)) return this.structs.get(name);
		// For a recursive type, the defaulter exists when this function is called.
		if (open.has(name)) return (object) => this.structs.get(name)?.(object);
		open.add(name);
		const made = this.makeStruct(name, open);
		this.structs.set(name, made);
		return made;
	}

	private makeStruct(name: TypeName, open: Set<TypeName>): FillStruct | undefined {
		const properties = propertiesOf(this.lookup(name), this.lookup);
		const own = properties.flatMap((property) => {
			const { default: written } = property.field;
			return written === undefined ? [] : [{ ...property, value: canonical(written as JsonValue, property.schema, this.lookup) }];
		});
		const nested = properties.flatMap(({ name, schema }) => {
			const fill = this.value(schema, open);
			return fill === undefined ? [] : [{ name, fill }];
		});
		const derived = this.derived(name);
		if (own.length === 0 && nested.length === 0 && derived.length === 0) return undefined;
		const order: ReadonlyMap<string, number> = new Map(properties.map(({ name }, index) => [name, index]));
		return (object) => {
			let added = false;
			for (const { name, value, field } of own) {
				if (!isUnset(object, name, field)) continue;
				added ||= !Object.hasOwn(object, name);
				setOwn(object, name, copy(value));
			}
			if (added) reorder(object, order);
			for (const fill of derived) fill(object);
			for (const { name, fill } of nested) {
				const value = Object.hasOwn(object, name) ? object[name] : undefined;
				if (value !== undefined && value !== null) fill(value);
			}
		};
	}

	/** Returns the functions that fill in derived values, of the type and of types inlined in it. */
	private derived(name: TypeName): readonly Fill[] {
		return inlined(this.lookup(name), this.lookup).flatMap(({ name: part, rules = [] }) => this.fills({ kind: 'struct', type: part, rules }, name));
	}

	private fills(schema: Schema, holder: TypeName): readonly Fill[] {
		return (schema.rules ?? []).flatMap((use) => ruleNamed(use.rule)?.fill?.(use.argument, { schema, holder, type: this.lookup }) ?? []);
	}

	private variant(name: TypeName, open: Set<TypeName>): FillValue | undefined {
		if (this.variants.has(name)) return this.variants.get(name);
		if (open.has(name)) return (value) => this.variants.get(name)?.(value);
		open.add(name);
		const type = this.lookup(name);
		const fills = new Map(type.fields.map((field) => [field, this.value(field.schema, open)]));
		const choose = memberChooser(type);
		const made = [...fills.values()].every((fill) => fill === undefined) ? undefined : (value: JsonValue) => void fills.get(choose(value) as Field)?.(value);
		this.variants.set(name, made);
		return made;
	}

	private value(schema: Schema, open: Set<TypeName>): FillValue | undefined {
		switch (schema.kind) {
			case 'struct': {
				const fill = this.struct(schema.type, open);
				const beside = this.fills(schema, schema.type);
				if (fill === undefined && beside.length === 0) return undefined;
				return (value) => {
					// The schema of a kind that is defined at run time may have changed since the value was stored.
					if (!isObject(value)) return;
					for (const each of beside) each(value);
					fill?.(value);
				};
			}
			case 'variant':
				return this.variant(schema.type, open);
			case 'list': {
				const fill = this.value(schema.items, open);
				return fill && ((value) => (Array.isArray(value) ? each(value, fill) : undefined));
			}
			case 'map': {
				const fill = this.value(schema.values, open);
				return fill && ((value) => (isObject(value) ? each(Object.values(value), fill) : undefined));
			}
			default:
				return undefined;
		}
	}
}

function isObject(value: JsonValue): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function each(values: readonly JsonValue[], fill: FillValue): void {
	for (const value of values) if (value !== null) fill(value);
}

/**
 * Reports whether a field is unset. In a field that serializes zero for absence, zero means absent. Other values are unset when they are
 * null or missing. `{}` and `[]` count as set.
 */
function isUnset(object: JsonObject, name: string, field: Field): boolean {
	const value = Object.hasOwn(object, name) ? object[name] : undefined;
	if (value === null && field.nullable === true) return false;
	if (value === undefined || value === null) return true;
	const { kind } = field.schema;
	// Reading has filled in the default of a boolean.
	return field.presence === 'always' && kind !== 'boolean' && value === scalarZeros[kind] && !staysAbsent(field);
}
