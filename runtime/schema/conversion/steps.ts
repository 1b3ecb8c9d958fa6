/**
 * The steps of one level of an object, taken all at once: each reads from the object as it was and no step sees what another did,
 * so that their order means nothing. Where that could not be, the check of specs refuses the steps (`overlap.ts`).
 */
import type { ConversionStep, JsonObject, JsonValue } from '../../model/catalog.ts';
import { getAt, removeAt, setAt } from '../../model/path.ts';

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
		result = removeAt(result, step.here);
		if (step.kind === 'move') placed.push({ path: step.storage, value });
		// Zero is what Kubernetes' int-or-string says when it is not set.
		else if (value !== null && value !== 0 && value !== '') placed.push({ path: typeof value === 'string' ? step.string : step.integer, value });
	}
	result = withPlaced(withoutLeft(result, steps, sourcesHere, targetsInStorage), placed);
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
		const value = step.kind === 'move' ? getAt(object, step.storage) : (getAt(object, step.string) ?? getAt(object, step.integer));
		result = step.kind === 'move' ? removeAt(result, step.storage) : removeAt(removeAt(result, step.string), step.integer);
		if (value !== undefined && (step.kind === 'move' || value !== null)) placed.push({ path: step.here, value });
	}
	return withPlaced(withoutLeft(result, steps, targetsInStorage, sourcesHere), placed);
}

function sourcesHere(step: ConversionStep): readonly string[] {
	return step.kind === 'whenAbsent' ? [] : [step.here];
}

function targetsInStorage(step: ConversionStep): readonly string[] {
	switch (step.kind) {
		case 'move':
			return [step.storage];
		case 'split':
			return [step.integer, step.string];
		case 'whenAbsent':
			return [];
	}
}

/** Where a field takes the name of an object that its values come out of, nothing of that object may be left: it has no place in the other version. */
function withoutLeft(object: JsonObject, steps: readonly ConversionStep[], from: (step: ConversionStep) => readonly string[], to: typeof from): JsonObject {
	const sources = steps.flatMap(from);
	const names = steps.flatMap(to).filter((name) => sources.some((source) => source.startsWith(`${name}.`)));
	return names.reduce(removeAt, object);
}

function withPlaced(object: JsonObject, placed: readonly Placed[]): JsonObject {
	return placed.reduce((result, { path, value }) => setAt(result, path, value), object);
}
