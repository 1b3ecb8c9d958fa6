/**
 * Reading: converts parsed JSON to the canonical in-memory form (`CompiledType.read`). It does not validate: only a value of the wrong type
 * throws, or is a misfit in a custom kind (`misfit.ts`). The walk maintains a path, and builds text from it only for errors and notices.
 */

import type { JsonObject, JsonValue, Schema, TypeDescriptor, TypeName } from '../model/catalog.ts';
import { isZero, setOwn } from '../model/equal.ts';
import { FieldPath } from '../model/field-path.ts';
import type { Findings } from './compiled.ts';
import { goTypeOf } from './go-type.ts';
import { isFull, type Misfit, misfit } from './misfit.ts';
import { isInherited, type Property, preservesUnknown, propertiesOf, shortType, staysAbsent, type TypeLookup } from './properties.ts';
import { asMalformed, isUnreadable } from './read-errors.ts';
import { inOrder, type UnknownField } from './read-order.ts';
import { Mismatch, readScalar, type ScalarReader } from './read-scalar.ts';
import { memberChooser } from './variant.ts';
import { scalarZeros } from './zeros.ts';

/** Maximum number of notices. A body may have a million unknown fields, but headers cannot hold more notices than this. */
const maxNotices = 100;

interface Walk {
	readonly path: FieldPath;
	readonly unknown: UnknownField[];
	/** Property being read, for errors. */
	at: ReadProperty | undefined;
	/** Collected misfits. Undefined: the first one is thrown. */
	misfits: Misfit[] | undefined;
}

type Read = (value: unknown, walk: Walk) => JsonValue;

/** Returns the value for an absent field: the zero that its presence requires. Undefined: the field stays absent. */
type Absent = ((walk: Walk) => JsonValue) | undefined;

interface ReadProperty extends Property {
	readonly read: Read;
	/** Reads the value. A misfit is counted and not thrown. */
	readonly fitting: Read;
	readonly absent: Absent;
	readonly omitZero: boolean;
	/** True when the walk's path includes the name of the field while its value is read. */
	readonly composite: boolean;
	readonly inherited: boolean;
}

export type TypeReader = (value: unknown, findings: Findings) => JsonObject;

/** Makes the readers of types, one instance per catalog. Types share the readers of common parts. */
export class Readers {
	private readonly lookup: TypeLookup;
	private readonly structs = new Map<TypeName, (value: unknown, walk: Walk) => JsonObject>();
	private readonly variants = new Map<TypeName, Read>();

	constructor(lookup: TypeLookup) {
		this.lookup = lookup;
	}

	reader(name: TypeName): TypeReader {
		const read = this.struct(name);
		return (value, { notices, misfits }) => {
			const walk: Walk = { path: new FieldPath(), unknown: [], at: undefined, misfits };
			try {
				const object = read(value, walk);
				if (walk.unknown.length > 0) for (const { notice } of inOrder(walk.unknown, value)) notices.push(notice);
				return object;
			} catch (error) {
				throw asMalformed(error, name, walk, misfits !== undefined);
			}
		};
	}

	/** Returns the reader of a struct. Reading `{}` gives the zero of the type. */
	private struct(name: TypeName): (value: unknown, walk: Walk) => JsonObject {
		const known = this.structs.get(name);
		if (known !== undefined) return known;
		// Made on first use, because types may be recursive.
		let made: ((value: unknown, walk: Walk) => JsonObject) | undefined;
		const read = (value: unknown, walk: Walk): JsonObject => {
			made ??= this.makeStruct(this.lookup(name));
			return made(value, walk);
		};
		this.structs.set(name, read);
		return read;
	}

	private makeStruct(type: TypeDescriptor): (value: unknown, walk: Walk) => JsonObject {
		const properties = propertiesOf(type, this.lookup).map((property) => this.property(property));
		const names: ReadonlySet<string> = new Set(properties.map(({ name }) => name));
		const preserve = preservesUnknown(type, this.lookup);
		const goType = shortType(type.name);
		const isEmbedded = type.rules?.some(({ rule }) => rule === 'embeddedResource') === true;
		return (value, walk) => {
			if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new Mismatch(value, goType);
			const input = value as Record<string, unknown>;
			const output: JsonObject = {};
			let found = 0;
			for (const property of properties) {
				const given = property.inherited && !Object.hasOwn(input, property.name) ? undefined : input[property.name];
				if (given === undefined) {
					if (property.absent !== undefined) put(output, property, property.absent(walk));
					continue;
				}
				found++;
				readProperty(property, given, output, walk);
			}
			let count = 0;
			for (const _ in input) count++;
			if (count !== found) extras(input, names, preserve ? output : undefined, walk);
			if (isEmbedded) dropUnsetTime(output);
			return output;
		};
	}

	private property(property: Property): ReadProperty {
		const { field, schema } = property;
		const presence = field.presence ?? 'optional';
		const composite = !isScalar(schema);
		const made: { -readonly [K in keyof ReadProperty]: ReadProperty[K] } = {
			...property,
			composite,
			inherited: isInherited(property.name),
			omitZero: presence === 'omitZero',
			read: () => null,
			fitting: () => null,
			absent: this.absent(property),
		};
		const read = this.value(schema, () => made);
		made.read = read;
		made.fitting = (value, walk) => this.fitting(read, schema, value, walk);
		return made;
	}

	private absent({ field, schema }: Property): Absent {
		if (field.presence === 'nullable') return () => null;
		if (field.presence !== 'always' || staysAbsent(field)) return undefined;
		// A boolean has no value that means absent, so its default must be filled in here.
		if (schema.kind === 'boolean' && typeof field.default === 'boolean') return () => field.default === true;
		return this.zero(schema);
	}

	private zero(schema: Schema): (walk: Walk) => JsonValue {
		if (schema.kind === 'struct') {
			const read = this.struct(schema.type);
			return (walk) => read({}, walk);
		}
		const zero = scalarZeros[schema.kind] ?? null;
		return () => zero;
	}

	/**
	 * Returns the value for null among the items of a list or the values of a map. As clients expect, it has the form of the other items.
	 */
	private emptyItem(schema: Schema): (walk: Walk) => JsonValue {
		switch (schema.kind) {
			case 'bytes':
				return () => '';
			case 'list':
				return () => [];
			case 'map':
				return () => ({});
			default:
				return this.zero(schema);
		}
	}

	private value(schema: Schema, property: () => ReadProperty): Read {
		switch (schema.kind) {
			case 'struct':
				return this.struct(schema.type);
			case 'variant':
				return this.variant(schema.type, property);
			case 'list':
				return this.list(schema.items, goTypeOf(schema), property);
			case 'map':
				return this.map(schema.values, goTypeOf(schema), property);
			default:
				return readScalar(schema);
		}
	}

	/** Returns the reader of a variant, which selects the member by the JSON form of the value. */
	private variant(name: TypeName, property: () => ReadProperty): Read {
		const known = this.variants.get(name);
		if (known !== undefined) return known;
		// Made on first use, because types may be recursive.
		let made: Read | undefined;
		const read: Read = (value, walk) => {
			made ??= this.makeVariant(this.lookup(name), property);
			return made(value, walk);
		};
		this.variants.set(name, read);
		return read;
	}

	private makeVariant(type: TypeDescriptor, property: () => ReadProperty): Read {
		const choose = memberChooser(type);
		const readers = new Map(type.fields.map((field) => [field, this.value(field.schema, property)]));
		const goType = shortType(type.name);
		return (value, walk) => {
			const member = choose(value);
			const read = member && readers.get(member);
			if (read === undefined) throw new Mismatch(value, goType);
			return read(value, walk);
		};
	}

	private list(items: Schema, goType: string, property: () => ReadProperty): Read {
		const read = this.member(items, property);
		const ofNull = this.nullItem(items);
		return (value, walk) => {
			if (!Array.isArray(value)) throw new Mismatch(value, goType);
			const output: JsonValue[] = new Array(value.length);
			for (let index = 0; index < value.length; index++) {
				if (isOver(walk)) return output.slice(0, index);
				const item: unknown = value[index];
				output[index] = item === null || item === undefined ? ofNull(index, walk) : read(item, index, walk);
			}
			return output;
		};
	}

	private map(values: Schema, goType: string, property: () => ReadProperty): Read {
		const read = this.member(values, property);
		const zero = this.emptyItem(values);
		return (value, walk) => {
			if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new Mismatch(value, goType);
			const input = value as Record<string, unknown>;
			const output: JsonObject = {};
			for (const key of sortedKeys(input)) {
				if (isOver(walk)) return output;
				const item = input[key];
				if (item !== null && item !== undefined) setOwn(output, key, read(item, key, walk));
				else if (values.nullable === true) setOwn(output, key, null);
				// In a map of a custom kind, null means absent, as for a field.
				else if (walk.misfits === undefined) setOwn(output, key, values.kind === 'any' ? null : zero(walk));
			}
			return output;
		};
	}

	/** Returns the reader of list items and map values that are not null. The path includes the item only when a scalar cannot be read. */
	private member(schema: Schema, property: () => ReadProperty): (item: unknown, place: string | number, walk: Walk) => JsonValue {
		const read = this.value(schema, property);
		if (isScalar(schema))
			return (item, place, walk) => {
				try {
					return (read as ScalarReader)(item);
				} catch (error) {
					return this.misfitAt(place, schema, item, walk, error);
				}
			};
		return (item, place, walk) => {
			walk.at = property();
			enter(place, walk.path);
			const result = walk.misfits === undefined ? read(item, walk) : this.fitting(read, schema, item, walk);
			walk.path.leave();
			return result;
		};
	}

	/** Returns the reader of null in a list. It gives null itself, a zero, or a misfit in a custom kind. */
	private nullItem(items: Schema): (index: number, walk: Walk) => JsonValue {
		if (isNullable(items)) return () => null;
		const zero = this.emptyItem(items);
		return (index, walk) => (walk.misfits === undefined ? zero(walk) : this.misfitAt(index, items, null, walk, new Mismatch(null, goTypeOf(items))));
	}

	private misfitAt(place: string | number, schema: Schema, item: unknown, walk: Walk, error: unknown): JsonValue {
		enter(place, walk.path);
		const result = this.misfit(schema, item, walk, error);
		walk.path.leave();
		return result;
	}

	/** Reads a value of a custom kind, or counts it as a misfit. */
	private fitting(read: Read, schema: Schema, value: unknown, walk: Walk): JsonValue {
		try {
			return read(value, walk);
		} catch (error) {
			return this.misfit(schema, value, walk, error);
		}
	}

	/** Counts a misfit and returns its replacement. The path of the walk must end at the value. */
	private misfit(schema: Schema, value: unknown, walk: Walk, error: unknown): JsonValue {
		const { misfits, path } = walk;
		const detail = isUnreadable(error) ? error.message : undefined;
		if (misfits === undefined || schema.kind === 'any' || (detail === undefined && !(error instanceof Mismatch))) throw error;
		if (!isFull(misfits)) misfits.push(misfit(path, schema, value, detail, this.lookup));
		// Custom resources are pruned before validation. No schema declares the fields of an object that is in the place of a scalar.
		if (isObject(value)) extras(value, noNames, undefined, walk);
		return schema.kind === 'time' || schema.kind === 'microTime' ? anyTime : this.emptyItem(schema)(walk);
	}
}

const noNames: ReadonlySet<string> = new Set();

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Removes a null creation time from an embedded object. Metadata of templates, in contrast, always has that field. */
function dropUnsetTime({ metadata }: JsonObject): void {
	if (isObject(metadata) && metadata.creationTimestamp === null) delete metadata.creationTimestamp;
}

/** Replacement of a misfit of a time type. */
const anyTime = '1970-01-01T00:00:00Z';

function enter(place: string | number, path: FieldPath): void {
	if (typeof place === 'number') path.enter(place);
	else path.enterKey(place);
}

/** Reports whether there are enough misfits. The rest of a long list is then skipped. */
function isOver({ misfits }: Walk): boolean {
	return misfits !== undefined && isFull(misfits);
}

function isNullable(schema: Schema): boolean {
	return schema.nullable === true || schema.kind === 'any';
}

/** Returns the keys in order. Maps are unordered, and sorting gives equal maps equal bytes. */
function sortedKeys(input: Record<string, unknown>): readonly string[] {
	const keys = Object.keys(input);
	for (let index = 1; index < keys.length; index++) {
		if ((keys[index - 1] ?? '') > (keys[index] ?? '')) return keys.sort();
	}
	return keys;
}

function readProperty(property: ReadProperty, given: unknown, output: JsonObject, walk: Walk): void {
	const { field, absent, omitZero } = property;
	const before = walk.misfits?.length;
	const result = given === null ? null : propertyValue(property, given, walk);
	if (result === null) {
		if (given === null && field.nullable === true) put(output, property, null);
		else if (absent !== undefined) put(output, property, absent(walk));
		// A zero that replaces a misfit counts as set.
	} else if (!omitZero || !isZero(result) || before !== walk.misfits?.length) put(output, property, result);
}

function put(output: JsonObject, { name, inherited }: ReadProperty, value: JsonValue): void {
	if (inherited) setOwn(output, name, value);
	else output[name] = value;
}

/** Returns the value of a property. Null means absent. */
function propertyValue(property: ReadProperty, given: unknown, walk: Walk): JsonValue {
	const { path, misfits } = walk;
	walk.at = property;
	const isStrict = misfits === undefined || (path.isEmpty && identity.has(property.name));
	if (isStrict && !property.composite) return property.read(given, walk);
	path.enter(property.name);
	if (isStrict) walk.misfits = undefined;
	const result = isStrict ? property.read(given, walk) : property.fitting(given, walk);
	walk.misfits = misfits;
	path.leave();
	return result;
}

/** Fields of all objects, which are decoded strictly in custom kinds, too. */
const identity: ReadonlySet<string> = new Set(['kind', 'apiVersion', 'metadata']);

/** Reports fields that the type does not declare. Keeps them if the type preserves unknown fields. */
function extras(input: Record<string, unknown>, names: ReadonlySet<string>, keep: JsonObject | undefined, walk: Walk): void {
	for (const key of Object.keys(input)) {
		if (names.has(key)) continue;
		if (keep === undefined) {
			if (walk.unknown.length >= maxNotices) return;
			walk.unknown.push({ steps: [...walk.path.steps, key], notice: `unknown field ${JSON.stringify(walk.path.unknown(key))}` });
		} else if (input[key] !== undefined) setOwn(keep, key, readScalar({ kind: 'any' })(input[key]));
	}
}

function isScalar(schema: Schema): boolean {
	return !['struct', 'variant', 'list', 'map'].includes(schema.kind);
}
