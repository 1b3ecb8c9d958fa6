/** Compares an object before and after a round trip through another version, and yields the lost values. */
import type { Catalog, JsonObject, JsonValue, Schema, TypeName } from '../../../runtime/model/catalog.ts';
import { deepEqual } from '../../../runtime/model/equal.ts';
import { distinguishesZero } from '../../../runtime/schema/conversion/declared.ts';
import { keysOf } from '../../../runtime/schema/conversion/preserve-inexpressible.ts';
import { propertiesOf } from '../../../runtime/schema/properties.ts';
import { undeclared } from './sample.ts';

export interface LostValue {
	/** Path of field names, without list indices and map keys. */
	readonly path: string;
	/** True when only zero, false or an empty string was lost. */
	readonly onlyZero: boolean;
	/** True inside a list that has one owner as a whole. A write that changes the list removes the value. */
	readonly inAtomicList: boolean;
	/** Paths of all values of a lost object. */
	readonly said: ReadonlySet<string>;
}

/** Yields the values of `before` that `after` lacks or has changed. Both objects have the type `type`. Metadata is not compared. */
export function lostValues(catalog: Catalog, type: TypeName, before: JsonObject, after: JsonObject): Generator<LostValue> {
	return new Comparison(catalog).lost(type, before, after);
}

class Comparison {
	readonly #catalog: Catalog;

	constructor(catalog: Catalog) {
		this.#catalog = catalog;
	}

	*lost(type: TypeName, before: JsonObject, after: JsonObject, path = '', inAtomicList = false): Generator<LostValue> {
		for (const { name, schema, field } of propertiesOf(this.#catalog.type(type), (other) => this.#catalog.type(other))) {
			if (path === '' && ['kind', 'apiVersion', 'metadata'].includes(name)) continue;
			const full = path === '' ? name : `${path}.${name}`;
			if (isZero(before[name]) && after[name] === undefined && !distinguishesZero(field)) continue;
			const atomic = inAtomicList || (schema.kind === 'list' && keysOf(schema, field) === undefined);
			yield* this.#value(schema, before[name], after[name], full, inAtomicList, atomic);
		}
		if (before[undeclared] !== after[undeclared]) yield { path: `${path}.*`, inAtomicList, onlyZero: false, said: new Set() };
	}

	*#value(
		schema: Schema,
		before: JsonValue | undefined,
		after: JsonValue | undefined,
		path: string,
		inAtomicList: boolean,
		within: boolean,
	): Generator<LostValue> {
		if (isHollow(before) || deepEqual(before, after)) return;
		const rest = after === undefined && isZeros(before) ? {} : after;
		if (schema.kind === 'struct' && isObject(before) && isObject(rest)) yield* this.lost(schema.type, before, rest, path, within);
		else if (schema.kind === 'list' && Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
			for (const [index, item] of before.entries()) yield* this.#value(schema.items, item, after[index], path, inAtomicList, within);
		} else if (schema.kind === 'map' && isObject(before) && isObject(after)) {
			for (const [key, item] of Object.entries(before)) yield* this.#value(schema.values, item, after[key], path, inAtomicList, within);
		} else yield { path, inAtomicList, onlyZero: isZero(before), said: new Set(said(before, schema, path, this.#catalog)) };
	}
}

/** Yields the paths of all values of an object that are no objects themselves, without list indices and map keys. */
function* said(value: JsonValue | undefined, schema: Schema, path: string, catalog: Catalog): Generator<string> {
	if (isHollow(value)) return;
	if (schema.kind === 'list' && Array.isArray(value)) for (const item of value) yield* said(item, schema.items, path, catalog);
	else if (schema.kind === 'map' && isObject(value)) for (const item of Object.values(value)) yield* said(item, schema.values, path, catalog);
	else if (schema.kind === 'struct' && isObject(value))
		for (const property of propertiesOf(catalog.type(schema.type), (other) => catalog.type(other)))
			yield* said(value[property.name], property.schema, `${path}.${property.name}`, catalog);
	else yield path;
}

/** Reports whether a value is absent, null, or an object or list that has only such values. */
function isHollow(value: JsonValue | undefined): boolean {
	if (value === undefined || value === null) return true;
	return typeof value === 'object' && Object.values(value).every(isHollow);
}

/** Reports whether a value is zero, or an object or list that has only zeros. */
function isZeros(value: JsonValue | undefined): boolean {
	return typeof value === 'object' && value !== null ? Object.values(value).every(isZeros) : isZero(value);
}

function isZero(value: JsonValue | undefined): boolean {
	return value === 0 || value === '' || value === false;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
