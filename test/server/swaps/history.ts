/**
 * Records the acknowledged writes and checks that reads fit them. The check runs at the end, because a read may be answered before the
 * write that it shows.
 */
import type { Loose } from '../../setup/loose.ts';

/** State of an object. Undefined `content` marks a deletion at a revision after this one. */
interface State {
	readonly revision: number;
	readonly content: string | undefined;
}

interface Seen {
	readonly what: string;
	readonly name: string;
	readonly revision: number;
	readonly content: string;
	/** Revision at which this state was current; undefined means at its own. */
	readonly at?: number;
}

/** Content of a whole list. */
interface SeenList {
	readonly what: string;
	readonly at: number;
	readonly names: ReadonlySet<string>;
	/** Selector of the list. */
	readonly selects: (content: Loose) => boolean;
}

export class History {
	readonly #states = new Map<string, State[]>();
	readonly #seen: Seen[] = [];
	readonly #lists: SeenList[] = [];
	/** Revisions at which watchers saw an object deleted. */
	readonly #deletions = new Map<string, Set<number>>();
	readonly failures: string[] = [];

	get names(): Iterable<string> {
		return this.#states.keys();
	}

	get observations(): number {
		return this.#seen.length + this.#lists.length;
	}

	/** Records an acknowledged write. */
	wrote(name: string, revision: number, content: string): void {
		this.#of(name).push({ revision, content });
	}

	/** Records an acknowledged delete of the last written state. */
	deleted(name: string): void {
		const states = this.#of(name);
		states.push({ revision: (states.at(-1)?.revision ?? 0) + 1, content: undefined });
	}

	deletedAt(name: string, revision: number): void {
		const known = this.#deletions.get(name) ?? new Set();
		this.#deletions.set(name, known.add(revision));
	}

	/** Returns the newest acknowledged state. */
	last(name: string): State | undefined {
		return this.#states.get(name)?.at(-1);
	}

	saw(seen: Seen): void {
		this.#seen.push(seen);
	}

	sawList(list: SeenList): void {
		this.#lists.push(list);
	}

	/** Yields the revisions of writes and deletes that a watcher must have received. */
	*written(after: number): Generator<{ readonly name: string; readonly revision: number }> {
		for (const [name, states] of this.#states)
			for (const { revision, content } of states) if (content !== undefined && revision > after) yield { name, revision };
	}

	present(name: string): string | undefined {
		return this.last(name)?.content;
	}

	/** Returns all contradictions. */
	check(): string[] {
		for (const seen of this.#seen) this.#checkSeen(seen);
		for (const list of this.#lists) this.#checkList(list);
		return this.failures;
	}

	/** Checks an observed state against the write before it: rewriting a stored object gets a revision and changes nothing. */
	#checkSeen({ what, name, revision, content, at = revision }: Seen): void {
		const states = this.#states.get(name) ?? [];
		const state = states.findLast((each) => each.content !== undefined && each.revision <= revision);
		if (state === undefined) this.failures.push(`${what}: ${name} at ${revision} was never written`);
		else if (this.#isGone(name, state.revision, at)) this.failures.push(`${what}: ${name} at ${revision} was deleted`);
		else if (state.content !== content) this.failures.push(`${what}: ${name} at ${revision} is ${content}, and was written as ${state.content}`);
		const newer = states.find((each) => each.content !== undefined && each.revision > revision && each.revision <= at);
		if (newer !== undefined) this.failures.push(`${what}: ${name} at ${at} is shown as of ${revision}, and was written at ${newer.revision}`);
	}

	#checkList({ what, at, names, selects }: SeenList): void {
		for (const [name, states] of this.#states) {
			const state = states.findLast(({ revision }) => revision <= at);
			const after = states.find(({ revision }) => revision > at);
			if (state?.content === undefined || names.has(name) || !selects(JSON.parse(state.content))) continue;
			const gone = this.#isGone(name, state.revision, at);
			if (!gone && after?.content !== undefined) this.failures.push(`${what} at ${at}: ${name}, written at ${state.revision}, is not there`);
			else if (!gone && after === undefined) this.failures.push(`${what} at ${at}: ${name}, written at ${state.revision} and last, is not there`);
		}
	}

	/** Returns true when a watcher saw the object deleted between two revisions. */
	#isGone(name: string, after: number, upTo: number): boolean {
		return [...(this.#deletions.get(name) ?? [])].some((revision) => revision > after && revision <= upTo);
	}

	#of(name: string): State[] {
		let states = this.#states.get(name);
		if (states === undefined) {
			states = [];
			this.#states.set(name, states);
		}
		return states;
	}
}

/**
 * Returns the version-independent content of an object as text. It leaves out kind, metadata except labels (the server may add or drop
 * them), and the note, which only some variants know.
 */
export function contentOf(object: Loose): string {
	const { spec = {}, status = {}, metadata } = object;
	const colour = spec.look?.colour ?? spec.colour;
	const { team = '', shape = '', mark = '', filler = '', size = 0, weight = 0 } = spec;
	const { phase = '' } = status;
	return JSON.stringify({ colour, team, shape, mark, filler: filler.length, size, weight, phase, labels: metadata.labels ?? {} });
}
