/**
 * The simplest possible reference for ownership: an object is a list of paths, and a field set a list of them. It reads the markers from
 * the descriptors and shares no code with the engine.
 */
import type { JsonObject, JsonValue, ListSchema, Schema } from '../../runtime/model/catalog.ts';
import type { RandomTypes } from './random-types.ts';

export interface Place {
	/** Path elements in FieldsV1 form, separated by newlines. */
	readonly path: string;
	/** Scalar value; undefined for a composite. */
	readonly value: string | undefined;
	/** True for null, and for a composite without content. */
	readonly isVoid: boolean;
	/** True when an applier owns the path itself. */
	readonly isOwned: boolean;
}

/** Returns all ownable paths of an object, and the paths leading to them. */
export function placesOf(object: JsonObject, types: RandomTypes): Place[] {
	const { apiVersion: _, kind: __, metadata, ...rest } = object;
	const { name: ___, managedFields: ____, ...others } = metadata as JsonObject;
	const places = inside({ kind: 'struct', type: 'Root' }, { ...rest, metadata: others }, '', types);
	// Metadata itself is not ownable.
	return places.filter(({ path }) => path !== 'f:metadata');
}

function at(schema: Schema, value: JsonValue, path: string, named: boolean, types: RandomTypes): Place[] {
	const isContainer = value !== null && typeof value === 'object' && !isAtomic(schema, value, types);
	if (!isContainer) return [{ path, value: canonical(value), isVoid: value === null, isOwned: true }];
	const isVoid = Object.keys(value).length === 0;
	const isEmptyList = Array.isArray(value) && value.length === 0;
	const self = { path, value: isVoid ? canonical(value) : undefined, isVoid, isOwned: !named || (isVoid && !isEmptyList) };
	return [self, ...inside(schema, value, path, types)];
}

function isAtomic(schema: Schema, value: JsonValue, { types }: RandomTypes): boolean {
	switch (schema.kind) {
		case 'list':
			return schema.listType !== 'set' && schema.listType !== 'map';
		case 'map':
			return schema.mapType === 'atomic';
		case 'struct':
			return types.get(schema.type)?.mapType === 'atomic';
		case 'any':
			return Array.isArray(value);
		default:
			return true;
	}
}

function inside(schema: Schema, value: JsonValue, path: string, types: RandomTypes): Place[] {
	const below = (element: string): string => (path === '' ? element : `${path}\n${element}`);
	if (Array.isArray(value)) {
		const list = schema as ListSchema;
		return value.flatMap((entry) => at(list.items, entry, below(entryName(list, entry)), false, types));
	}
	if (value === null || typeof value !== 'object') return [];
	const fields = schema.kind === 'struct' ? (types.types.get(schema.type)?.fields ?? []) : [];
	return Object.entries(value).flatMap(([name, inner]) => {
		const field = fields.find((each) => each.name === name);
		const any: Schema = { kind: 'any' };
		return at(field?.schema ?? (schema.kind === 'map' ? schema.values : any), inner, below(`f:${name}`), field !== undefined, types);
	});
}

function entryName({ listType, mapKeys = [] }: ListSchema, entry: JsonValue): string {
	if (listType === 'set') return `v:${JSON.stringify(entry)}`;
	const keys = entry as JsonObject;
	const members = mapKeys.toSorted().flatMap((key) => {
		const value = keys[key] ?? (key === 'type' ? 'x' : undefined);
		return value === undefined ? [] : [`${JSON.stringify(key)}:${JSON.stringify(value)}`];
	});
	return `k:{${members.join(',')}}`;
}

function canonical(value: JsonValue): string {
	if (value === null || typeof value !== 'object') return JSON.stringify(value);
	if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
	return `{${Object.keys(value)
		.sort()
		.map((name) => `${JSON.stringify(name)}:${canonical(value[name] ?? null)}`)
		.join()}}`;
}

/** Returns the paths that an applier of the object owns. */
export function ownedBy(object: JsonObject, types: RandomTypes): string[] {
	return placesOf(object, types)
		.filter(({ isOwned }) => isOwned)
		.map(({ path }) => path);
}

/** Returns the paths that are new or changed, and those that were removed. */
export function changes(before: JsonObject, after: JsonObject, types: RandomTypes): { readonly changed: string[]; readonly removed: string[] } {
	const [old, next] = [placesOf(before, types), placesOf(after, types)];
	const changed = next.filter((place) => {
		const was = old.find(({ path }) => path === place.path);
		return was === undefined || differs(was, place);
	});
	const removed = old.filter(({ path }) => !next.some((place) => place.path === path));
	return { changed: changed.map(({ path }) => path), removed: removed.map(({ path }) => path) };
}

/**
 * Reports whether a path changed. Filling an empty composite or emptying a full one counts for its content; only a difference between two
 * empty values counts for the path itself.
 */
function differs(was: Place, is: Place): boolean {
	const isWhole = (place: Place): boolean => place.value !== undefined && !place.isVoid;
	if (isWhole(was) || isWhole(is)) return was.value !== is.value;
	return was.isVoid && is.isVoid && was.value !== is.value;
}
