/**
 * Validation: finds all violations of a type's rules, with paths. Structural rules (required, immutable, enum, unions, identity of list and
 * map entries, map keys) are here; all others are in `rules/`. Old values are matched by fields, map keys and the keys of list-maps.
 */

import type { Field, JsonObject, JsonValue, ListSchema, MapSchema, RuleUse, ScalarSchema, Schema, StructSchema, TypeName } from '../model/catalog.ts';
import { type Cause, duplicate, forbiddenField, invalidValue, notSupported, required, show } from '../model/cause.ts';
import { deepEqual, identity, isAbsent } from '../model/equal.ts';
import { FieldPath } from '../model/field-path.ts';
import type { Validation } from './compiled.ts';
import { refusalWithoutGate } from './gated-fields.ts';
import { inlined, isInherited, type Property, propertiesOf, type TypeLookup } from './properties.ts';
import { ruleNamed } from './rules/index.ts';
import type { Check, Site } from './rules/rule.ts';
import { checkUnion } from './union.ts';
import { memberChooser } from './variant.ts';
import { scalarZeros } from './zeros.ts';

type StructCheck = (object: JsonObject, old: JsonObject | undefined, site: Site) => void;

export type TypeValidator = (object: JsonObject, old?: JsonObject, how?: Validation) => Cause[];

/** Makes the validators of types, one instance per catalog. A type without rules at any depth costs nothing. */
export class Validators {
	private readonly lookup: TypeLookup;
	/** Validators by type. Undefined for a type without rules. */
	private readonly structs = new Map<TypeName, StructCheck | undefined>();
	private readonly variants = new Map<TypeName, Check | undefined>();
	/** Checks of rules that only compare with the old object. They also apply to a struct that an update removes. */
	private readonly ofUpdates = new Map<RuleUse, Check>();

	constructor(lookup: TypeLookup) {
		this.lookup = lookup;
	}

	validator(name: TypeName): TypeValidator {
		const check = this.struct(name, new Set());
		if (check === undefined) return () => [];
		return (object, old, { warnings = [], warnAnew = false, most = Number.POSITIVE_INFINITY, withoutExpressions = false } = {}) => {
			const expressionCost = withoutExpressions ? Number.POSITIVE_INFINITY : 0;
			const site: Site = { most, path: new FieldPath(), causes: [], warnings, warnAnew, update: old !== undefined, expressionCost, parent: object };
			check(object, old, site);
			return site.causes;
		};
	}

	private struct(name: TypeName, open: Set<TypeName>): StructCheck | undefined {
		if (this.structs.has(name)) return this.structs.get(name);
		// For a recursive type, the validator exists when this function is called.
		if (open.has(name)) return (object, old, site) => this.structs.get(name)?.(object, old, site);
		open.add(name);
		const made = this.makeStruct(name, open);
		this.structs.set(name, made);
		return made;
	}

	private makeStruct(name: TypeName, open: Set<TypeName>): StructCheck | undefined {
		const type = this.lookup(name);
		const properties = propertiesOf(type, this.lookup);
		const fields = properties.map((property) => this.property(property, open)).filter((check) => check !== undefined);
		const whole = inlined(type, this.lookup).flatMap((part) => [
			...(part.unions ?? []).flatMap((union) => (union.members === 'described' ? [] : [checkUnion(union, part, this.lookup)])),
			...this.uses(part.rules ?? [], { kind: 'struct', type: part.name }),
		]);
		if (fields.length === 0 && whole.length === 0) return undefined;
		return (object, old, site) => {
			const outer = site.parent;
			site.parent = object;
			for (const check of fields) check(object, old, site);
			for (const check of whole) check(object, old, site);
			site.parent = outer;
		};
	}

	private property({ name, field, schema }: Property, open: Set<TypeName>): StructCheck | undefined {
		// A string that is always written is empty when absent, and then not checked. Neither is an empty string if it is allowed.
		const emptyIsAbsent = schema.kind === 'string' && (field.presence === 'always' || field.mayBeEmpty === true);
		const needed = field.required === true && field.mayBeEmpty !== true;
		const check = this.value(schema, open);
		const refusal = refusalWithoutGate(field);
		if (check === undefined && !needed && !field.immutable && refusal === undefined) return undefined;
		const inherited = isInherited(name);
		const shownUnset = zeroShown(field);
		return (object, old, site) => {
			const value = inherited && !Object.hasOwn(object, name) ? undefined : (object[name] ?? undefined);
			const before = old === undefined || (inherited && !Object.hasOwn(old, name)) ? undefined : (old[name] ?? undefined);
			if (field.immutable && old !== undefined && !deepEqual(value, before)) {
				site.causes.push(invalidValue(site.path.child(name), value ?? shownUnset, 'field is immutable'));
			}
			if (refusal !== undefined && value !== undefined && before === undefined) {
				site.causes.push(forbiddenField(site.path.child(name), refusal));
				return;
			}
			if (needed && !(field.nullable && object[name] === null) && (field.emptyIsGiven ? value === undefined : isAbsent(value))) {
				site.causes.push(required(site.path.child(name)));
				return;
			}
			if (check === undefined || (emptyIsAbsent && value === '')) return;
			if (value === undefined && (before === undefined || schema.kind !== 'struct')) return;
			site.path.enter(name);
			if (value !== undefined) check(value, before, site);
			else if (schema.kind === 'struct' && !field.immutable) this.unset(schema, before as JsonObject, site);
			site.path.leave();
		};
	}

	/** Checks the removal of a struct, which unsets its fields. */
	private unset(struct: StructSchema, before: JsonObject, site: Site): void {
		const type = this.lookup(struct.type);
		for (const { name, field, schema } of propertiesOf(type, this.lookup)) {
			const value = own(before, name) ?? null;
			if (value === null) continue;
			if (field.immutable) site.causes.push(invalidValue(site.path.child(name), zeroShown(field), 'field is immutable'));
			else if (schema.kind === 'struct') {
				site.path.enter(name);
				this.unset(schema, value as JsonObject, site);
				site.path.leave();
			}
		}
		const uses = [...inlined(type, this.lookup).flatMap(({ rules = [] }) => rules), ...(struct.rules ?? [])];
		for (const use of uses) this.ofUpdates.get(use)?.({}, before, site);
	}

	/** Returns the check of a value by its schema. Returns undefined when any value is valid. */
	private value(schema: Schema, open: Set<TypeName>): Check | undefined {
		return all([...this.structure(schema, open), ...this.uses(schema.rules ?? [], schema)]);
	}

	private structure(schema: Schema, open: Set<TypeName>): readonly Check[] {
		switch (schema.kind) {
			case 'struct': {
				const check = this.struct(schema.type, open);
				return check === undefined ? [] : [(value, old, site) => check(value as JsonObject, old as JsonObject | undefined, site)];
			}
			case 'variant': {
				const check = this.variant(schema.type, open);
				return check === undefined ? [] : [check];
			}
			case 'list':
				return this.list(schema, open);
			case 'map':
				return this.map(schema, open);
			default:
				return schema.enum === undefined || schema.enumOpen ? [] : [checkEnum(schema)];
		}
	}

	/** Returns the check of a variant. An old value of another member counts as absent. */
	private variant(name: TypeName, open: Set<TypeName>): Check | undefined {
		if (this.variants.has(name)) return this.variants.get(name);
		if (open.has(name)) return (value, old, site) => this.variants.get(name)?.(value, old, site);
		open.add(name);
		const type = this.lookup(name);
		const choose = memberChooser(type);
		const checks = new Map(type.fields.map((field) => [field, this.value(field.schema, open)]));
		const made: Check = (value, old, site) => {
			const member = choose(value);
			const check = member && checks.get(member);
			check?.(value, member === choose(old) ? old : undefined, site);
		};
		const kept = [...checks.values()].some((check) => check !== undefined) ? made : undefined;
		this.variants.set(name, kept);
		return kept;
	}

	private list(schema: ListSchema, open: Set<TypeName>): readonly Check[] {
		const checks: Check[] = [];
		if (schema.listType === 'set' && !schema.mayRepeat) checks.push(checkSet(schema.ofDefinition));
		const keys = schema.listType === 'map' ? (schema.mapKeys ?? []) : [];
		if (keys.length > 0 && schema.mayRepeat !== 'silently') checks.push(schema.mayRepeat ? warnOfRepeats(keys) : checkListMap(keys, schema.ofDefinition));
		const item = this.value(schema.items, open);
		if (item !== undefined) checks.push('enumGates' in schema.items ? eachText(item) : eachItem(schema.items.nullable ? unlessNull(item) : item, keys));
		return checks;
	}

	private map(schema: MapSchema, open: Set<TypeName>): readonly Check[] {
		const key = all(this.uses(schema.keys?.rules ?? [], { kind: 'string' }));
		const value = this.value(schema.values, open);
		if (key === undefined && value === undefined) return [];
		return [
			(map, old, site) => {
				for (const name in map as JsonObject) {
					const item = (map as JsonObject)[name] ?? null;
					if (site.causes.length > site.most) return;
					site.path.enterKey(name);
					key?.(name, own(old, name) === undefined ? undefined : name, site);
					if (item !== null) value?.(item, own(old, name), site);
					site.path.leave();
				}
			},
		];
	}

	private uses(uses: readonly RuleUse[], schema: Schema): readonly Check[] {
		return uses.flatMap((use) => {
			const rule = ruleNamed(use.rule);
			if (rule === undefined) throw new Error(`unknown rule "${use.rule}"`);
			const check = rule.compile?.(use.argument, { schema, message: use.message, type: this.lookup });
			if (check === undefined) return [];
			if (rule.ofUpdates) this.ofUpdates.set(use, check);
			return [check];
		});
	}
}

function all(checks: readonly Check[]): Check | undefined {
	if (checks.length <= 1) return checks[0];
	return (value, old, site) => {
		for (const check of checks) check(value, old, site);
	};
}

/** Checks an enum. A field may keep a value whose gate is off. */
function checkEnum({ enum: all = [], enumGates = {} }: ScalarSchema): Check {
	const allowed = all.filter((value) => !Object.hasOwn(enumGates, String(value)));
	const set: ReadonlySet<JsonValue> = new Set(allowed);
	const shown = allowed.map(String);
	const heldBack: ReadonlySet<JsonValue> = new Set(Object.keys(enumGates));
	return (value, old, site) => {
		if (!set.has(value) && !(value === old && heldBack.has(value))) site.causes.push(notSupported(site.path.toString(), value, shown));
	};
}

function checkSet(isOfDefinition: true | undefined): Check {
	return (value, _old, site) => {
		const seen = new Seen(isOfDefinition);
		for (const [index, item] of (value as JsonValue[]).entries()) {
			if (site.causes.length > site.most) return;
			if (seen.repeats(item)) site.causes.push(duplicate(site.path.at(index), item));
		}
	};
}

/** Values of a list, among which it finds the repeated ones. */
class Seen {
	readonly #first = new Set<string>();
	readonly #repeated = new Set<string>();
	readonly #reportsOnce: boolean;

	constructor(reportsOnce = false) {
		this.#reportsOnce = reportsOnce;
	}

	/** Adds the value. Reports whether it was there before; with `reportsOnce`, only the first repetition counts. */
	repeats(value: JsonValue): boolean {
		const key = identity(value);
		if (!this.#first.has(key)) {
			this.#first.add(key);
			return false;
		}
		if (!this.#reportsOnce) return true;
		if (this.#repeated.has(key)) return false;
		this.#repeated.add(key);
		return true;
	}
}

/** Returns the key values of an entry. Absent ones are null. */
function keysOf(item: JsonValue, keys: readonly string[]): JsonValue[] {
	return keys.map((key) => own(item, key) ?? null);
}

function checkListMap(keys: readonly string[], isOfDefinition: true | undefined): Check {
	return (value, _old, site) => {
		const seen = new Seen(isOfDefinition);
		for (const [index, item] of (value as JsonValue[]).entries()) {
			if (site.causes.length > site.most) return;
			const values = isOfDefinition ? keyFields(item, keys) : keysOf(item, keys);
			if (seen.repeats(values)) site.causes.push(duplicateEntry(site.path.at(index), keys, values));
		}
	};
}

/** Returns the keys of an entry with their values, without absent ones. */
function keyFields(item: JsonValue, keys: readonly string[]): JsonObject {
	return Object.fromEntries(keys.flatMap((key) => (own(item, key) === undefined ? [] : [[key, own(item, key) as JsonValue]])));
}

/**
 * Warns about duplicates in lists whose entries may repeat, because consumers may use only the later one. Lists with several keys are not
 * checked.
 */
function warnOfRepeats(keys: readonly string[]): Check {
	const [key] = keys;
	if (key === undefined || keys.length > 1) return () => undefined;
	return (value, old, site) => {
		const list = value as JsonValue[];
		if (list.length < 2 || (!site.warnAnew && deepEqual(value, old))) return;
		const seen = new Set<string>();
		for (const [index, item] of list.entries()) {
			const name = own(item, key) ?? '';
			const id = identity(name);
			if (seen.has(id)) site.warnings.push(`${site.path.at(index)}.${key}: duplicate ${key} ${show(name)}`);
			seen.add(id);
		}
	};
}

/** Returns the cause of a duplicate. A single key is named itself; of several keys, and of entries of definitions, all values are shown. */
function duplicateEntry(path: string, keys: readonly string[], values: JsonObject | readonly JsonValue[]): Cause {
	if (!Array.isArray(values)) return duplicate(path, values);
	const [only] = keys;
	if (keys.length === 1 && only !== undefined) return duplicate(`${path}.${only}`, values[0]);
	return duplicate(path, Object.fromEntries(keys.map((key, index) => [key, values[index] ?? null])));
}

function unlessNull(check: Check): Check {
	return (value, old, site) => {
		if (value !== null) check(value, old, site);
	};
}

function eachItem(check: Check, keys: readonly string[]): Check {
	return (value, old, site) => {
		const list = value as JsonValue[];
		const before = keys.length > 0 && Array.isArray(old) ? byKeys(old, keys) : undefined;
		for (let index = 0; index < list.length; index++) {
			if (site.causes.length > site.most) return;
			const item = list[index] ?? null;
			site.path.enter(index);
			check(item, before?.get(identity(keysOf(item, keys)))?.pop(), site);
			site.path.leave();
		}
	};
}

/** Checks a list of strings without keys. A string that the old list has at any index is not new. */
function eachText(check: Check): Check {
	return (value, old, site) => {
		const before: ReadonlySet<JsonValue> = new Set(Array.isArray(old) ? old : []);
		for (const [index, item] of (value as JsonValue[]).entries()) {
			if (site.causes.length > site.most) return;
			site.path.enter(index);
			check(item, before.has(item) ? item : undefined, site);
			site.path.leave();
		}
	};
}

/** Groups entries by their keys, last first. Entries with duplicate keys, a violation of their own, are matched by their order. */
function byKeys(list: readonly JsonValue[], keys: readonly string[]): Map<string, JsonValue[]> {
	const found = new Map<string, JsonValue[]>();
	for (let index = list.length - 1; index >= 0; index--) {
		const item = list[index] ?? null;
		const key = identity(keysOf(item, keys));
		const same = found.get(key);
		if (same === undefined) found.set(key, [item]);
		else same.push(item);
	}
	return found;
}

function own(object: JsonValue | undefined, name: string): JsonValue | undefined {
	if (object === null || typeof object !== 'object' || Array.isArray(object)) return undefined;
	return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Returns the value that is shown for a removed field: zero if clients cannot distinguish zero from absence. */
function zeroShown({ presence, schema }: Field): JsonValue | undefined {
	return presence === 'omitZero' || presence === 'always' ? scalarZeros[schema.kind] : undefined;
}
