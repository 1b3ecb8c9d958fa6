/**
 * Makes sample objects from descriptors, with all fields set or with a random part. The same seed gives the same objects on every machine.
 */
import type { Catalog, Field, JsonObject, JsonValue, ScalarSchema, Schema, TypeName } from '../../../runtime/model/catalog.ts';
import { type Property, propertiesOf, typeIn } from '../../../runtime/schema/properties.ts';

export interface Sampling {
	readonly catalog: Catalog;
	/** Source of random numbers in [0, 1). */
	readonly random: () => number;
	/** Probability that a field is present; 1 fills all fields. */
	readonly density: number;
	/** Which zero fields get, if they may be zero. Undefined: a field gets a zero now and then. */
	readonly zero?: 'first' | 'last' | undefined;
	/** Sets of fields of which only one may be present: their type and names. */
	readonly exclusive: readonly { readonly type: TypeName; readonly names: readonly string[] }[];
	/** Strings in a form that conversions require. They replace no zero value. */
	readonly texts?: readonly WrittenText[];
	/** Number of times that each member of a union was chosen, by type and name, over all objects of a series. */
	readonly chosen: Map<string, number>;
}

/** String for a field of a type. `of`: returns the string, or undefined to keep the usual one; its `number` differs in each call. */
export interface WrittenText {
	readonly type: TypeName;
	readonly name: string;
	of(number: number): string | undefined;
}

/** Fields that the caller sets. */
const ofEveryObject: ReadonlySet<string> = new Set(['kind', 'apiVersion', 'metadata']);

/** Name of a field that no type declares, for objects that accept unknown fields. */
export const undeclared = 'anything';

/** Maximum depth to which a type may be nested in itself. */
const deepest = 2;

export function sample(type: TypeName, sampling: Sampling): JsonObject {
	return new Sampler(sampling).struct(type);
}

/** Returns a generator of pseudo-random numbers with 32 bits of state (xorshift). */
export function randomFrom(seed: number): () => number {
	let state = seed | 1;
	return () => {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		return (state >>> 0) / 2 ** 32;
	};
}

/** Zero values. Some versions omit them, others write them. */
const zeros: Partial<Readonly<Record<Schema['kind'], readonly JsonValue[]>>> = {
	string: [''],
	boolean: [false],
	int32: [0],
	int64: [0],
	double: [0],
	intOrString: [0, ''],
};

function isLimited(schema: Schema): boolean {
	return 'enum' in schema && schema.enum !== undefined;
}

class Sampler {
	readonly #sampling: Sampling;
	readonly #open = new Map<TypeName, number>();
	/** Counter that makes all strings and numbers different, so that no value is mistaken for another. */
	#count = 0;

	constructor(sampling: Sampling) {
		this.#sampling = sampling;
	}

	struct(type: TypeName): JsonObject {
		const depth = this.#open.get(type) ?? 0;
		if (depth >= deepest) return {};
		this.#open.set(type, depth + 1);
		const object = Object.fromEntries(this.#chosen(type).map((property) => [property.name, this.#text(type, property) ?? this.#field(property)]));
		this.#open.set(type, depth);
		if (this.#sampling.catalog.type(type).preserveUnknown === true) object[undeclared] = `text${this.#count++}`;
		return object;
	}

	/** Returns the required fields, a member of each union, and a random part of the other fields. */
	#chosen(type: TypeName): readonly Property[] {
		const { catalog, random, density, exclusive } = this.#sampling;
		const properties = propertiesOf(catalog.type(type), (name) => catalog.type(name)).filter(({ name }) => !ofEveryObject.has(name));
		const choiceOf = ({ name, field }: Property): string | undefined =>
			exclusive.find((one) => one.type === type && one.names.includes(name))?.names.join() ?? field.union;
		const choices = Map.groupBy(properties, choiceOf);
		choices.delete(undefined);
		const picked = new Set([...choices.values()].map((members) => this.#member(type, members)));
		return properties.filter((property) => (choiceOf(property) === undefined ? property.field.required === true || random() < density : picked.has(property)));
	}

	/** Returns the member that was chosen least often, so that each is chosen soon. */
	#member(type: TypeName, members: readonly Property[]): Property | undefined {
		const { chosen, random } = this.#sampling;
		const times = ({ name }: Property): number => chosen.get(`${type} ${name}`) ?? 0;
		const fewest = Math.min(...members.map(times));
		const rare = members.filter((member) => times(member) === fewest);
		const picked = rare[Math.floor(random() * rare.length)];
		if (picked !== undefined) chosen.set(`${type} ${picked.name}`, times(picked) + 1);
		return picked;
	}

	#text(type: TypeName, { name }: Property): string | undefined {
		const { texts = [], zero } = this.#sampling;
		if (zero !== undefined) return undefined;
		return texts.find((one) => one.type === type && one.name === name)?.of(this.#count++);
	}

	#field({ schema, field }: Property): JsonValue {
		const { random, zero } = this.#sampling;
		const isRequiredText = schema.kind === 'string' && field.required === true && field.mayBeEmpty !== true;
		const some = isLimited(schema) || isRequiredText ? [] : (zeros[schema.kind] ?? []);
		if (zero !== undefined) return some.at(zero === 'first' ? 0 : -1) ?? this.#value(schema, field);
		return (random() < 0.15 ? some[Math.floor(random() * some.length)] : undefined) ?? this.#value(schema, field);
	}

	#value(schema: Schema, field?: Field): JsonValue {
		this.#count++;
		switch (schema.kind) {
			case 'struct':
				return this.struct(schema.type);
			case 'variant':
				return this.#variant(schema.type);
			case 'list':
				return [this.#value(schema.items), this.#value(schema.items)];
			case 'map':
				return { [`key${this.#count}`]: this.#value(schema.values), [`key${this.#count}b`]: this.#value(schema.values) };
			default:
				return this.#scalar(schema, field);
		}
	}

	/** Makes a value of a variant. A member that would nest the type too deeply is replaced by another one. */
	#variant(type: TypeName): JsonValue {
		const depth = this.#open.get(type) ?? 0;
		const { fields } = this.#sampling.catalog.type(type);
		const members = depth >= deepest ? fields.filter(({ schema }) => typeIn(schema) === undefined) : fields;
		const member = members[Math.floor(this.#sampling.random() * members.length)] ?? fields[0];
		if (member === undefined) return null;
		this.#open.set(type, depth + 1);
		const value = this.#value(member.schema);
		this.#open.set(type, depth);
		return value;
	}

	#scalar(schema: ScalarSchema, field: Field | undefined): JsonValue {
		const number = this.#count;
		if (schema.enum !== undefined && schema.enum.length > 0) return schema.enum[Math.floor(this.#sampling.random() * schema.enum.length)] ?? '';
		if (field?.default !== undefined && this.#sampling.random() < 0.5) return field.default as JsonValue;
		switch (schema.kind) {
			case 'string':
				return `text${number}`;
			case 'boolean':
				return true;
			case 'int32':
			case 'int64':
			case 'double':
				return number;
			case 'bytes':
				return Buffer.from(`bytes${number}`).toString('base64');
			case 'time':
				return new Date(number * 1000).toISOString().replace('.000Z', 'Z');
			case 'microTime':
				return new Date(number * 1000).toISOString().replace('.000Z', '.000000Z');
			case 'duration':
				return `${number}s`;
			case 'quantity':
				return String(number);
			case 'intOrString':
				return this.#sampling.random() < 0.5 ? number : `text${number}`;
			case 'rawExtension':
			case 'fieldsV1':
			case 'any':
				return { [`key${number}`]: number };
		}
	}
}
