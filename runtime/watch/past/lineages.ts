/**
 * For each change in the history, the change that made the state that it replaced. The links lead from a current or deleted object back to
 * its state at a revision. Each change also has one further ancestor, chosen so that the way back takes a number of steps logarithmic in
 * the number of changes. A frequently written object therefore costs a list no more than others.
 */
import type { Revision } from '../../storage/store.ts';

/** Consecutive revisions in one chunk of 128 KiB. */
const chunkRevisions = 8192;

/** The change created its object. */
const none = 0;

/** The object's previous write is older than any history. */
const longAgo = 2 ** 32 - 1;

/** Size of the cache of chunks, a power of two. */
const foundChunks = 16;

/** Numbers per change in `links`, which are read together. */
const linksEach = 2;

interface Chunk {
	/** Distances to the change that made the replaced state and to the further ancestor; 0 when there is none. */
	readonly links: Uint32Array;
	/** Number of known changes that lead to it. */
	readonly depth: Uint32Array;
	/** Known distance to the change that made the current labels and fields. */
	readonly seen: Uint32Array;
}

interface Node {
	readonly ancestor: Revision;
	readonly depth: number;
	readonly seenSince: Revision;
}

export class Lineages {
	readonly #chunks = new Map<number, Chunk>();
	/** Chunks found last, by the low bits of their number. */
	readonly #found: { readonly number: number; readonly chunk: Chunk | undefined }[] = [];

	/**
	 * Adds a change; changes of one object arrive in order. `previous` is the revision of the replaced state; 0 when there was none.
	 * `isSeenAlike` is true when labels and fields are known to be equal.
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
		// Two jumps of the same length are joined into one, as in the skew binary number system, whose digits weigh 2^n - 1.
		const joins = further !== undefined && furthest !== undefined && before.depth - further.depth === further.depth - furthest.depth;
		links[linksEach * at + 1] = revision - (joins ? further.ancestor : previous);
		depth[at] = before.depth + 1;
	}

	/**
	 * Returns the first change after a revision, among a change and its ancestors. Undefined when the object did not exist at the revision.
	 */
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

	/** Returns a revision since which selectors have seen the object as it is after a change. */
	seenSince(change: Revision): Revision {
		return change - (this.#chunks.get(Math.floor(change / chunkRevisions))?.seen[change % chunkRevisions] ?? 0);
	}

	/** Forgets changes up to a revision, which are not requested again. */
	forget(upTo: Revision): void {
		const first = Math.floor((upTo + 1) / chunkRevisions);
		for (const chunk of this.#chunks.keys()) if (chunk < first) this.#chunks.delete(chunk);
		this.#found.length = 0;
	}

	/** Finds a chunk; neighbours in a list use the same few chunks. */
	#find(number: number): Chunk | undefined {
		const found = this.#found[number % foundChunks];
		if (found?.number === number) return found.chunk;
		const chunk = this.#chunks.get(number);
		this.#found[number % foundChunks] = { number, chunk };
		return chunk;
	}

	/** Returns a change's node; undefined when it is unknown. */
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
