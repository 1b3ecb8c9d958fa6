/**
 * Records the acknowledged writes of generated kinds and checks that readers and watchers saw fitting states. The check runs at the end, in
 * the order of revisions.
 */
import type { Loose } from '../../../setup/loose.ts';
import { byNow, shownIn } from './expected.ts';
import { type Acknowledged, after, type Written } from './outcome.ts';
import type { Plan, Shape, VersionName } from './plan.ts';
import { fieldOf, isSame, type State } from './values.ts';

interface Seen {
	readonly what: string;
	readonly name: string;
	readonly revision: number;
	readonly version: VersionName;
	readonly object: Loose;
	/** Number of swaps when the read began; a snapshot from here to `to` answered it. */
	readonly from: number;
	readonly to: number;
}

interface SeenList {
	readonly what: string;
	readonly at: number;
	readonly revisions: ReadonlyMap<string, number>;
}

export class States {
	readonly failures: string[] = [];
	readonly #shape: Shape;
	readonly #plans: readonly Plan[];
	readonly #acknowledged = new Map<string, Acknowledged[]>();
	readonly #written = new Map<string, Written[]>();
	readonly #seen: Seen[] = [];
	readonly #lists: SeenList[] = [];
	readonly #missed: { readonly name: string; readonly since: number }[] = [];

	/** `plans` has the plan before any swap, then one for each swap; it grows. */
	constructor(shape: Shape, plans: readonly Plan[]) {
		this.#shape = shape;
		this.#plans = plans;
	}

	get observations(): number {
		return this.#seen.length + this.#lists.length + this.#missed.length;
	}

	wrote(name: string, write: Acknowledged): void {
		const all = this.#acknowledged.get(name);
		if (all === undefined) this.#acknowledged.set(name, [write]);
		else all.push(write);
	}

	/** Returns the newest acknowledged write. */
	last(name: string): Acknowledged | undefined {
		return this.#acknowledged.get(name)?.reduce((newest, each) => (each.revision > newest.revision ? each : newest));
	}

	saw(seen: Seen): void {
		this.#seen.push(seen);
	}

	/** Records that an object which existed at a revision was not found: it must have been deleted after that. */
	sawNone(name: string, since: number): void {
		this.#missed.push({ name, since });
	}

	sawList(list: SeenList): void {
		this.#lists.push(list);
	}

	*revisions(): Generator<number> {
		for (const all of this.#acknowledged.values()) for (const { revision } of all) yield revision;
	}

	check(): readonly string[] {
		for (const [name, all] of this.#acknowledged) this.#written.set(name, this.#inOrder(name, all));
		for (const seen of this.#seen) this.#check(seen);
		for (const list of this.#lists) this.#checkList(list);
		for (const { name, since } of this.#missed) {
			const isGone = this.#written.get(name)?.some(({ state, revision }) => state === undefined && revision > since);
			if (isGone !== true) this.failures.push(`${name}, written at ${since}, was not found`);
		}
		return this.failures;
	}

	/** Orders the writes. Among writes answered with the same revision, one has written and the others have changed nothing. */
	#inOrder(name: string, all: readonly Acknowledged[]): Written[] {
		const written: Written[] = [];
		for (const group of Map.groupBy(
			all.toSorted((a, b) => a.revision - b.revision),
			({ revision }) => revision,
		).values()) {
			const tried = group.map((first) => this.#allOf(written.at(-1), [first, ...group.filter((other) => other !== first)]));
			const fitting = tried.find((each) => typeof each !== 'string');
			if (fitting === undefined) {
				this.failures.push(`${name} at ${group[0]?.revision}: ${tried.join(' / ')}`);
				break;
			}
			written.push(fitting);
		}
		return written;
	}

	#allOf(before: Written | undefined, writes: readonly Acknowledged[]): Written | string {
		let now = before;
		for (const write of writes) {
			const next = after(now, write, this.#shape, this.#plans);
			if (typeof next === 'string') return `${write.what} (swaps ${write.from} to ${write.to}, on what was written since ${now?.since}): ${next}`;
			now = next;
		}
		return now ?? 'nothing was written';
	}

	/** Checks an observed state against the write before it: rewriting a stored object gets a revision and is no write. */
	#check(seen: Seen): void {
		const { what, name, revision, version, object, from, to } = seen;
		const written = this.#written.get(name)?.findLast((each) => each.revision <= revision);
		if (written?.state === undefined) {
			this.failures.push(`${what}: ${name} at ${revision} was ${written === undefined ? 'never written' : 'deleted'}`);
			return;
		}
		const { state, since } = written;
		const wrong = this.#plans.slice(from, to + 1).map((plan) => this.#wrongBy(plan, version, object, state, this.#plans.slice(since, to + 1)));
		if (!wrong.includes(undefined)) this.failures.push(`${what}: ${name} at ${revision}, written at ${written.revision}: ${[...new Set(wrong)].join(' | ')}`);
	}

	/** Returns the reason why the object is wrong. `plans` are all since the state was written. */
	#wrongBy(plan: Plan, version: VersionName, object: Loose, state: State, plans: readonly Plan[]): string | undefined {
		for (const field of this.#shape) {
			const found = fieldOf(object, field.paths.get(version));
			const shown = byNow(field, state.get(field.name) ?? [undefined], plans).map((value) => shownIn(field, plan, version, value));
			// A stored object that was not rewritten may still show fields that the snapshot does not know.
			if (shown.some((each) => isSame(each, found)) || (!plan.known.has(field.name) && found === undefined)) continue;
			return `${field.name} is ${JSON.stringify(found)} instead of ${JSON.stringify(shown)} (of ${JSON.stringify(state.get(field.name))})`;
		}
		return undefined;
	}

	#checkList({ what, at, revisions }: SeenList): void {
		for (const [name, all] of this.#written) {
			const before = all.findLast(({ revision }) => revision <= at);
			const shown = revisions.get(name);
			if (before === undefined) continue;
			if (before.state === undefined && shown !== undefined) this.failures.push(`${what} at ${at}: ${name} was deleted at ${before.revision}`);
			if (before.state !== undefined && shown === undefined) this.failures.push(`${what} at ${at}: ${name}, written at ${before.revision}, is not there`);
			if (shown !== undefined && shown < before.revision)
				this.failures.push(`${what} at ${at}: ${name} is shown as of ${shown}, and was written at ${before.revision}`);
		}
	}
}
