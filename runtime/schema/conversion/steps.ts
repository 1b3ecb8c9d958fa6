/**
 * Applies the conversion steps of one level of an object simultaneously. Each step reads the original object and does not see the effect of
 * others, so their order in the spec has no meaning. A step may move a part out of an object that another step moves; the rest moves with
 * the object. The check of specs refuses steps that would need an order (`overlap.ts`).
 */
import type { ConversionStep, ExchangedValue, Field, JsonObject, JsonValue, Relocation } from '../../model/catalog.ts';
import { deepEqual, isEmpty } from '../../model/equal.ts';
import { getAt, removeAt, removeLeafAt, setAt } from '../../model/path.ts';
import { distinguishesZero } from './declared.ts';
import { putEntries, takeEntries } from './entries.ts';
import { type FieldsOf, type Join, type JoinSide, TextJoin } from './join.ts';

interface PathValue {
	readonly path: string;
	readonly value: JsonValue;
}

/** Treatment of objects that steps have emptied. They are kept while differences are computed. */
export type EmptyParents = 'prune' | 'keep';

type Move = Extract<ConversionStep, { kind: 'move' }>;
type Merge = Extract<ConversionStep, { kind: 'merge' }>;
type Split = Extract<ConversionStep, { kind: 'split' }>;

/** Steps of one level, sorted for taking values and for placing them. */
export class ConversionLevel {
	readonly steps: readonly ConversionStep[];
	/** Parts come before the objects from which they are taken. */
	readonly #byDepthHere: readonly Relocation[];
	readonly #byDepthInStorage: readonly Relocation[];
	readonly #sources: readonly string[];
	readonly #targets: readonly string[];
	/** Paths of alternatives, of splits in the storage version and of merges in this one, that distinguish zero from absence. */
	readonly #distinguishesZero: Readonly<Record<'split' | 'merge', ReadonlySet<string>>>;
	readonly #fields: FieldsOf;
	/** Objects of this version from which steps take values, and that the storage version requires even when empty. */
	readonly #required: ReadonlySet<string>;
	readonly #joinings: ReadonlyMap<Join, TextJoin>;

	constructor(steps: readonly ConversionStep[], fields: FieldsOf) {
		const inStorage = fields.storage;
		const relocations = steps.filter(isRelocation);
		this.#fields = fields;
		this.steps = steps;
		this.#byDepthHere = relocations.toSorted((a, b) => depthHere(b) - depthHere(a));
		this.#byDepthInStorage = relocations.toSorted((a, b) => depthInStorage(b) - depthInStorage(a));
		this.#sources = relocations.flatMap(sourcesHere);
		this.#targets = relocations.flatMap(targetsInStorage);
		const telling = (kind: 'split' | 'merge', field: FieldsOf['here']): ReadonlySet<string> =>
			new Set(relocations.flatMap((step) => (step.kind === kind ? [step.integer, step.string] : [])).filter((path) => distinguishesZero(field(path))));
		this.#distinguishesZero = { split: telling('split', inStorage), merge: telling('merge', fields.here) };
		this.#joinings = new Map(relocations.flatMap((step) => (step.kind === 'join' ? [[step, new TextJoin(step, fields)] as const] : [])));
		this.#required = new Set(this.#sources.flatMap(holders).filter((path) => inStorage(this.#movedPath(path))?.required === true));
	}

	toStorage(object: JsonObject, emptied: EmptyParents): JsonObject {
		if (this.steps.length === 0) return object;
		let result = object;
		const placed: PathValue[] = [];
		for (const step of this.#byDepthHere) {
			if (step.kind === 'join') {
				placed.push(...this.#across(step, object, 'here', 'storage'));
				result = step.here.reduce((left, path) => this.#removedFrom(left, path, emptied), result);
				continue;
			}
			if (step.kind === 'merge') {
				const value = this.#alternative(step, object);
				result = sourcesHere(step).reduce((left, path) => this.#removedFrom(left, path, emptied), result);
				if (value !== undefined && value !== null) placed.push({ path: step.storage, value });
				continue;
			}
			const value = getAt(result, step.here);
			if (value === undefined) continue;
			result = this.#removedFrom(result, step.here, emptied);
			if (step.kind === 'move') placed.push(...moved(value, step, object));
			else if (this.#isPresent(value, alternativeFor(step, value), 'split')) placed.push({ path: alternativeFor(step, value), value });
		}
		result = withPlaced(without(result, this.#targets), placed, this.#targets);
		for (const step of this.steps) if (step.kind === 'whenAbsent') result = this.#filled(result, step.storage, step.value as JsonValue, 'storage');
		return result;
	}

	/** Fills in an absent value, if the object around it is there or has to be. */
	#filled(object: JsonObject, path: string, value: JsonValue, side: JoinSide): JsonObject {
		if (getAt(object, path) != null) return object;
		const isWritten = (field: Field | undefined): boolean => field?.required === true || field?.presence === 'always';
		const isNeeded = holders(path).every((holder) => getAt(object, holder) !== undefined || isWritten(this.#fields[side](holder)));
		return isNeeded ? setAt(object, path, structuredClone(value)) : object;
	}

	#across(step: Join, object: JsonObject, from: JoinSide, to: JoinSide): PathValue[] {
		const values = this.#joinings.get(step)?.across(
			step[from].map((path) => getAt(object, path)),
			from,
		);
		return step[to].flatMap((path, index) => {
			const value = values?.[index];
			return value === undefined ? [] : [{ path, value }];
		});
	}

	#removedFrom(object: JsonObject, path: string, emptied: EmptyParents): JsonObject {
		if (getAt(object, path) === undefined) return object;
		return emptied === 'keep' ? removeLeafAt(object, path) : this.#removedWithEmptyParents(object, path);
	}

	/** Removes the value at the path, and enclosing objects that become empty. */
	#removedWithEmptyParents(object: JsonObject, path: string): JsonObject {
		let result = removeLeafAt(object, path);
		for (const holder of holders(path)) {
			if (!isEmpty(getAt(result, holder)) || this.#required.has(holder)) return result;
			result = removeLeafAt(result, holder);
		}
		return result;
	}

	/** Returns the storage path of an object of this version. */
	#movedPath(path: string): string {
		const whole = this.#byDepthHere.find((step) => step.kind === 'move' && (step.here === path || path.startsWith(`${step.here}.`)));
		return whole?.kind === 'move' ? whole.storage + path.slice(whole.here.length) : path;
	}

	fromStorage(object: JsonObject): JsonObject {
		if (this.steps.length === 0) return object;
		let result = object;
		const placed: PathValue[] = [];
		for (const step of this.#byDepthInStorage) {
			if (step.kind === 'join') {
				placed.push(...this.#across(step, object, 'storage', 'here'));
				result = step.storage.reduce(removeAt, result);
				continue;
			}
			const value = step.kind === 'move' ? withEntries(getAt(result, step.storage), step, object) : this.#shownValue(step, result);
			result = targetsInStorage(step).reduce(removeAt, result);
			if (value === undefined) continue;
			if (step.kind === 'merge') {
				if (this.#isPresent(value, alternativeFor(step, value), 'merge')) placed.push({ path: alternativeFor(step, value), value });
				continue;
			}
			if (step.kind === 'move') placed.push({ path: step.here, value: exchanged(value, step, 'storage', 'here') });
			else if (value !== null) placed.push({ path: step.here, value });
		}
		result = withPlaced(without(result, this.#sources), placed, this.#sources);
		for (const step of this.steps) if (step.kind === 'whenAbsentHere') result = this.#filled(result, step.here, step.value as JsonValue, 'here');
		return result;
	}

	#shownValue(step: Split | Merge, object: JsonObject): JsonValue | undefined {
		return step.kind === 'split' ? this.#alternative(step, object) : getAt(object, step.storage);
	}

	/** Returns the value of two alternatives: the first nonzero one, the string before the integer, or else the one that is set. */
	#alternative({ kind, string, integer }: Split | Merge, object: JsonObject): JsonValue | undefined {
		const said = [string, integer].flatMap((path) => {
			const value = getAt(object, path);
			return value !== undefined && this.#isPresent(value, path, kind) ? [value] : [];
		});
		return said.find((value) => !isZero(value)) ?? said[0];
	}

	/** Reports whether an alternative is set. Zero counts as absent when its field does not distinguish them. */
	#isPresent(value: JsonValue, path: string, kind: 'split' | 'merge'): boolean {
		return value !== null && (!isZero(value) || this.#distinguishesZero[kind].has(path));
	}
}

/** Returns the paths of the objects that enclose a path, innermost first. */
export function holders(path: string): string[] {
	const names = path.split('.').slice(0, -1);
	return names.map((_, index) => names.slice(0, names.length - index).join('.'));
}

function depth(path: string): number {
	return path.split('.').length;
}

/** Reports whether a step moves values; the others fill in absent ones. */
export function isRelocation(step: ConversionStep): step is Relocation {
	return step.kind !== 'whenAbsent' && step.kind !== 'whenAbsentHere';
}

/**
 * Returns the depth for sorting. Texts, their parts and alternatives are single values from which no step takes a part, so they come first.
 */
function depthHere(step: Relocation): number {
	return step.kind === 'join' || step.kind === 'merge' ? Number.POSITIVE_INFINITY : depth(step.here);
}

function depthInStorage(step: Relocation): number {
	return step.kind === 'move' ? depth(step.storage) : Number.POSITIVE_INFINITY;
}

function alternativeFor({ string, integer }: Split | Merge, value: JsonValue): string {
	return typeof value === 'string' ? string : integer;
}

function exchanged(value: JsonValue, { values }: Move, from: keyof ExchangedValue, to: keyof ExchangedValue): JsonValue {
	const other = values?.find((one) => deepEqual(one[from] as JsonValue, value));
	return other === undefined ? value : structuredClone(other[to] as JsonValue);
}

export function isZero(value: JsonValue): boolean {
	return value === 0 || value === '';
}

export function sourcesHere(step: ConversionStep): readonly string[] {
	switch (step.kind) {
		case 'move':
		case 'split':
			return [step.here];
		case 'join':
			return step.here;
		case 'merge':
			return [step.integer, step.string];
		case 'whenAbsent':
		case 'whenAbsentHere':
			return [];
	}
}

export function targetsInStorage(step: ConversionStep): readonly string[] {
	switch (step.kind) {
		case 'move':
			return [step.storage, ...entryTargets(step)];
		case 'split':
			return [step.integer, step.string];
		case 'join':
			return step.storage;
		case 'merge':
			return [step.storage];
		case 'whenAbsent':
		case 'whenAbsentHere':
			return [];
	}
}

function entryTargets({ entries = [] }: Move): string[] {
	return entries.flatMap((entry) => ('storage' in entry ? [entry.storage] : []));
}

function moved(value: JsonValue, step: Move, around: JsonObject): PathValue[] {
	const { map = undefined, placed } = step.entries === undefined ? { map: value, placed: [] } : takeEntries(value, step.entries, around);
	return [...(map === undefined ? [] : [{ path: step.storage, value: exchanged(map, step, 'here', 'storage') }]), ...placed];
}

function withEntries(value: JsonValue | undefined, { entries }: Move, around: JsonObject): JsonValue | undefined {
	return entries === undefined ? value : putEntries(value, entries, around);
}

/**
 * Removes values at the paths that steps fill. Such a value belongs to an unrelated field with the same name, which the other version
 * lacks.
 */
function without(object: JsonObject, paths: readonly string[]): JsonObject {
	return paths.reduce(removeAt, object);
}

/**
 * Places whole objects before their parts. A member with the name of a part that is placed separately is an unrelated field, and is
 * removed.
 */
function withPlaced(object: JsonObject, placed: readonly PathValue[], paths: readonly string[]): JsonObject {
	const inOrder = placed.length < 2 ? placed : placed.toSorted((a, b) => depth(a.path) - depth(b.path));
	return inOrder.reduce((result, { path, value }) => {
		const parts = typeof value === 'object' && value !== null ? paths.filter((other) => other.startsWith(`${path}.`)) : [];
		return parts.reduce(removeLeafAt, setAt(result, path, value));
	}, object);
}
