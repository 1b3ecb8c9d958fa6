/**
 * Conversion between a version and the storage version, from the steps that the spec declares. Fields of equal name and
 * path match by themselves. Steps of a type apply to each value of that type, wherever the version's descriptors say it
 * stands; the others start at the object's root. No argument is changed; names are data and reach no prototype.
 */
import type { ConversionStep, JsonObject, JsonValue, TypeName } from '../model/catalog.ts';
import { fieldAt, type Types } from './conversion/declared.ts';
import { pathSegments, pathText } from './conversion/field-paths.ts';
import { Level } from './conversion/steps.ts';
import { takeOver } from './conversion/take-over.ts';
import { TypedSteps } from './conversion/typed-steps.ts';

export interface Conversion {
	/** Objects of which all goes elsewhere are not there by themselves in the storage version, unless it requires them. */
	toStorage(object: JsonObject): JsonObject;
	/** The same for `takeOver`, which asks whether such objects were sent: they stay. */
	toCompared(object: JsonObject): JsonObject;
	fromStorage(object: JsonObject): JsonObject;
	/** The path of a field, as messages have it, by this version's names; one that only the storage version has stays as it is. */
	fieldFromStorage(field: string): string;
	/** See `conversion/take-over.ts`. */
	takeOver(stored: JsonObject, shown: JsonObject, sent: JsonObject): JsonObject;
}

export interface Versions {
	/** Root type of the version that has the steps. */
	readonly here: TypeName;
	readonly storage: TypeName;
}

/** A conversion that code says, not steps: in the storage version nothing has another path, as far as is known. */
export function convertedBy(ways: Pick<Conversion, 'toStorage' | 'fromStorage'>, storage: TypeName, catalog: Types): Conversion {
	const context = { catalog, isOnlyOnTheWay: () => false, isTarget: () => false, stepsAt: () => [] };
	const toStorage = ofOneObject(ways.toStorage);
	return {
		toStorage,
		toCompared: toStorage,
		fromStorage: ofOneObject(ways.fromStorage),
		fieldFromStorage: (field) => field,
		takeOver: (stored, shown, sent) => takeOver({ stored, shown, sent }, storage, context),
	};
}

/** Whatever code makes of an object, it is that object: of the metadata labels and annotations alone are the code's to change, as in Kubernetes. */
function ofOneObject(way: (object: JsonObject) => JsonObject): (object: JsonObject) => JsonObject {
	return (object) => {
		const made = way(object);
		if (!isObject(made) || (object.metadata === undefined && made.metadata === undefined)) return made;
		const { labels: _labels, annotations: _annotations, ...kept } = isObject(object.metadata) ? object.metadata : {};
		const { labels, annotations } = isObject(made.metadata) ? made.metadata : {};
		return { ...made, metadata: { ...kept, ...(labels !== undefined && { labels }), ...(annotations !== undefined && { annotations }) } };
	};
}

/** Neither way reads, orders or defaults fields. */
export function conversion(steps: readonly ConversionStep[], { here: type, storage }: Versions, catalog: Types): Conversion {
	const typed = new TypedSteps(steps, storage, catalog);
	const root = new Level(
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
	return {
		toStorage: (object) => root.toStorage(typed.toStorage(object, type, 'go'), 'go'),
		toCompared: (object) => root.toStorage(typed.toStorage(object, type, 'stay'), 'stay'),
		fromStorage: (object) => typed.fromStorage(root.fromStorage(object), type),
		fieldFromStorage(field) {
			const segments = pathSegments(field);
			return segments === undefined ? field : pathText(typed.pathFromStorage(typed.moved(segments, type, rooted), type));
		},
		takeOver: (stored, shown, sent) => takeOver({ stored, shown, sent }, storage, { catalog, isOnlyOnTheWay, isTarget, stepsAt }),
	};
}

function isObject(value: JsonValue | undefined): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
