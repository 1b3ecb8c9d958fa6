/**
 * Of each change in the history, which one made the state that it replaced: from an object as it is now, or as it was deleted, back to
 * what it was at a revision. Each change knows one further ancestor too, so chosen that the way back over any number of changes takes a
 * number of steps that grows with its logarithm: an object that is written all the time costs a list no more than another.
 */
import type { Revision } from '../../storage/store.ts';

/** Changes whose revisions follow each other, in one piece of 128 KiB. */
const chunkRevisions = 8192;

/** The change made its object. */
const none = 0;

/** Its object was last written so long ago that no history reaches there. */
const longAgo = 2 ** 32 - 1;

/** A power of two. */
const foundChunks = 16;

/** For each change in `links`, which are looked at together. */
const linksEach = 2;

interface Chunk {
	/** How much earlier the change is that made what it replaced, and how much earlier its further ancestor is; 0: it has none. */
	readonly links: Uint32Array;
	/** How many changes lead to it, of those that were known. */
	readonly depth: Uint32Array;
	/** How much earlier, as far as is known, what selectors see of the object became what it is. */
	readonly seen: Uint32Array;
}

interface Node {
	readonly ancestor: Revision;
	readonly depth: number;
	readonly seenSince: Revision;
}

export class Lineages {
	readonly #chunks = new Map<number, Chunk>();
	/** What was found last, by the last digits of its number. */
	readonly #found: { readonly number: number; readonly chunk: Chunk | undefined }[] = [];

	/**
	 * Those of one object in their order. `previous`: the revision of the state that it replaced; 0: none. `isSeenAlike`: it is known that
	 * selectors see the two alike.
	 */
	add(revision: Revision, previous: Revision, isSeenAlike: boolean): void {
		const { links, depth, seen } = this.#chunk(Math.floor(revision / chunkRevisions));
		const at = revision % chunkRevisions;
		if (previous === 0) return;
		links[linksEach * at] = Math.min(revision - previous, longAgo);
		const before = this.#node(previous);
		if (isSeenAlike) seen[at] = Math.min(revision - (before?.seenSince ?? previous), longAgo);
		if (before === undefined) return;
		const further = this.#node(before.ancestor);
		const furthest = further && this.#node(further.ancestor);
		// Two ways of the same length become one: as in the binary numbers that are written with digits of 2^n - 1.
		const joins = further !== undefined && furthest !== undefined && before.depth - further.depth === further.depth - furthest.depth;
		links[linksEach * at + 1] = revision - (joins ? further.ancestor : previous);
		depth[at] = before.depth + 1;
	}

	/** Of a change and those that led to it, the first after a revision, if it replaced something; undefined: there was no object yet. */
	firstAfter(revision: Revision, change: Revision): Revision | undefined {
		for (let first = change; ; ) {
			const links = this.#find(Math.floor(first / chunkRevisions))?.links;
			const at = linksEach * (first % chunkRevisions);
			const earlier = links?.[at] ?? none;
			if (earlier === none) return undefined;
			const ancestor = first - (links?.[at + 1] ?? 0);
			if (ancestor !== first && ancestor > revision) first = ancestor;
			else if (earlier !== longAgo && first - earlier > revision) first -= earlier;
			else return first;
		}
	}

	/** Since when, at the latest, selectors have seen an object as it is after a change. */
	seenSince(change: Revision): Revision {
		return change - (this.#chunks.get(Math.floor(change / chunkRevisions))?.seen[change % chunkRevisions] ?? 0);
	}

	/** What is not newer than a revision is not asked for again. */
	forget(upTo: Revision): void {
		const first = Math.floor((upTo + 1) / chunkRevisions);
		for (const chunk of this.#chunks.keys()) if (chunk < first) this.#chunks.delete(chunk);
		this.#found.length = 0;
	}

	/** Those of neighbours in a list lead through the same few. */
	#find(number: number): Chunk | undefined {
		const found = this.#found[number % foundChunks];
		if (found?.number === number) return found.chunk;
		const chunk = this.#chunks.get(number);
		this.#found[number % foundChunks] = { number, chunk };
		return chunk;
	}

	/** Undefined: it is not known. */
	#node(revision: Revision): Node | undefined {
		const chunk = this.#chunks.get(Math.floor(revision / chunkRevisions));
		if (chunk === undefined) return undefined;
		const at = revision % chunkRevisions;
		return { ancestor: revision - (chunk.links[linksEach * at + 1] ?? 0), depth: chunk.depth[at] ?? 0, seenSince: revision - (chunk.seen[at] ?? 0) };
	}

	#chunk(number: number): Chunk {
		let chunk = this.#find(number);
		if (chunk === undefined) {
			const numbers = () => new Uint32Array(chunkRevisions);
			chunk = { links: new Uint32Array(linksEach * chunkRevisions), depth: numbers(), seen: numbers() };
			this.#chunks.set(number, chunk);
			this.#found[number % foundChunks] = { number, chunk };
		}
		return chunk;
	}
}
