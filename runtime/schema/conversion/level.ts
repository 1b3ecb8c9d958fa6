/**
 * What steps make hard to tell apart in the storage version, at one level of an object, is made plain before differences are looked for:
 * the two alternatives of a split are one value, and an object may be there only because something has been taken out of it.
 */
import type { ConversionStep, JsonObject } from '../../model/catalog.ts';
import { deepEqual, isEmpty } from '../../model/equal.ts';
import { getAt, removeAt, removeLeafAt } from '../../model/path.ts';
import { holders, targetsInStorage } from './steps.ts';

interface Compared {
	readonly stored: JsonObject;
	readonly shown: JsonObject;
	readonly sent: JsonObject;
}

/** `steps`: those whose paths begin at these objects. */
export function madePlain(objects: Compared, steps: readonly ConversionStep[]): Compared {
	if (steps.length === 0) return objects;
	const { shown, sent } = objects;
	const stored = steps.reduce((result, step) => withoutChanged(result, shown, sent, step), objects.stored);
	return { stored, shown: withoutEmptied(withoutUnstored(shown, sent, stored, steps), stored, steps), sent: withoutEmptied(sent, stored, steps) };
}

/**
 * A whole that is not stored is shown for the parts of it that are stored elsewhere. Who leaves these out and sends the rest all the
 * same means it to be there.
 */
function withoutUnstored(shown: JsonObject, sent: JsonObject, stored: JsonObject, steps: readonly ConversionStep[]): JsonObject {
	return steps.reduce((result, step) => {
		if (step.kind !== 'move' || getAt(stored, step.storage) !== undefined) return result;
		const parts = steps.filter((other) => other.kind !== 'whenAbsent' && other.here.startsWith(`${step.here}.`));
		const isLeft = parts.some((part) => targetsInStorage(part).some((path) => getAt(sent, path) !== undefined));
		return parts.length === 0 || isLeft ? result : removeAt(result, step.storage);
	}, shown);
}

/** Where a split says something else than before, neither alternative stays: the one that was not shown must not come to light. */
function withoutChanged(stored: JsonObject, shown: JsonObject, sent: JsonObject, step: ConversionStep): JsonObject {
	if (step.kind !== 'split' || targetsInStorage(step).every((path) => deepEqual(getAt(shown, path), getAt(sent, path)))) return stored;
	return targetsInStorage(step).reduce(removeAt, stored);
}

/** Objects that the version has for what is stored elsewhere, and that are not stored. */
function withoutEmptied(object: JsonObject, stored: JsonObject, steps: readonly ConversionStep[]): JsonObject {
	return steps.reduce((result, step) => {
		if (step.kind === 'whenAbsent' || !targetsInStorage(step).some((path) => getAt(object, path) !== undefined)) return result;
		return holders(step.here).reduce(
			(left, path) => (isEmpty(getAt(left, path)) && getAt(stored, path) === undefined ? removeLeafAt(left, path) : left),
			result,
		);
	}, object);
}
