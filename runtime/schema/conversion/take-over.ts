/**
 * A write through a version changes only what that version can say. What it cannot say is taken over: the difference between
 * the stored object as the version shows it and the object sent is applied to the stored one. Removed entries and structs go
 * whole, entries of maps and list-maps are matched by key, and any other list that differs is replaced.
 *
 * The three objects are in the storage version: `shown` and `sent` have come from the version in question, by the same way, so that
 * what the way itself adds (defaults, values of what is absent) is in both and no difference.
 */
import type { ConversionStep, Field, JsonObject, JsonValue, ListSchema, Schema, TypeName } from '../../model/catalog.ts';
import { deepEqual, identity, isEmpty, setOwn } from '../../model/equal.ts';
import { propertiesOf } from '../properties.ts';
import { fieldAt, type Types, tellsZero } from './declared.ts';
import { madePlain } from './level.ts';

export interface Difference<T = JsonObject> {
	readonly stored: T;
	readonly shown: T;
	readonly sent: T;
}

export interface TakeOverContext {
	readonly catalog: Types;
	/** Whether the object at the path is there only for fields that are elsewhere in the version: the version cannot take it away. */
	isOnlyOnTheWay(path: readonly string[]): boolean;
	/** Whether a step of the version says what stands at the path. */
	isTarget(path: readonly string[]): boolean;
	/** The steps whose paths begin at the path. */
	stepsAt(path: readonly string[]): readonly ConversionStep[];
}

type Optional = JsonValue | undefined;

/** No argument is changed; parts of them are shared with the result. kind, apiVersion and metadata are the same in every version. */
export function takeOver({ stored, shown, sent }: Difference, type: TypeName, context: TakeOverContext): JsonObject {
	const { kind, apiVersion } = stored;
	const merged = new Merging(context).struct({ stored, shown, sent }, type);
	return {
		...merged,
		...(kind !== undefined && { kind }),
		...(apiVersion !== undefined && { apiVersion }),
		...(sent.metadata !== undefined && { metadata: sent.metadata }),
	};
}

class Merging {
	readonly #context: TakeOverContext;
	/** From the root to what is merged, as `fieldFromStorage` takes paths apart. */
	readonly #path: string[] = [];

	constructor(context: TakeOverContext) {
		this.#context = context;
	}

	struct(objects: Difference, type: TypeName): JsonObject {
		const { catalog, stepsAt } = this.#context;
		const fields = new Map(propertiesOf(catalog.type(type), (name) => catalog.type(name)).map(({ name, field }) => [name, field]));
		return this.#entries(
			madePlain(objects, stepsAt(this.#path), (path) => tellsZero(fieldAt(type, path, catalog))),
			(name) => name,
			(name) => fields.get(name),
		);
	}

	/** Undefined: nothing is left. */
	#value({ stored, shown, sent }: Difference<Optional>, schema: Schema | undefined, field?: Field): Optional {
		if (deepEqual(shown, sent)) return stored;
		if (sent === undefined) return this.#removed(stored, shown, schema);
		if (schema === undefined || stored === undefined) return sent;
		if (schema.kind === 'list') return Array.isArray(stored) && Array.isArray(sent) ? this.#list(stored, shown, sent, schema, field) : sent;
		if (!isObject(stored) || !isObject(sent)) return sent;
		const objects = { stored, shown: isObject(shown) ? shown : {}, sent };
		if (schema.kind === 'struct') return this.struct(this.#context.isOnlyOnTheWay(this.#path) ? this.#said(objects) : objects, schema.type);
		if (schema.kind !== 'map') return sent;
		return this.#entries(
			objects,
			(key) => `[${key}]`,
			() => ({ schema: schema.values }),
		);
	}

	#removed(stored: Optional, shown: Optional, schema: Schema | undefined): Optional {
		if (!isObject(stored) || schema?.kind !== 'struct' || !this.#context.isOnlyOnTheWay(this.#path)) return undefined;
		const left = this.struct(this.#said({ stored, shown: isObject(shown) ? shown : {}, sent: {} }), schema.type);
		return isEmpty(left) ? undefined : left;
	}

	/** Of an object that is only on the way nothing but what steps say: the rest, such as defaults of the storage version, is no difference. */
	#said({ stored, shown, sent }: Difference): Difference {
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
				{ stored: own(stored, name), shown: own(shown, name), sent: own(sent, name) },
				field?.schema,
				field !== undefined && 'name' in field ? field : undefined,
			);
			this.#path.pop();
			if (value !== undefined) setOwn(result, name, value);
		}
		return result;
	}

	/** Items of `shown` stand where those of `stored` stand that they show: a conversion goes from item to item. */
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

/** The fields by which items are told apart; undefined: by nothing but their place, so that the list is one value. */
export function keysOf(schema: ListSchema, field: Pick<Field, 'patchMergeKey'> | undefined): readonly string[] | undefined {
	if (schema.items.kind !== 'struct') return undefined;
	if (schema.listType === 'map') return schema.mapKeys;
	if (schema.listType !== undefined || field?.patchMergeKey === undefined) return undefined;
	return [field.patchMergeKey];
}

function keyOf(item: Optional, keys: readonly string[]): string {
	return keys.map((key) => identity((isObject(item) ? own(item, key) : undefined) ?? null)).join();
}

function own(object: JsonObject, name: string): Optional {
	return Object.hasOwn(object, name) ? object[name] : undefined;
}

function isObject(value: Optional): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
