/** Conversion steps of types: finds the values in an object to which they apply, and translates paths. */
import type { ConversionStep, Field, JsonObject, JsonValue, Schema, TypeName } from '../../model/catalog.ts';
import { counterpartOf, fieldAt, type Types } from './declared.ts';
import { ConversionLevel, type EmptyParents } from './steps.ts';

/** Conversion steps of types, and the walk to the values to which they apply. */
export class TypedSteps {
	readonly #steps: readonly ConversionStep[];
	readonly #storage: TypeName;
	readonly #catalog: Types;
	readonly #reaches = new Map<TypeName, boolean>();
	readonly #levels = new Map<TypeName, ConversionLevel>();

	/** `storage`: root type of the storage version. */
	constructor(steps: readonly ConversionStep[], storage: TypeName, catalog: Types) {
		this.#steps = steps.filter((step) => step.type !== undefined);
		this.#storage = storage;
		this.#catalog = catalog;
	}

	/** Converts inner values first, because they are reached by this version's names. */
	toStorage(object: JsonObject, type: TypeName, emptied: EmptyParents): JsonObject {
		return this.#level(type).toStorage(
			this.#inside(object, type, (value, inner) => this.toStorage(value, inner, emptied)),
			emptied,
		);
	}

	/** Converts this level first, because inner values are reached by this version's names. */
	fromStorage(object: JsonObject, type: TypeName): JsonObject {
		const here = this.#level(type).fromStorage(object);
		return this.#inside(here, type, (value, inner) => this.fromStorage(value, inner));
	}

	pathFromStorage(path: readonly string[], type: TypeName): readonly string[] {
		const here = this.moved(path, type, this.#of(type));
		const inner = this.#enter(type, here);
		return inner === undefined ? here : [...here.slice(0, inner.depth), ...this.pathFromStorage(here.slice(inner.depth), inner.type)];
	}

	/**
	 * Translates a path that starts at a value of the type. If this version has the fields of a storage object at other paths, the object
	 * maps to the innermost object that has them all.
	 */
	moved(path: readonly string[], type: TypeName, steps: readonly ConversionStep[]): readonly string[] {
		const moves = steps.flatMap(movesOf);
		const move = nearest(moves.filter(({ storage }) => startsWith(path, storage)));
		if (move !== undefined) {
			const here = [...move.here, ...path.slice(move.storage.length)];
			// This version uses that name for a value stored at another path.
			return moves.some((other) => other.here.length > move.here.length && startsWith(here, other.here)) ? path : here;
		}
		const within = moves.filter(({ storage }) => startsWith(storage, path)).map(({ here }) => here);
		return within.length === 0 || this.#has(type, path) ? path : within.reduce(sharedStart);
	}

	/** Reports whether this version has all values of the storage object at other paths, and no counterpart of the object itself. */
	isOnlyOnTheWay(path: readonly string[], type: TypeName): boolean {
		if (path.length === 0) return false;
		if (this.isBetween(path, type, this.#of(type))) return true;
		const here = this.moved(path, type, this.#of(type));
		const inner = this.#enter(type, here);
		return inner !== undefined && this.isOnlyOnTheWay(here.slice(inner.depth), inner.type);
	}

	/** Reports whether a step sets the value at this path of the storage version. */
	isTarget(path: readonly string[], type: TypeName, steps: readonly ConversionStep[] = this.#of(type)): boolean {
		if (path.length === 0) return false;
		if (steps.flatMap(movesOf).some(({ storage }) => storage.length === path.length && startsWith(path, storage))) return true;
		const here = this.moved(path, type, steps);
		const inner = this.#enter(type, here);
		return inner !== undefined && this.isTarget(here.slice(inner.depth), inner.type);
	}

	/** Returns the steps that begin at this path of the storage version. */
	stepsAt(path: readonly string[], type: TypeName): readonly ConversionStep[] {
		if (path.length === 0) return this.#of(type);
		if (this.isBetween(path, type, this.#of(type))) return [];
		const here = this.moved(path, type, this.#of(type));
		const inner = this.#enter(type, here);
		return inner === undefined ? [] : this.stepsAt(here.slice(inner.depth), inner.type);
	}

	/** Reports the same for the steps of one level. */
	isBetween(path: readonly string[], type: TypeName, steps: readonly ConversionStep[]): boolean {
		const moves = steps.flatMap(movesOf);
		if (moves.some(({ storage }) => startsWith(path, storage))) return false;
		return moves.some(({ storage }) => startsWith(storage, path)) && !this.#has(type, path);
	}

	#has(type: TypeName, path: readonly string[]): boolean {
		const inner = this.#enter(type, path);
		if (inner !== undefined && inner.depth < path.length) return this.#has(inner.type, path.slice(inner.depth));
		return path.length === 0 || this.#fields(type).some(({ name }) => name === path[0]);
	}

	/** Enters the first struct on the path, past indices and keys. Returns undefined when there is none. */
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
		return this.#level(type).steps;
	}

	#level(type: TypeName): ConversionLevel {
		const known = this.#levels.get(type);
		if (known !== undefined) return known;
		const steps = this.#steps.filter((step) => step.type === type || type.endsWith(`.${step.type}`));
		const storage = counterpartOf(type, this.#storage, this.#catalog);
		const level = new ConversionLevel(steps, { here: (path) => fieldAt(type, path, this.#catalog), storage: (path) => fieldAt(storage, path, this.#catalog) });
		this.#levels.set(type, level);
		return level;
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

	/** Reports whether a value of the schema can contain a value to which a step applies. */
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
		// Provisional answer for recursive types. The outer call sets the final one.
		this.#reaches.set(type, false);
		const reaches = this.#of(type).length > 0 || this.#fields(type).some(({ schema }) => this.#concerns(schema));
		this.#reaches.set(type, reaches);
		return reaches;
	}
}

interface Move {
	readonly here: readonly string[];
	readonly storage: readonly string[];
}

function movesOf(step: ConversionStep): Move[] {
	switch (step.kind) {
		case 'move':
			return [
				{ here: step.here.split('.'), storage: step.storage.split('.') },
				...(step.entries ?? []).flatMap((entry) =>
					'storage' in entry ? [{ here: [...step.here.split('.'), `[${entry.key}]`], storage: entry.storage.split('.') }] : [],
				),
			];
		case 'split':
			return [step.integer, step.string].map((storage) => ({ here: step.here.split('.'), storage: storage.split('.') }));
		case 'merge':
			return [step.integer, step.string].map((here) => ({ here: here.split('.'), storage: step.storage.split('.') }));
		case 'join':
			// A stored string maps to its first part, because the last of equal moves is used.
			return step.here.toReversed().flatMap((here) => step.storage.map((storage) => ({ here: here.split('.'), storage: storage.split('.') })));
		case 'whenAbsent':
		case 'whenAbsentHere':
			return [];
	}
}

/** Returns the move with the innermost storage path. */
function nearest(moves: readonly Move[]): Move | undefined {
	return moves.reduce<Move | undefined>((best, move) => (best === undefined || move.storage.length >= best.storage.length ? move : best), undefined);
}

function startsWith(path: readonly string[], start: readonly string[]): boolean {
	return start.length <= path.length && start.every((segment, index) => segment === path[index]);
}

function sharedStart(one: readonly string[], other: readonly string[]): readonly string[] {
	const end = one.findIndex((segment, index) => segment !== other[index]);
	return end === -1 ? one : one.slice(0, end);
}
