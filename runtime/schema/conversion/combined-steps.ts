/**
 * Conversion steps between two versions that a third one connects: the inverse of steps, and two conversions in a row. Versions state their
 * steps to one other version, and these functions give the steps to the storage version, whichever that is.
 */
import type { ConversionStep, ExchangedValue, JsonValue, Relocation } from '../../model/catalog.ts';
import { deepEqual } from '../../model/equal.ts';
import { isRelocation, sourcesHere, targetsInStorage } from './steps.ts';

type Move = Extract<ConversionStep, { kind: 'move' }>;

/** Steps that cannot be inverted or combined; the message says which. */
export class CombinationError extends Error {
	override readonly name = 'CombinationError';
}

/** Returns the steps in the other direction. Throws CombinationError for entries of maps. */
export function reversed(steps: readonly ConversionStep[]): ConversionStep[] {
	return steps.map(inverse);
}

function inverse(step: ConversionStep): ConversionStep {
	switch (step.kind) {
		case 'move':
			if (step.entries !== undefined) throw new CombinationError(`entries of the map ${step.here} are fields of the other version`);
			return {
				...step,
				here: step.storage,
				storage: step.here,
				...(step.values !== undefined && { values: step.values.map(({ here, storage }) => ({ here: storage, storage: here })) }),
			};
		case 'split': {
			const { here, ...rest } = step;
			return { ...rest, kind: 'merge', storage: here };
		}
		case 'merge': {
			const { storage, ...rest } = step;
			return { ...rest, kind: 'split', here: storage };
		}
		case 'join':
			return { ...step, here: step.storage, storage: step.here };
		case 'whenAbsent': {
			const { storage, ...rest } = step;
			return { ...rest, kind: 'whenAbsentHere', here: storage };
		}
		case 'whenAbsentHere': {
			const { here, ...rest } = step;
			return { ...rest, kind: 'whenAbsent', storage: here };
		}
	}
}

/** Returns the steps of `first` followed by `second`. Throws CombinationError where a value would need two steps that are no moves. */
export function composed(first: readonly ConversionStep[], second: readonly ConversionStep[]): ConversionStep[] {
	if (first.length === 0) return [...second];
	if (second.length === 0) return [...first];
	const types = new Set([...first, ...second].map(({ type }) => type));
	return [...types].flatMap((type) => new Composition(ofType(first, type), ofType(second, type)).steps());
}

function ofType(steps: readonly ConversionStep[], type: string | undefined): readonly ConversionStep[] {
	return steps.filter((step) => step.type === type);
}

/** Two conversions of one level, from the version `a` over `m` to `b`. */
class Composition {
	readonly #first: readonly ConversionStep[];
	readonly #second: readonly ConversionStep[];
	/** Steps of `second` that a step of `first` includes already. */
	readonly #used = new Set<ConversionStep>();

	constructor(first: readonly ConversionStep[], second: readonly ConversionStep[]) {
		this.#first = first;
		this.#second = second;
	}

	steps(): ConversionStep[] {
		const before = this.#first.flatMap((step) => this.#continued(step));
		const after = this.#second.filter((step) => !this.#used.has(step)).map((step) => this.#preceded(step));
		const all = [...before, ...after];
		return all.filter((step, index) => !this.#isIdle(step, all) && all.findIndex((other) => isSame(other, step)) === index);
	}

	/** Returns a step of `first` with its targets in `b`. */
	#continued(step: ConversionStep): readonly ConversionStep[] {
		if (step.kind === 'whenAbsent') return [{ ...step, storage: this.#out(step.storage) }];
		if (step.kind === 'whenAbsentHere') return [step];
		const targets = targetsInStorage(step);
		const next = this.#second.filter(isRelocation).filter((other) => sourcesHere(other).some((source) => targets.includes(source)));
		const other = next.find(({ kind }) => kind !== 'move') ?? next[0];
		if (other === undefined) return [this.#outOf(step)];
		if (step.kind === 'move' && other.kind === 'move') {
			this.#used.add(other);
			return [withValues({ ...step, storage: other.storage }, step.values, other.values)];
		}
		if (step.kind === 'move') {
			// The other step names the value as one of its sources.
			return step.values === undefined && step.entries === undefined ? [] : this.#fail(step);
		}
		if (other.kind === 'move') return [this.#outOf(step, next)];
		this.#used.add(other);
		return cancelled(step, other) ?? this.#fail(step);
	}

	/** Returns a step of `second` with its sources in `a`. */
	#preceded(step: ConversionStep): ConversionStep {
		switch (step.kind) {
			case 'whenAbsent':
				return step;
			case 'whenAbsentHere':
				return { ...step, here: this.#back(step.here) };
			case 'move':
			case 'split':
				return { ...step, here: this.#back(step.here) };
			case 'merge':
				return { ...step, integer: this.#back(step.integer), string: this.#back(step.string) };
			case 'join':
				return { ...step, here: step.here.map((path) => this.#back(path)) };
		}
	}

	#outOf(step: Relocation, moves: readonly Relocation[] = []): ConversionStep {
		for (const move of moves) this.#used.add(move);
		switch (step.kind) {
			case 'move':
				return {
					...step,
					storage: this.#out(step.storage),
					...(step.entries !== undefined && {
						entries: step.entries.map((entry) =>
							'storage' in entry ? { ...entry, storage: this.#out(entry.storage) } : { ...entry, repeats: this.#out(entry.repeats) },
						),
					}),
				};
			case 'merge':
				return { ...step, storage: this.#out(step.storage) };
			case 'split':
				return { ...step, integer: this.#out(step.integer), string: this.#out(step.string) };
			case 'join':
				return { ...step, storage: step.storage.map((path) => this.#out(path)) };
		}
	}

	/** Returns the path in `b` of a path in `m`. */
	#out(path: string): string {
		const move = longest(this.#second, path, ({ here }) => here);
		return move === undefined ? path : move.storage + path.slice(move.here.length);
	}

	/** Returns the path in `a` of a path in `m`. */
	#back(path: string): string {
		const move = longest(this.#first, path, ({ storage }) => storage);
		return move === undefined ? path : move.here + path.slice(move.storage.length);
	}

	/** Reports whether a step moves a value nowhere. It counts inside an object that another step moves. */
	#isIdle(step: ConversionStep, all: readonly ConversionStep[]): boolean {
		if (step.kind !== 'move' || step.here !== step.storage || step.values !== undefined || step.entries !== undefined) return false;
		return !all.some((other) => other !== step && [...sourcesHere(other), ...targetsInStorage(other)].some((path) => step.here.startsWith(`${path}.`)));
	}

	#fail(step: Relocation): never {
		throw new CombinationError(`${sourcesHere(step).join(', ')} is converted by two steps`);
	}
}

/** Returns the moves of two steps of which the second undoes the first; undefined when it does not. */
function cancelled(step: Relocation, other: Relocation): readonly ConversionStep[] | undefined {
	const base = step.type === undefined ? {} : { type: step.type };
	const moves = (here: readonly string[], storage: readonly string[]): readonly ConversionStep[] =>
		here.map((path, index): Move => ({ kind: 'move', ...base, here: path, storage: storage[index] ?? '' }));
	if (step.kind === 'split' && other.kind === 'merge')
		return step.integer === other.integer && step.string === other.string ? moves([step.here], [other.storage]) : undefined;
	if (step.kind === 'merge' && other.kind === 'split') return moves([step.integer, step.string], [other.integer, other.string]);
	if (step.kind !== 'join' || other.kind !== 'join' || step.separator !== other.separator) return undefined;
	return isSame(step.storage, other.here) && step.here.length === other.storage.length ? moves(step.here, other.storage) : undefined;
}

function longest(steps: readonly ConversionStep[], path: string, sideOf: (move: Move) => string): Move | undefined {
	const moves = steps.filter((step) => step.kind === 'move').filter((move) => path === sideOf(move) || path.startsWith(`${sideOf(move)}.`));
	return moves.reduce<Move | undefined>((best, move) => (best === undefined || sideOf(move).length > sideOf(best).length ? move : best), undefined);
}

/** Combines the exchanged values of two moves. */
function withValues(move: Move, first: readonly ExchangedValue[] = [], second: readonly ExchangedValue[] = []): Move {
	const pairs = [
		...first.map(({ here, storage }) => ({ here, storage: second.find((one) => isSame(one.here, storage))?.storage ?? storage })),
		...second.filter(({ here }) => !first.some((one) => isSame(one.storage, here))),
	];
	const { values: _, ...rest } = move;
	return pairs.length === 0 ? rest : { ...rest, values: pairs };
}

/** Returns the path in the storage version of a path that begins at the root; undefined when no moves lead there. */
export function storagePath(path: string, steps: readonly ConversionStep[]): string | undefined {
	const ofRoot = ofType(steps, undefined);
	const isTaken = ofRoot.filter(isRelocation).some((step) => step.kind !== 'move' && sourcesHere(step).includes(path));
	const move = longest(ofRoot, path, ({ here }) => here);
	if (isTaken) return undefined;
	return move === undefined ? path : move.storage + path.slice(move.here.length);
}

/** Compares parts of steps, which are plain data. */
function isSame(one: unknown, other: unknown): boolean {
	return deepEqual(one as JsonValue, other as JsonValue);
}
