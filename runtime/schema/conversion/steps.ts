/**
 * The steps of one level of an object, taken all at once: each reads from the object as it was and no step sees what another did,
 * so that their order means nothing. Where that could not be, the check of specs refuses the steps (`overlap.ts`).
 */
import type { ConversionStep, JsonObject, JsonValue } from '../../model/catalog.ts';
import { getAt, removeAt, removeLeafAt, setAt } from '../../model/path.ts';

interface Placed {
	readonly path: string;
	readonly value: JsonValue;
}

/** To the storage version. */
export function forward(object: JsonObject, steps: readonly ConversionStep[]): JsonObject {
	if (steps.length === 0) return object;
	let result = object;
	const placed: Placed[] = [];
	for (const step of steps) {
		if (step.kind === 'whenAbsent') continue;
		const value = getAt(object, step.here);
		if (value === undefined) continue;
		// An object that the storage version has as well is there, whatever has left it; one that it has not is unknown to it.
		result = removeLeafAt(result, step.here);
		if (step.kind === 'move') placed.push({ path: step.storage, value });
		else if (!isUnset(value)) placed.push({ path: typeof value === 'string' ? step.string : step.integer, value });
	}
	result = withPlaced(withoutLeft(result, steps, targetsInStorage), placed);
	for (const step of steps) {
		if (step.kind === 'whenAbsent' && getAt(result, step.storage) == null) result = setAt(result, step.storage, step.value as JsonValue);
	}
	return result;
}

/** From the storage version. */
export function backward(object: JsonObject, steps: readonly ConversionStep[]): JsonObject {
	if (steps.length === 0) return object;
	let result = object;
	const placed: Placed[] = [];
	for (const step of steps) {
		if (step.kind === 'whenAbsent') continue;
		const value = step.kind === 'move' ? getAt(object, step.storage) : alternativeOf(step, object);
		result = step.kind === 'move' ? removeAt(result, step.storage) : removeAt(removeAt(result, step.string), step.integer);
		if (value !== undefined && (step.kind === 'move' || value !== null)) placed.push({ path: step.here, value });
	}
	return withPlaced(withoutLeft(result, steps, sourcesHere), placed);
}

/** What a split shows of the storage version: the text, where it says anything. */
function alternativeOf({ string, integer }: Extract<ConversionStep, { kind: 'split' }>, object: JsonObject): JsonValue | undefined {
	return [getAt(object, string), getAt(object, integer)].find((value) => value !== undefined && !isUnset(value));
}

/** Zero is what Kubernetes' int-or-string says when it is not set. */
function isUnset(value: JsonValue): boolean {
	return value === null || value === 0 || value === '';
}

function sourcesHere(step: ConversionStep): readonly string[] {
	return step.kind === 'whenAbsent' ? [] : [step.here];
}

export function targetsInStorage(step: ConversionStep): readonly string[] {
	switch (step.kind) {
		case 'move':
			return [step.storage];
		case 'split':
			return [step.integer, step.string];
		case 'whenAbsent':
			return [];
	}
}

/** What has the name of a field that is filled from elsewhere has no place in the other version, be it what that field's values come out of. */
function withoutLeft(object: JsonObject, steps: readonly ConversionStep[], to: (step: ConversionStep) => readonly string[]): JsonObject {
	return steps.flatMap(to).reduce(removeAt, object);
}

function withPlaced(object: JsonObject, placed: readonly Placed[]): JsonObject {
	return placed.reduce((result, { path, value }) => setAt(result, path, value), object);
}
