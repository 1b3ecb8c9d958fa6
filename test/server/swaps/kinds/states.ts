/** What was written of made-up kinds, as their writers were told, and whether what readers and watchers saw fits it. Checked when all is over. */
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, JsonValue } from '../../../../runtime/model/catalog.ts';
import type { Loose } from '../../../setup/loose.ts';
import { byNow, type Possible, shownIn } from './expected.ts';
import type { Plan, Shape, VersionName } from './plan.ts';

/** By field, everything that it may be. */
export type State = ReadonlyMap<string, readonly Possible[]>;

interface Written {
	readonly revision: number;
	/** How many swaps there were when the write began. */
	readonly since: number;
	/** Undefined: deleted, at a revision behind the one before. */
	readonly state: State | undefined;
}

interface Seen {
	readonly what: string;
	readonly name: string;
	readonly revision: number;
	readonly version: VersionName;
	readonly object: Loose;
	/** By one of the snapshots between these. */
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
	readonly #written = new Map<string, Written[]>();
	readonly #seen: Seen[] = [];
	readonly #lists: SeenList[] = [];
	readonly #missed: { readonly name: string; readonly known: Written | undefined }[] = [];
	readonly #deletions = new Map<string, Set<number>>();

	/** `plans`: one for each swap, the first one before any; grows. */
	constructor(shape: Shape, plans: readonly Plan[]) {
		this.#shape = shape;
		this.#plans = plans;
	}

	get observations(): number {
		return this.#seen.length + this.#lists.length + this.#missed.length;
	}

	get names(): readonly string[] {
		return [...this.#written.keys()];
	}

	wrote(name: string, written: Written): void {
		const all = this.#written.get(name);
		if (all === undefined) this.#written.set(name, [written]);
		else all.push(written);
	}

	last(name: string): Written | undefined {
		return this.#written.get(name)?.at(-1);
	}

	deletedAt(name: string, revision: number): void {
		const known = this.#deletions.get(name) ?? new Set();
		this.#deletions.set(name, known.add(revision));
	}

	saw(seen: Seen): void {
		this.#seen.push(seen);
	}

	/** An object was not found by who knew this of it: it must have been deleted since. */
	sawNone(name: string, known: Written | undefined): void {
		this.#missed.push({ name, known });
	}

	sawList(list: SeenList): void {
		this.#lists.push(list);
	}

	*revisions(): Generator<number> {
		for (const all of this.#written.values()) for (const { state, revision } of all) if (state !== undefined) yield revision;
	}

	check(): readonly string[] {
		for (const seen of this.#seen) this.#check(seen);
		for (const list of this.#lists) this.#checkList(list);
		for (const { name, known } of this.#missed) {
			const all = this.#written.get(name) ?? [];
			const since = known === undefined ? [] : all.slice(all.indexOf(known));
			if (known !== undefined && since.every(({ state }) => state !== undefined)) this.failures.push(`${name}, written at ${known.revision}, was not found`);
		}
		return this.failures;
	}

	/** A rewriting of what is stored has a revision of its own and is no write. */
	#check(seen: Seen): void {
		const { what, name, revision, version, object, from, to } = seen;
		const written = this.#written.get(name)?.findLast((each) => each.state !== undefined && each.revision <= revision);
		if (written?.state === undefined) {
			this.failures.push(`${what}: ${name} at ${revision} was never written`);
			return;
		}
		const { state, since } = written;
		const wrong = this.#plans.slice(from, to + 1).map((plan) => this.#wrongBy(plan, version, object, state, this.#plans.slice(since, to + 1)));
		if (!wrong.includes(undefined)) this.failures.push(`${what}: ${name} at ${revision}, written at ${written.revision}: ${[...new Set(wrong)].join(' | ')}`);
	}

	/** `plans`: all since the state was written. */
	#wrongBy(plan: Plan, version: VersionName, object: Loose, state: State, plans: readonly Plan[]): string | undefined {
		for (const field of this.#shape) {
			const found = fieldOf(object, field.paths.get(version));
			const shown = byNow(field, state.get(field.name) ?? [undefined], plans).map((value) => shownIn(field, plan, version, value));
			// What lies as it was written may still show what the snapshot does not know.
			if (shown.some((each) => isSame(each, found)) || (!plan.known.has(field.name) && found === undefined)) continue;
			return `${field.name} is ${JSON.stringify(found)} instead of ${JSON.stringify(shown)} (of ${JSON.stringify(state.get(field.name))})`;
		}
		return undefined;
	}

	#checkList({ what, at, revisions }: SeenList): void {
		for (const [name, all] of this.#written) {
			const before = all.findLast(({ revision }) => revision <= at);
			const shown = revisions.get(name);
			if (before?.state === undefined) continue;
			const isGone = [...(this.#deletions.get(name) ?? [])].some((revision) => revision > before.revision && revision <= at);
			if (shown === undefined && !isGone) this.failures.push(`${what} at ${at}: ${name}, written at ${before.revision}, is not there`);
			if (shown !== undefined && shown < before.revision)
				this.failures.push(`${what} at ${at}: ${name} is shown as of ${shown}, and was written at ${before.revision}`);
			if (shown !== undefined && isGone) this.failures.push(`${what} at ${at}: ${name} was deleted`);
		}
	}
}

export function fieldOf(object: Loose, path: readonly string[] | undefined): Possible {
	if (path === undefined) return undefined;
	return path.reduce<Loose>((value, name) => value?.[name], object.spec);
}

/** The spec that says these fields in a version. */
export function specOf(shape: Shape, version: VersionName, values: ReadonlyMap<string, Possible | null>): JsonObject {
	const spec: JsonObject = {};
	for (const { name, paths } of shape) {
		const [first, second] = paths.get(version) ?? [];
		const value = values.get(name);
		if (first === undefined || value === undefined) continue;
		if (second === undefined) spec[first] = value as JsonValue;
		else spec[first] = { ...(spec[first] as JsonObject | undefined), [second]: value as JsonValue };
	}
	return spec;
}

/** Entries that are told apart by keys have no order that a patch promises. */
export function isSame(one: Possible, other: Possible): boolean {
	return isDeepStrictEqual(inOrder(one), inOrder(other));
}

function inOrder(value: Possible): Possible {
	return Array.isArray(value) ? (value as { readonly key: string }[]).toSorted((a, b) => (a.key < b.key ? -1 : 1)) : value;
}
