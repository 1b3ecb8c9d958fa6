/**
 * Normalizes one level of objects before they are compared, because steps make storage ambiguous. The two alternatives of a split are one
 * value, and so are the parts of a joined string. An object may exist only because a value was moved out of it.
 */
import type { ConversionStep, JsonObject, JsonValue } from '../../model/catalog.ts';
import { deepEqual, isEmpty } from '../../model/equal.ts';
import { getAt, removeAt, removeLeafAt, setAt } from '../../model/path.ts';
import { holders, isRelocation, isZero, sourcesHere, targetsInStorage } from './steps.ts';

interface ComparedObjects {
	readonly stored: JsonObject;
	readonly shown: JsonObject;
	readonly sent: JsonObject;
}

/**
 * Normalizes the objects. `steps`: steps whose paths begin at these objects. `tellsZero`: reports whether the storage field at a path
 * distinguishes zero from absence.
 */
export function madePlain(objects: ComparedObjects, steps: readonly ConversionStep[], tellsZero: (path: string) => boolean): ComparedObjects {
	if (steps.length === 0) return objects;
	const { shown, sent } = objects;
	const stored = steps.reduce((result, step) => withoutChanged(result, shown, sent, step), objects.stored);
	const plain = (object: JsonObject) => withoutEmptied(object, stored, steps, tellsZero);
	return { stored, shown: plain(withoutUnstored(shown, sent, stored, steps)), sent: plain(sent) };
}

/**
 * Removes objects that this version shows only because parts of them are stored at other paths. If a client omits these parts and still
 * sends the object, it wants the object to exist.
 */
function withoutUnstored(shown: JsonObject, sent: JsonObject, stored: JsonObject, steps: readonly ConversionStep[]): JsonObject {
	return steps.reduce((result, step) => {
		if (step.kind !== 'move' || getAt(stored, step.storage) !== undefined) return result;
		const parts = steps.filter((other) => sourcesHere(other).some((path) => path.startsWith(`${step.here}.`)));
		const isLeft = parts.some((part) => targetsInStorage(part).some((path) => getAt(sent, path) !== undefined));
		return parts.length === 0 || isLeft ? result : removeAt(result, step.storage);
	}, shown);
}

/**
 * Prepares changed splits and joins. Of a changed split, both alternatives are removed, so that the hidden one does not reappear. The parts
 * of a changed string are reset to their shown values, so that hidden content does not enter the new string.
 */
function withoutChanged(stored: JsonObject, shown: JsonObject, sent: JsonObject, step: ConversionStep): JsonObject {
	const targets = targetsInStorage(step);
	if ((step.kind !== 'split' && step.kind !== 'join') || targets.every((path) => deepEqual(getAt(shown, path), getAt(sent, path)))) return stored;
	if (step.kind === 'split') return targets.reduce(removeAt, stored);
	return targets.reduce((result, path) => {
		const value = getAt(shown, path);
		return value === undefined ? removeAt(result, path) : setAt(result, path, value);
	}, stored);
}

/** Removes objects that exist in this version only for values stored at other paths, and that are not stored themselves. */
function withoutEmptied(object: JsonObject, stored: JsonObject, steps: readonly ConversionStep[], tellsZero: (path: string) => boolean): JsonObject {
	return steps.reduce((result, step) => {
		const targets = targetsInStorage(step);
		const isThere = (value: JsonValue | undefined, path: string) => value !== undefined && (step.kind !== 'join' || !isZero(value) || tellsZero(path));
		if (!isRelocation(step) || !targets.some((path) => isThere(getAt(object, path), path))) return result;
		return sourcesHere(step)
			.flatMap(holders)
			.filter((path) => !targets.includes(path))
			.reduce((left, path) => (isEmpty(getAt(left, path)) && getAt(stored, path) === undefined ? removeLeafAt(left, path) : left), result);
	}, object);
}
