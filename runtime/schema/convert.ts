/**
 * Conversion between a version and the storage version, from the steps that the spec declares. Fields of equal name and
 * path match by themselves. Steps of a type apply to each value of that type, wherever the version's descriptors say it
 * stands; the others start at the object's root. No argument is changed; names are data and reach no prototype.
 */
import type { Catalog, ConversionStep, Field, JsonObject, JsonValue, Schema, TypeName } from '../model/catalog.ts';
import { getAt, removeAt, setAt } from '../model/path.ts';

export interface Conversion {
	toStorage(object: JsonObject): JsonObject;
	fromStorage(object: JsonObject): JsonObject;
	/** The path of a field, as messages have it, by this version's names; one that only the storage version has stays as it is. */
	fieldFromStorage(field: string): string;
}

/** `type`: the root type of the version that has the steps. Neither function reads, orders or defaults fields. */
export function conversion(steps: readonly ConversionStep[], type: TypeName, catalog: Catalog): Conversion {
	const typed = new TypedSteps(steps, catalog);
	const rooted = steps.filter((step) => step.type === undefined);
	return {
		toStorage: (object) => rooted.reduce(forward, typed.toStorage(object, type)),
		fromStorage: (object) => typed.fromStorage(rooted.reduceRight(backward, object), type),
		fieldFromStorage(field) {
			const segments = pathSegments(field);
			return segments === undefined ? field : pathText(typed.pathFromStorage(typed.moved(segments, type, rooted), type));
		},
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

	pathFromStorage(path: readonly string[], type: TypeName): readonly string[] {
		const here = this.moved(path, type, this.#of(type));
		const inner = this.#enter(type, here);
		return inner === undefined ? here : [...here.slice(0, inner.depth), ...this.pathFromStorage(here.slice(inner.depth), inner.type)];
	}

	/**
	 * A path from a value of the type, after the steps. An object of the storage version that is only on the way to fields
	 * that are elsewhere here stands for the innermost object that has them all.
	 */
	moved(path: readonly string[], type: TypeName, steps: readonly ConversionStep[]): readonly string[] {
		const moves = steps.flatMap(movesOf);
		const move = moves.findLast(({ storage }) => startsWith(path, storage));
		if (move !== undefined) return [...move.here, ...path.slice(move.storage.length)];
		const within = moves.filter(({ storage }) => startsWith(storage, path)).map(({ here }) => here);
		return within.length === 0 || this.#has(type, path) ? path : within.reduce(sharedStart);
	}

	#has(type: TypeName, path: readonly string[]): boolean {
		const inner = this.#enter(type, path);
		if (inner !== undefined && inner.depth < path.length) return this.#has(inner.type, path.slice(inner.depth));
		return path.length === 0 || this.#fields(type).some(({ name }) => name === path[0]);
	}

	/** Into the struct that the path goes through first, past indices and keys; undefined when it goes through none. */
	#enter(type: TypeName, path: readonly string[]): { readonly type: TypeName; readonly depth: number } | undefined {
		let schema = this.#fields(type).find(({ name }) => name === path[0])?.schema;
		let depth = 1;
		for (; schema?.kind === 'list' || schema?.kind === 'map'; depth++) {
			if (path[depth]?.startsWith('[') !== true) return undefined;
			schema = schema.kind === 'list' ? schema.items : schema.values;
		}
		return schema?.kind === 'struct' ? { type: schema.type, depth } : undefined;
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

interface Move {
	readonly here: readonly string[];
	readonly storage: readonly string[];
}

function movesOf(step: ConversionStep): Move[] {
	switch (step.kind) {
		case 'move':
			return [{ here: step.here.split('.'), storage: step.storage.split('.') }];
		case 'split':
			return [step.integer, step.string].map((storage) => ({ here: step.here.split('.'), storage: storage.split('.') }));
		case 'whenAbsent':
			return [];
	}
}

/** Names, and indices and keys in their brackets; undefined when the text is made of something else. */
function pathSegments(field: string): readonly string[] | undefined {
	const segments = field.match(/[^.[\]]+|\[[^\]]*\]/g) ?? [];
	return pathText(segments) === field ? segments : undefined;
}

function pathText(segments: readonly string[]): string {
	return segments.reduce((text, segment) => (text === '' || segment.startsWith('[') ? text + segment : `${text}.${segment}`), '');
}

function startsWith(path: readonly string[], start: readonly string[]): boolean {
	return start.length <= path.length && start.every((segment, index) => segment === path[index]);
}

function sharedStart(one: readonly string[], other: readonly string[]): readonly string[] {
	const end = one.findIndex((segment, index) => segment !== other[index]);
	return end === -1 ? one : one.slice(0, end);
}
