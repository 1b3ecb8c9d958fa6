/**
 * Preserves fields that a version cannot express: a write through a version changes only the fields of that version. The difference between
 * the stored object, as this version shows it, and the sent object is applied to the stored one. Removed entries and structs are removed
 * completely. Entries of maps and list-maps are matched by key. Any other list that differs is replaced.
 *
 * All three objects are in the storage version. `shown` and `sent` have gone through the version by the same conversion. Values that it
 * added, such as defaults, are therefore in both and make no difference.
 */
import type { ConversionStep, Field, JsonObject, JsonValue, ListSchema, Schema, TypeName } from '../../model/catalog.ts';
import { deepEqual, identity, isEmpty, setOwn } from '../../model/equal.ts';
import { propertiesOf } from '../properties.ts';
import { distinguishesZero, fieldAt, type Types } from './declared.ts';
import { madePlain } from './level.ts';

export interface Difference<T = JsonObject> {
	readonly stored: T;
	readonly shown: T;
	readonly sent: T;
}

export interface PreserveContext {
	readonly catalog: Types;
	/**
	 * Reports whether the object at the path exists only for fields that are at other paths in the version. Then the version cannot remove
	 * it.
	 */
	isOnlyOnTheWay(path: readonly string[]): boolean;
	/** Reports whether a step of the version sets the value at the path. */
	isTarget(path: readonly string[]): boolean;
	/** Returns the steps whose paths begin at the path. */
	stepsAt(path: readonly string[]): readonly ConversionStep[];
}

type Optional = JsonValue | undefined;

/**
 * Returns the merged object, which shares parts with the arguments. Does not change them. kind, apiVersion and metadata are the same in
 * every version.
 */
export function preserveInexpressible({ stored, shown, sent }: Difference, type: TypeName, context: PreserveContext): JsonObject {
	const { kind, apiVersion } = stored;
	const merged = new Merge(context).struct({ stored, shown, sent }, type);
	return {
		...merged,
		...(kind !== undefined && { kind }),
		...(apiVersion !== undefined && { apiVersion }),
		...(sent.metadata !== undefined && { metadata: sent.metadata }),
	};
}

class Merge {
	readonly #context: PreserveContext;
	/** Path from the root to the current value, in segments like those of `fieldFromStorage`. */
	readonly #path: string[] = [];

	constructor(context: PreserveContext) {
		this.#context = context;
	}

	struct(objects: Difference, type: TypeName): JsonObject {
		const { catalog, stepsAt } = this.#context;
		const fields = new Map(propertiesOf(catalog.type(type), (name) => catalog.type(name)).map(({ name, field }) => [name, field]));
		return this.#entries(
			madePlain(objects, stepsAt(this.#path), (path) => distinguishesZero(fieldAt(type, path, catalog))),
			(name) => name,
			(name) => fields.get(name),
		);
	}

	/** Returns the merged value, or undefined when nothing remains. */
	#value({ stored, shown, sent }: Difference<Optional>, schema: Schema | undefined, field?: Field): Optional {
		if (deepEqual(shown, sent)) return stored;
		if (sent === undefined) return this.#removed(stored, shown, schema);
		if (schema === undefined || stored === undefined) return sent;
		if (schema.kind === 'list') return Array.isArray(stored) && Array.isArray(sent) ? this.#list(stored, shown, sent, schema, field) : sent;
		if (!isObject(stored) || !isObject(sent)) return sent;
		const objects = { stored, shown: isObject(shown) ? shown : {}, sent };
		if (schema.kind === 'struct') return this.struct(this.#context.isOnlyOnTheWay(this.#path) ? this.#setBySteps(objects) : objects, schema.type);
		if (schema.kind !== 'map') return sent;
		return this.#entries(
			objects,
			(key) => `[${key}]`,
			() => ({ schema: schema.values }),
		);
	}

	#removed(stored: Optional, shown: Optional, schema: Schema | undefined): Optional {
		if (!isObject(stored) || schema?.kind !== 'struct' || !this.#context.isOnlyOnTheWay(this.#path)) return undefined;
		const left = this.struct(this.#setBySteps({ stored, shown: isObject(shown) ? shown : {}, sent: {} }), schema.type);
		return isEmpty(left) ? undefined : left;
	}

	/**
	 * Reduces an object that exists only for moved fields to the values that steps set. The rest, such as defaults of the storage version,
	 * makes no difference.
	 */
	#setBySteps({ stored, shown, sent }: Difference): Difference {
		const { isTarget, isOnlyOnTheWay } = this.#context;
		const said = (object: JsonObject): JsonObject => {
			const result: JsonObject = {};
			for (const [name, value] of Object.entries(object)) {
				const path = [...this.#path, name];
				if (isTarget(path) || isOnlyOnTheWay(path)) setOwn(result, name, value);
			}
			return result;
		};
		return { stored, shown: said(shown), sent: said(sent) };
	}

	#entries(
		{ stored, shown, sent }: Difference,
		segment: (name: string) => string,
		fieldOf: (name: string) => Field | { readonly schema: Schema } | undefined,
	): JsonObject {
		const result: JsonObject = {};
		for (const name of new Set([...Object.keys(stored), ...Object.keys(sent)])) {
			const field = fieldOf(name);
			this.#path.push(segment(name));
			const value = this.#value(
				{ stored: ownValue(stored, name), shown: ownValue(shown, name), sent: ownValue(sent, name) },
				field?.schema,
				field !== undefined && 'name' in field ? field : undefined,
			);
			this.#path.pop();
			if (value !== undefined) setOwn(result, name, value);
		}
		return result;
	}

	/** Merges lists. Items of `shown` have the same indices as in `stored`, because a conversion works item by item. */
	#list(stored: JsonValue[], shown: Optional, sent: JsonValue[], schema: ListSchema, field: Field | undefined): JsonValue {
		const keys = keysOf(schema, field);
		if (keys === undefined || !Array.isArray(shown) || shown.length !== stored.length) return sent;
		const places = Map.groupBy(shown.keys(), (index) => keyOf(shown[index], keys));
		return sent.map((item) => {
			const index = places.get(keyOf(item, keys))?.shift();
			if (index === undefined) return item;
			this.#path.push(`[${index}]`);
			const merged = this.#value({ stored: stored[index], shown: shown[index], sent: item }, schema.items);
			this.#path.pop();
			return merged ?? item;
		});
	}
}

/** Returns the key fields of the items. Returns undefined for items without keys, whose list is a single value. */
export function keysOf(schema: ListSchema, field: Pick<Field, 'patchMergeKey'> | undefined): readonly string[] | undefined {
	if (schema.items.kind !== 'struct') return undefined;
	if (schema.listType === 'map') return schema.mapKeys;
	if (schema.listType !== undefined || field?.patchMergeKey === undefined) return undefined;
	return [field.patchMergeKey];
}

function keyOf(item: Optional, keys: readonly string[]): string {
	return keys.map((key) => identity((isObject(item) ? ownValue(item, key) : undefined) ?? null)).join();
}

function ownValue(object: JsonObject, name: string): Optional {
	return Object.hasOwn(object, name) ? object[name] : undefined;
}

function isObject(value: Optional): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
