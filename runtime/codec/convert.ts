/**
 * Conversion between a version and the storage version, from the steps that the spec declares. Fields of equal name and
 * path match by themselves. Steps of a type apply to each value of that type, wherever the version's descriptors say it
 * stands; the others start at the object's root. No argument is changed; names are data and reach no prototype.
 */
import type { Catalog, ConversionStep, Field, JsonObject, JsonValue, Schema, TypeName } from '../schema/model.ts';
import { getAt, removeAt, setAt } from './path-of-object.ts';

export interface Conversion {
	toStorage(object: JsonObject): JsonObject;
	fromStorage(object: JsonObject): JsonObject;
}

/** `type`: the root type of the version that has the steps. Neither function reads, orders or defaults fields. */
export function conversion(steps: readonly ConversionStep[], type: TypeName, catalog: Catalog): Conversion {
	const typed = new TypedSteps(steps, catalog);
	const rooted = steps.filter((step) => step.type === undefined);
	return {
		toStorage: (object) => rooted.reduce(forward, typed.toStorage(object, type)),
		fromStorage: (object) => typed.fromStorage(rooted.reduceRight(backward, object), type),
	};
}

/** The steps of types, and the way to the values that they concern. */
class TypedSteps {
	readonly #steps: readonly ConversionStep[];
	readonly #catalog: Catalog;
	readonly #reaches = new Map<TypeName, boolean>();

	constructor(steps: readonly ConversionStep[], catalog: Catalog) {
		this.#steps = steps.filter((step) => step.type !== undefined);
		this.#catalog = catalog;
	}

	/** Inside first: the way there is by this version's names. */
	toStorage(object: JsonObject, type: TypeName): JsonObject {
		return this.#of(type).reduce(
			forward,
			this.#inside(object, type, (value, inner) => this.toStorage(value, inner)),
		);
	}

	/** This level first, for the same reason. */
	fromStorage(object: JsonObject, type: TypeName): JsonObject {
		const here = this.#of(type).reduceRight(backward, object);
		return this.#inside(here, type, (value, inner) => this.fromStorage(value, inner));
	}

	#of(type: TypeName): readonly ConversionStep[] {
		return this.#steps.filter((step) => step.type === type || type.endsWith(`.${step.type}`));
	}

	#inside(object: JsonObject, type: TypeName, convert: (value: JsonObject, type: TypeName) => JsonObject): JsonObject {
		let result = object;
		for (const { name, schema } of this.#fields(type)) {
			const value = Object.hasOwn(object, name) ? object[name] : undefined;
			if (value === undefined || !this.#concerns(schema)) continue;
			result = { ...result, [name]: this.#value(value, schema, convert) };
		}
		return result;
	}

	#value(value: JsonValue, schema: Schema, convert: (value: JsonObject, type: TypeName) => JsonObject): JsonValue {
		if (Array.isArray(value)) return schema.kind === 'list' ? value.map((item) => this.#value(item, schema.items, convert)) : value;
		if (typeof value !== 'object' || value === null) return value;
		if (schema.kind === 'struct') return convert(value, schema.type);
		if (schema.kind !== 'map') return value;
		return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#value(item, schema.values, convert)]));
	}

	#fields(type: TypeName): Field[] {
		return this.#catalog.type(type).fields.flatMap((field) => (field.inline && field.schema.kind === 'struct' ? this.#fields(field.schema.type) : [field]));
	}

	/** Whether a value of the schema can hold one that a step is about. */
	#concerns(schema: Schema): boolean {
		switch (schema.kind) {
			case 'list':
				return this.#concerns(schema.items);
			case 'map':
				return this.#concerns(schema.values);
			case 'struct':
				return this.#reach(schema.type);
			default:
				return false;
		}
	}

	#reach(type: TypeName): boolean {
		const known = this.#reaches.get(type);
		if (known !== undefined) return known;
		// Against types that contain themselves; the answer of the outer call stands in the end.
		this.#reaches.set(type, false);
		const reaches = this.#of(type).length > 0 || this.#fields(type).some(({ schema }) => this.#concerns(schema));
		this.#reaches.set(type, reaches);
		return reaches;
	}
}

function forward(object: JsonObject, step: ConversionStep): JsonObject {
	switch (step.kind) {
		case 'move':
			return move(object, step.here, step.storage);
		case 'split': {
			const value = getAt(object, step.here);
			const without = removeAt(object, step.here);
			// Zero is what Kubernetes' int-or-string says when it is not set.
			if (value === undefined || value === null || value === 0 || value === '') return without;
			return setAt(without, typeof value === 'string' ? step.string : step.integer, value);
		}
		case 'whenAbsent':
			return getAt(object, step.storage) == null ? setAt(object, step.storage, step.value as JsonValue) : object;
	}
}

function backward(object: JsonObject, step: ConversionStep): JsonObject {
	switch (step.kind) {
		case 'move':
			return move(object, step.storage, step.here);
		case 'split': {
			const value = getAt(object, step.string) ?? getAt(object, step.integer);
			const without = removeAt(removeAt(object, step.string), step.integer);
			return value === undefined || value === null ? without : setAt(without, step.here, value);
		}
		case 'whenAbsent':
			return object;
	}
}

function move(object: JsonObject, from: string, to: string): JsonObject {
	const value = getAt(object, from);
	return value === undefined ? object : setAt(removeAt(object, from), to, value);
}
