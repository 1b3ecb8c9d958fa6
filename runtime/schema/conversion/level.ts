/**
 * What steps make hard to tell apart in the storage version, at one level of an object, is made plain before differences are looked for:
 * the two alternatives of a split are one value, so are the parts of a text, and an object may be there only because something has been taken out of it.
 */
import type { ConversionStep, JsonObject, JsonValue } from '../../model/catalog.ts';
import { deepEqual, isEmpty } from '../../model/equal.ts';
import { getAt, removeAt, removeLeafAt, setAt } from '../../model/path.ts';
import { holders, isZero, sourcesHere, targetsInStorage } from './steps.ts';

interface Compared {
	readonly stored: JsonObject;
	readonly shown: JsonObject;
	readonly sent: JsonObject;
}

/** `steps`: those whose paths begin at these objects. `tellsZero`: whether the field of the storage version at a path tells zero from absence. */
export function madePlain(objects: Compared, steps: readonly ConversionStep[], tellsZero: (path: string) => boolean): Compared {
	if (steps.length === 0) return objects;
	const { shown, sent } = objects;
	const stored = steps.reduce((result, step) => withoutChanged(result, shown, sent, step), objects.stored);
	const plain = (object: JsonObject) => withoutEmptied(object, stored, steps, tellsZero);
	return { stored, shown: plain(withoutUnstored(shown, sent, stored, steps)), sent: plain(sent) };
}

/**
 * A whole that is not stored is shown for the parts of it that are stored elsewhere. Who leaves these out and sends the rest all the
 * same means it to be there.
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
 * Where a split says something else than before, neither alternative stays: the one that was not shown must not come to light. The parts
 * of a text that has changed are as they were shown: what else they held would stand in the new text.
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

/** Objects that the version has for what is stored elsewhere, and that are not stored. */
function withoutEmptied(object: JsonObject, stored: JsonObject, steps: readonly ConversionStep[], tellsZero: (path: string) => boolean): JsonObject {
	return steps.reduce((result, step) => {
		const targets = targetsInStorage(step);
		const isThere = (value: JsonValue | undefined, path: string) => value !== undefined && (step.kind !== 'join' || !isZero(value) || tellsZero(path));
		if (step.kind === 'whenAbsent' || !targets.some((path) => isThere(getAt(object, path), path))) return result;
		return sourcesHere(step)
			.flatMap(holders)
			.filter((path) => !targets.includes(path))
			.reduce((left, path) => (isEmpty(getAt(left, path)) && getAt(stored, path) === undefined ? removeLeafAt(left, path) : left), result);
	}, object);
}
