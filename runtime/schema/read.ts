/**
 * Reading: parsed JSON to the canonical in-memory form (`CompiledType.read`). Not validation: a value of the wrong type
 * throws, everything else passes. The walk keeps a path, but builds text only for errors and notices.
 */

import type { JsonObject, JsonValue, Schema, TypeDescriptor, TypeName } from '../model/catalog.ts';
import { isZero, setOwn } from '../model/equal.ts';
import { FieldPath } from '../model/field-path.ts';
import { MalformedError } from '../model/malformed.ts';
import { QuantityError } from '../scalars/quantity.ts';
import { TimeError } from '../scalars/time.ts';
import type { Findings } from './compiled.ts';
import { bareType, isInherited, type Property, preservesUnknown, propertiesOf, shortType, staysAbsent, type TypeLookup } from './properties.ts';
import { inOrder, type UnknownField } from './read-order.ts';
import { Mismatch, readScalar, type ScalarReader } from './read-scalar.ts';
import { memberChooser } from './variant.ts';
import { scalarZeros } from './zeros.ts';

/** A body may have a million unknown fields; nobody reads more than this, and headers cannot hold more. */
const maxNotices = 100;

interface Walk {
	readonly path: FieldPath;
	readonly unknown: UnknownField[];
	/** The property being read, for errors. */
	at: ReadProperty | undefined;
}

type Read = (value: unknown, walk: Walk) => JsonValue;

/** What stands where a field is absent: nothing, or the zero that the presence asks for. */
type Absent = ((walk: Walk) => JsonValue) | undefined;

interface ReadProperty extends Property {
	readonly read: Read;
	readonly absent: Absent;
	readonly omitZero: boolean;
	/** The walk's path has the field's name while its value is read. */
	readonly composite: boolean;
	readonly inherited: boolean;
}

export type TypeReader = (value: unknown, findings: Findings) => JsonObject;

/** Makes readers of types, sharing what types share. One per catalog. */
export class Readers {
	private readonly lookup: TypeLookup;
	private readonly structs = new Map<TypeName, (value: unknown, walk: Walk) => JsonObject>();
	private readonly variants = new Map<TypeName, Read>();

	constructor(lookup: TypeLookup) {
		this.lookup = lookup;
	}

	reader(name: TypeName): TypeReader {
		const read = this.struct(name);
		return (value, { notices }) => {
			const walk: Walk = { path: new FieldPath(), unknown: [], at: undefined };
			try {
				const object = read(value, walk);
				if (walk.unknown.length > 0) for (const { notice } of inOrder(walk.unknown, value)) notices.push(notice);
				return object;
			} catch (error) {
				throw asMalformed(error, name, walk);
			}
		};
	}

	/** The zero of a type: what reading `{}` gives. */
	private struct(name: TypeName): (value: unknown, walk: Walk) => JsonObject {
		const known = this.structs.get(name);
		if (known !== undefined) return known;
		// Made on first use: types refer to themselves.
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
		return (value, walk) => {
			if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new Mismatch(value, goType);
			const input = value as Record<string, unknown>;
			const output: JsonObject = {};
			let found = 0;
			for (const property of properties) {
				const given = property.inherited && !Object.hasOwn(input, property.name) ? undefined : input[property.name];
				if (given === undefined) {
					if (property.absent !== undefined) output[property.name] = property.absent(walk);
					continue;
				}
				found++;
				readProperty(property, given, output, walk);
			}
			let count = 0;
			for (const _ in input) count++;
			if (count !== found) extras(input, names, preserve ? output : undefined, walk);
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
			absent: this.absent(property),
		};
		made.read = this.value(schema, () => made);
		return made;
	}

	private absent({ field, schema }: Property): Absent {
		if (field.presence === 'nullable') return () => null;
		if (field.presence !== 'always' || staysAbsent(field)) return undefined;
		// A boolean has no value that means absent, so its default must come in here.
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

	/** What null is among the items of a list or the values of a map: what clients read there has the form of the others. */
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

	/** By the member whose form the value has. */
	private variant(name: TypeName, property: () => ReadProperty): Read {
		const known = this.variants.get(name);
		if (known !== undefined) return known;
		// Made on first use: types refer to themselves.
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
		const read = this.value(items, property);
		const zero = this.emptyItem(items);
		const scalar = isScalar(items);
		return (value, walk) => {
			if (!Array.isArray(value)) throw new Mismatch(value, goType);
			const output: JsonValue[] = new Array(value.length);
			for (let index = 0; index < value.length; index++) {
				const item: unknown = value[index];
				if (item === null || item === undefined) output[index] = zero(walk);
				else if (scalar) output[index] = readItem(read as ScalarReader, item, index, walk);
				else {
					walk.at = property();
					walk.path.enter(index);
					output[index] = read(item, walk);
					walk.path.leave();
				}
			}
			return output;
		};
	}

	private map(values: Schema, goType: string, property: () => ReadProperty): Read {
		const read = this.value(values, property);
		const zero = this.emptyItem(values);
		const scalar = isScalar(values);
		return (value, walk) => {
			if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new Mismatch(value, goType);
			const input = value as Record<string, unknown>;
			const output: JsonObject = {};
			for (const key of sortedKeys(input)) {
				const item = input[key];
				let result: JsonValue;
				if (item === null || item === undefined) result = zero(walk);
				else if (scalar) result = readItem(read as ScalarReader, item, key, walk);
				else {
					walk.at = property();
					walk.path.enterKey(key);
					result = read(item, walk);
					walk.path.leave();
				}
				setOwn(output, key, result);
			}
			return output;
		};
	}
}

/** Paths have the place of a scalar only where it cannot be read. */
function readItem(read: ScalarReader, item: unknown, place: string | number, { path }: Walk): JsonValue {
	try {
		return read(item);
	} catch (error) {
		if (typeof place === 'number') path.enter(place);
		else path.enterKey(place);
		throw error;
	}
}

/** Maps have no order of their own: sorted, equal maps have equal bytes. */
function sortedKeys(input: Record<string, unknown>): readonly string[] {
	const keys = Object.keys(input);
	for (let index = 1; index < keys.length; index++) {
		if ((keys[index - 1] ?? '') > (keys[index] ?? '')) return keys.sort();
	}
	return keys;
}

function readProperty(property: ReadProperty, given: unknown, output: JsonObject, walk: Walk): void {
	walk.at = property;
	let result: JsonValue;
	if (given === null) result = null;
	else if (property.composite) {
		walk.path.enter(property.name);
		result = property.read(given, walk);
		walk.path.leave();
	} else result = property.read(given, walk);
	if (result === null) {
		if (given === null && property.field.nullable === true) output[property.name] = null;
		else if (property.absent !== undefined) output[property.name] = property.absent(walk);
	} else if (!property.omitZero || !isZero(result)) output[property.name] = result;
}

/** Fields that the type does not have: reported, and kept when the type keeps them. */
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

/** How messages name a type: as Go writes it. */
function goTypeOf(schema: Schema): string {
	switch (schema.kind) {
		case 'struct':
		case 'variant':
			return shortType(schema.type);
		case 'list':
			return `[]${goTypeOf(schema.items)}`;
		case 'map':
			return `map[string]${goTypeOf(schema.values)}`;
		case 'boolean':
			return 'bool';
		case 'double':
			return 'float64';
		case 'bytes':
			return '[]uint8';
		case 'time':
			return 'v1.Time';
		case 'microTime':
			return 'v1.MicroTime';
		case 'duration':
			return 'v1.Duration';
		case 'quantity':
			return 'resource.Quantity';
		case 'intOrString':
			return 'intstr.IntOrString';
		case 'rawExtension':
			return 'runtime.RawExtension';
		case 'fieldsV1':
			return 'v1.FieldsV1';
		case 'any':
			return 'interface {}';
		default:
			return schema.kind;
	}
}

function asMalformed(error: unknown, root: TypeName, { at, path }: Walk): unknown {
	const steps = at === undefined || at.composite ? path.steps : [...path.steps, at.name];
	if (error instanceof QuantityError || error instanceof TimeError || error instanceof MalformedError) return new MalformedError(error.message, steps);
	if (!(error instanceof Mismatch)) return error;
	if (error.complete !== undefined) return new MalformedError(error.complete, steps);
	if (at === undefined) return new MalformedError(`json: cannot unmarshal ${error.found} into Go value of type ${shortType(root)}`, steps);
	const parents = path.names();
	const field = at.composite ? parents : parents === '' ? at.name : `${parents}.${at.name}`;
	return new MalformedError(`json: cannot unmarshal ${error.found} into Go struct field ${bareType(at.owner)}.${field} of type ${error.goType}`, steps);
}
