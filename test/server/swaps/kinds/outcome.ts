/** What a write has left, as far as its answer shows it, whichever of the snapshots in force has carried it out. */
import type { Loose } from '../../../setup/loose.ts';
import { byNow, type FieldChange, leftOfChange, leftOfNew, type Possible, shownIn } from './expected.ts';
import type { FieldPlan, Plan, Shape, VersionName } from './plan.ts';
import { fieldOf, isSame, type State } from './values.ts';

/** A write that was answered well. */
export interface Acknowledged {
	readonly revision: number;
	/** How many swaps there were when it began, and when it was answered. */
	readonly from: number;
	readonly to: number;
	readonly version: VersionName;
	/** For messages. */
	readonly what: string;
	/** As it was answered. */
	readonly object: Loose;
	/** What it means for each field; of a field that it does not speak of it gives what it is given. */
	readonly change: (field: FieldPlan) => FieldChange;
	readonly isDelete: boolean;
}

/** After a write. */
export interface Written {
	readonly revision: number;
	/** No snapshot before this swap has carried it out. */
	readonly since: number;
	/** Undefined: deleted. */
	readonly state: State | undefined;
}

/**
 * After another write; text: it cannot have been so. What a later snapshot has written an earlier one does not write: of an object that
 * is there already, only snapshots count that are no older than those that the write before may have been carried out by.
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
	/** Where nothing changes nothing is written: what a conversion filled in is answered and not kept, and what it left out stays where it lies. */
	readonly mayBeIdle: boolean;
}

/** What the write has left if this snapshot has carried it out, as far as the answer shows it; text: it cannot have been this one. `plans`: all since the write before. */
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

/** Everything that may be by any of them. */
function union(states: readonly State[]): State {
	const names = states[0]?.keys() ?? [];
	return new Map([...names].map((name) => [name, distinct(states.flatMap((state) => state.get(name) ?? []))]));
}

function distinct(values: readonly Possible[]): readonly Possible[] {
	return values.filter((value, i) => values.findIndex((other) => isSame(value, other)) === i);
}
