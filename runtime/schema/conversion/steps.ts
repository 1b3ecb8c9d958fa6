/**
 * The steps of one level of an object, taken all at once: each reads from the object as it was and no step sees what another did,
 * so that their order in the spec means nothing. A step may be about a part of what another moves: the part goes its own way, and
 * the rest goes with the whole. Where an order would be needed, the check of specs refuses the steps (`overlap.ts`).
 */
import type { ConversionStep, JsonObject, JsonValue } from '../../model/catalog.ts';
import { getAt, removeAt, removeLeafAt, setAt } from '../../model/path.ts';

interface Placed {
	readonly path: string;
	readonly value: JsonValue;
}

type Relocation = Exclude<ConversionStep, { kind: 'whenAbsent' }>;

/** The steps of one level, in the orders in which they take and place. */
export class Level {
	readonly steps: readonly ConversionStep[];
	/** Parts before the wholes that they are taken out of. */
	readonly #byDepthHere: readonly Relocation[];
	readonly #byDepthInStorage: readonly Relocation[];
	readonly #sources: readonly string[];
	readonly #targets: readonly string[];

	constructor(steps: readonly ConversionStep[]) {
		const relocations = steps.filter((step) => step.kind !== 'whenAbsent');
		this.steps = steps;
		this.#byDepthHere = relocations.toSorted((a, b) => depth(b.here) - depth(a.here));
		this.#byDepthInStorage = relocations.toSorted((a, b) => depthInStorage(b) - depthInStorage(a));
		this.#sources = relocations.map(({ here }) => here);
		this.#targets = relocations.flatMap(targetsInStorage);
	}

	toStorage(object: JsonObject): JsonObject {
		if (this.steps.length === 0) return object;
		let result = object;
		const placed: Placed[] = [];
		for (const step of this.#byDepthHere) {
			const value = getAt(result, step.here);
			if (value === undefined) continue;
			// An object that the storage version has as well is there, whatever has left it; one that it has not is unknown to it.
			result = removeLeafAt(result, step.here);
			if (step.kind === 'move') placed.push({ path: step.storage, value });
			else if (!isUnset(value)) placed.push({ path: typeof value === 'string' ? step.string : step.integer, value });
		}
		result = withPlaced(without(result, this.#targets), placed, this.#targets);
		for (const step of this.steps) {
			if (step.kind === 'whenAbsent' && getAt(result, step.storage) == null) result = setAt(result, step.storage, step.value as JsonValue);
		}
		return result;
	}

	fromStorage(object: JsonObject): JsonObject {
		if (this.steps.length === 0) return object;
		let result = object;
		const placed: Placed[] = [];
		for (const step of this.#byDepthInStorage) {
			const value = step.kind === 'move' ? getAt(result, step.storage) : alternativeOf(step, result);
			result = targetsInStorage(step).reduce(removeAt, result);
			if (value !== undefined && (step.kind === 'move' || value !== null)) placed.push({ path: step.here, value });
		}
		return withPlaced(without(result, this.#sources), placed, this.#sources);
	}
}

function depth(path: string): number {
	return path.split('.').length;
}

/** The alternatives of a split are single values: nothing is taken out of them. */
function depthInStorage(step: Relocation): number {
	return step.kind === 'move' ? depth(step.storage) : Number.POSITIVE_INFINITY;
}

/** What a split shows of the storage version: the text, where it says anything. */
function alternativeOf({ string, integer }: Extract<ConversionStep, { kind: 'split' }>, object: JsonObject): JsonValue | undefined {
	return [getAt(object, string), getAt(object, integer)].find((value) => value !== undefined && !isUnset(value));
}

/** Zero is what Kubernetes' int-or-string says when it is not set. */
function isUnset(value: JsonValue): boolean {
	return value === null || value === 0 || value === '';
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
function without(object: JsonObject, paths: readonly string[]): JsonObject {
	return paths.reduce(removeAt, object);
}

/** Wholes first: what they have by the name of a part that comes from elsewhere, or does not come, is another field. */
function withPlaced(object: JsonObject, placed: readonly Placed[], paths: readonly string[]): JsonObject {
	const inOrder = placed.length < 2 ? placed : placed.toSorted((a, b) => depth(a.path) - depth(b.path));
	return inOrder.reduce((result, { path, value }) => {
		const parts = typeof value === 'object' && value !== null ? paths.filter((other) => other.startsWith(`${path}.`)) : [];
		return parts.reduce(removeLeafAt, setAt(result, path, value));
	}, object);
}
