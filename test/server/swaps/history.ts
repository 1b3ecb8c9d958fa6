/** What was written, as clients were told, and whether what others saw fits it. Checked when all is over: a read may be answered before the write that it shows. */
import type { Loose } from '../../setup/loose.ts';

/** One state of an object; `content` undefined: it was deleted, at a revision behind this one. */
interface State {
	readonly revision: number;
	readonly content: string | undefined;
}

interface Seen {
	readonly what: string;
	readonly name: string;
	readonly revision: number;
	readonly content: string;
	/** At which revision it was the present one; undefined: at its own. */
	readonly at?: number;
}

/** What a list showed as a whole. */
interface SeenList {
	readonly what: string;
	readonly at: number;
	readonly names: ReadonlySet<string>;
	/** What it selects. */
	readonly selects: (content: Loose) => boolean;
}

export class History {
	readonly #states = new Map<string, State[]>();
	readonly #seen: Seen[] = [];
	readonly #lists: SeenList[] = [];
	/** Where watchers were told that an object went. */
	readonly #deletions = new Map<string, Set<number>>();
	readonly failures: string[] = [];

	get names(): Iterable<string> {
		return this.#states.keys();
	}

	get observations(): number {
		return this.#seen.length + this.#lists.length;
	}

	/** An acknowledged write. */
	wrote(name: string, revision: number, content: string): void {
		this.#of(name).push({ revision, content });
	}

	/** An acknowledged delete of what was last written. */
	deleted(name: string): void {
		const states = this.#of(name);
		states.push({ revision: (states.at(-1)?.revision ?? 0) + 1, content: undefined });
	}

	deletedAt(name: string, revision: number): void {
		const known = this.#deletions.get(name) ?? new Set();
		this.#deletions.set(name, known.add(revision));
	}

	/** The newest acknowledged state. */
	last(name: string): State | undefined {
		return this.#states.get(name)?.at(-1);
	}

	saw(seen: Seen): void {
		this.#seen.push(seen);
	}

	sawList(list: SeenList): void {
		this.#lists.push(list);
	}

	/** Revisions of writes and of deletes of which a watcher must have been told. */
	*written(after: number): Generator<{ readonly name: string; readonly revision: number }> {
		for (const [name, states] of this.#states)
			for (const { revision, content } of states) if (content !== undefined && revision > after) yield { name, revision };
	}

	present(name: string): string | undefined {
		return this.last(name)?.content;
	}

	/** All that does not fit. */
	check(): string[] {
		for (const seen of this.#seen) this.#checkSeen(seen);
		for (const list of this.#lists) this.#checkList(list);
		return this.failures;
	}

	/** A rewriting of what is stored gives a revision of its own and changes nothing: what counts is the write before it. */
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

	/** Deleted between two revisions, as far as anybody was told. */
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
 * What an object says in either version, as text. Left out: what the server may add or drop on its own account (kind, metadata but
 * labels), and the note, which only some variants know.
 */
export function contentOf(object: Loose): string {
	const { spec = {}, status = {}, metadata } = object;
	const colour = spec.look?.colour ?? spec.colour;
	const { team = '', shape = '', mark = '', filler = '', size = 0, weight = 0 } = spec;
	const { phase = '' } = status;
	return JSON.stringify({ colour, team, shape, mark, filler: filler.length, size, weight, phase, labels: metadata.labels ?? {} });
}
