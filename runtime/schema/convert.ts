/**
 * Conversion between a version and the storage version, by the steps in the spec. Fields with the same path need no step. Steps of a type
 * apply to each value of that type, wherever it occurs. Other steps start at the object's root. Arguments are never changed. Names are data
 * and never reach a prototype.
 */
import type { ConversionStep, JsonObject, JsonValue, TypeName } from '../model/catalog.ts';
import { fieldAt, type Types } from './conversion/declared.ts';
import { pathSegments, pathText } from './conversion/field-paths.ts';
import { preserveInexpressible } from './conversion/preserve-inexpressible.ts';
import { ConversionLevel } from './conversion/steps.ts';
import { TypedSteps } from './conversion/typed-steps.ts';

export interface Conversion {
	/**
	 * Converts to the storage version. An object whose whole content moves to other paths disappears, unless the storage version requires
	 * it.
	 */
	toStorage(object: JsonObject): JsonObject;
	/** Converts like `toStorage`, as `takeOver` needs it: emptied objects are kept, because `takeOver` must know whether they were sent. */
	toCompared(object: JsonObject): JsonObject;
	fromStorage(object: JsonObject): JsonObject;
	/** Converts like `fromStorage`, without values for absent fields. Undefined when there are none. */
	readonly withoutFilled?: (object: JsonObject) => JsonObject;
	/** Translates the field path of a message to this version's names. A path that only the storage version has stays unchanged. */
	fieldFromStorage(field: string): string;
	/** Preserves fields that this version cannot express (`conversion/preserve-inexpressible.ts`). */
	takeOver(stored: JsonObject, shown: JsonObject, sent: JsonObject): JsonObject;
}

export interface Versions {
	/** Root type of the version that declares the steps. */
	readonly here: TypeName;
	readonly storage: TypeName;
}

/** Returns a conversion by code. All field paths count as equal in both versions, because code declares no others. */
export function convertedBy(ways: Pick<Conversion, 'toStorage' | 'fromStorage'>, storage: TypeName, catalog: Types): Conversion {
	const context = { catalog, isOnlyOnTheWay: () => false, isTarget: () => false, stepsAt: () => [] };
	const toStorage = ofOneObject(ways.toStorage);
	return {
		toStorage,
		toCompared: toStorage,
		fromStorage: ofOneObject(ways.fromStorage),
		fieldFromStorage: (field) => field,
		takeOver: (stored, shown, sent) => preserveInexpressible({ stored, shown, sent }, storage, context),
	};
}

/**
 * Preserves the identity of an object in a conversion by code. As in Kubernetes, the code may change only labels and annotations in the
 * metadata.
 */
function ofOneObject(way: (object: JsonObject) => JsonObject): (object: JsonObject) => JsonObject {
	return (object) => {
		const made = way(object);
		if (!isObject(made) || (object.metadata === undefined && made.metadata === undefined)) return made;
		const { labels: _labels, annotations: _annotations, ...kept } = isObject(object.metadata) ? object.metadata : {};
		const { labels, annotations } = isObject(made.metadata) ? made.metadata : {};
		return { ...made, metadata: { ...kept, ...(labels !== undefined && { labels }), ...(annotations !== undefined && { annotations }) } };
	};
}

/** Returns the conversion by steps. Neither direction reads, orders or defaults fields. */
export function conversion(steps: readonly ConversionStep[], { here: type, storage }: Versions, catalog: Types): Conversion {
	const typed = new TypedSteps(steps, storage, catalog);
	const root = new ConversionLevel(
		steps.filter((step) => step.type === undefined),
		{ here: (path) => fieldAt(type, path, catalog), storage: (path) => fieldAt(storage, path, catalog) },
	);
	const rooted = root.steps;
	const isOnlyOnTheWay = (path: readonly string[]): boolean =>
		typed.isBetween(path, type, rooted) || typed.isOnlyOnTheWay(typed.moved(path, type, rooted), type);
	const isTarget = (path: readonly string[]): boolean => typed.isTarget(path, type, rooted) || typed.isTarget(typed.moved(path, type, rooted), type);
	const stepsAt = (path: readonly string[]): readonly ConversionStep[] => {
		const ofType = typed.isBetween(path, type, rooted) ? [] : typed.stepsAt(typed.moved(path, type, rooted), type);
		return path.length === 0 ? [...rooted, ...ofType] : ofType;
	};
	const others = steps.filter(({ kind }) => kind !== 'whenAbsentHere');
	return {
		...(others.length < steps.length && { withoutFilled: conversion(others, { here: type, storage }, catalog).fromStorage }),
		toStorage: (object) => root.toStorage(typed.toStorage(object, type, 'prune'), 'prune'),
		toCompared: (object) => root.toStorage(typed.toStorage(object, type, 'keep'), 'keep'),
		fromStorage: (object) => typed.fromStorage(root.fromStorage(object), type),
		fieldFromStorage(field) {
			const segments = pathSegments(field);
			return segments === undefined ? field : pathText(typed.pathFromStorage(typed.moved(segments, type, rooted), type));
		},
		takeOver: (stored, shown, sent) => preserveInexpressible({ stored, shown, sent }, storage, { catalog, isOnlyOnTheWay, isTarget, stepsAt }),
	};
}

function isObject(value: JsonValue | undefined): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
