/** Determines the state that a write has left, from its answer and the snapshots in force. */
import type { Loose } from '../../../setup/loose.ts';
import { byNow, type FieldChange, leftOfChange, leftOfNew, type Possible, shownIn } from './expected.ts';
import type { FieldPlan, Plan, Shape, VersionName } from './plan.ts';
import { fieldOf, isSame, type State } from './values.ts';

/** Successful write. */
export interface Acknowledged {
	readonly revision: number;
	/** Number of swaps when the write began; `to` is the number when it was answered. */
	readonly from: number;
	readonly to: number;
	readonly version: VersionName;
	/** Description for error messages. */
	readonly what: string;
	/** Object of the answer. */
	readonly object: Loose;
	/** Change of each field; returns its argument for fields that the write does not mention. */
	readonly change: (field: FieldPlan) => FieldChange;
	readonly isDelete: boolean;
}

/** State after a write. */
export interface Written {
	readonly revision: number;
	/** Number of the first swap whose snapshot may have carried out the write. */
	readonly since: number;
	/** Undefined after a delete. */
	readonly state: State | undefined;
}

/**
 * Returns the state after another write, or a text that says why it is impossible. An earlier snapshot never overwrites the write of a
 * later one. For an existing object only snapshots count that are at least as new as those that may have carried out the previous write.
 */
export function after(before: Written | undefined, write: Acknowledged, shape: Shape, all: readonly Plan[]): Written | string {
	const { revision, from, to, version, isDelete } = write;
	const state = before?.state;
	const since = state === undefined ? from : Math.max(from, before?.since ?? 0);
	if (isDelete) return state === undefined ? 'it was not there' : { revision, since, state: undefined };
	const plans = all.slice(before?.since ?? 0, to + 1);
	const outcomes = [...new Set(all.slice(since, to + 1))].map((plan) => outcomeBy(plan, shape, version, write, state, plans));
	const left = outcomes.filter((outcome) => typeof outcome !== 'string');
	if (left.length === 0) return [...new Set(outcomes)].join(' | ') || 'a snapshot that is too old has carried it out';
	const isIdle = left.some(({ mayBeIdle }) => mayBeIdle);
	return { revision, since: isIdle ? (before?.since ?? 0) : since, state: union(left.map((each) => each.state)) };
}

interface Outcome {
	readonly state: State;
	/**
	 * True when the write may have changed nothing and so stored nothing. Values that a conversion filled in are then answered but not
	 * stored, and values that it dropped stay stored.
	 */
	readonly mayBeIdle: boolean;
}

/**
 * Returns the state if this snapshot carried out the write, as far as the answer shows it. A text says why it cannot have been this one.
 * `plans` are all since the previous write.
 */
function outcomeBy(
	plan: Plan,
	shape: Shape,
	version: VersionName,
	{ change, object }: Acknowledged,
	before: State | undefined,
	plans: readonly Plan[],
): Outcome | string {
	if (!plan.served.includes(version)) return `${version} is not served`;
	const [was, left] = [new Map<string, readonly Possible[]>(), new Map<string, readonly Possible[]>()];
	for (const field of shape) {
		const from = before === undefined ? [undefined] : byNow(field, before.get(field.name) ?? [undefined], plans);
		const possible = from.map((value) =>
			before === undefined ? leftOfNew(field, plan, version, change(field)(undefined)) : leftOfChange(field, plan, version, value, change(field)),
		);
		const found = fieldOf(object, field.paths.get(version));
		const fitting = possible.filter((value) => isSame(field.paths.has(version) ? shownIn(field, plan, version, value) : undefined, found));
		if (fitting.length === 0) return `${field.name} is ${JSON.stringify(found)} instead of ${JSON.stringify(possible)} (of ${JSON.stringify(from)})`;
		was.set(field.name, from);
		left.set(field.name, distinct(fitting));
	}
	const isUnchanged = ({ name }: FieldPlan): boolean =>
		!plan.known.has(name) || left.get(name)?.some((value) => was.get(name)?.some((each) => isSame(each, value))) === true;
	const mayBeIdle = before !== undefined && shape.every(isUnchanged);
	return { state: mayBeIdle ? union([left, was]) : left, mayBeIdle };
}

/** Returns every value that any of the states allows. */
function union(states: readonly State[]): State {
	const names = states[0]?.keys() ?? [];
	return new Map([...names].map((name) => [name, distinct(states.flatMap((state) => state.get(name) ?? []))]));
}

function distinct(values: readonly Possible[]): readonly Possible[] {
	return values.filter((value, i) => values.findIndex((other) => isSame(value, other)) === i);
}
