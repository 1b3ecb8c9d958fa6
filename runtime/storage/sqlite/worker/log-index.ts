/**
 * Of each change in the log, where its object is and which change replaced the state that it made. In memory: indexes in the file
 * would cost each write two pages more. What was written before the start comes from the check of the log (checks/log.ts), which
 * reads all of it before it is first used.
 */
import { crc32 } from 'node:zlib';
import type { Revision } from '../../store.ts';

/** Changes whose revisions follow each other, in one piece of 96 KiB. */
const chunkRevisions = 8192;

interface Chunk {
	/** Number of the resource; 0: not known. */
	readonly resources: Uint32Array;
	/** Checksum of the namespace: names would have to be kept, and there is no end of them. */
	readonly namespaces: Uint32Array;
	/** How much later the state was replaced; 0: it is the current one, or the change was a deletion. */
	readonly replacedAfter: Uint32Array;
}

export class LogIndex {
	readonly #chunks = new Map<number, Chunk>();
	#forgotten: Revision;
	readonly #numbers = new Map<string, number>();
	/** The last that was asked for: neighbours are often alike. */
	#namespace = '';
	#checksum = 0;

	/** `oldest`: what is not newer is not in the log. */
	constructor(oldest: Revision) {
		this.#forgotten = oldest;
	}

	/** A change, in no particular order. `previous`: the revision that it replaced; 0: it made an object. */
	add(revision: Revision, resource: string, namespace: string, previous: Revision): void {
		const { resources, namespaces } = this.#chunk(Math.floor(revision / chunkRevisions));
		const at = revision % chunkRevisions;
		resources[at] = this.#number(resource);
		namespaces[at] = this.#checksumOf(namespace);
		if (previous > this.#forgotten) this.#chunk(Math.floor(previous / chunkRevisions)).replacedAfter[previous % chunkRevisions] = revision - previous;
	}

	/** The change that replaced the state made at a revision; undefined: none did. */
	replacementOf(revision: Revision): Revision | undefined {
		const after = this.#chunks.get(Math.floor(revision / chunkRevisions))?.replacedAfter[revision % chunkRevisions] ?? 0;
		return after === 0 ? undefined : revision + after;
	}

	/** The changes of a resource after a revision and up to another, in order; in a namespace: perhaps with some of another. */
	*changesOf(resource: string, namespace: string | undefined, after: Revision, upTo: Revision): Generator<Revision> {
		const number = this.#numbers.get(resource);
		const checksum = namespace === undefined ? undefined : this.#checksumOf(namespace);
		for (let start = after + 1; start <= upTo; ) {
			const chunk = this.#chunks.get(Math.floor(start / chunkRevisions));
			const first = start - (start % chunkRevisions);
			const end = Math.min(upTo + 1, first + chunkRevisions);
			if (chunk !== undefined)
				for (let at = start - first; at < end - first; at++)
					if (chunk.resources[at] === number && (checksum === undefined || chunk.namespaces[at] === checksum)) yield first + at;
			start = end;
		}
	}

	/** What is in the log no more, up to a revision. */
	forget(upTo: Revision): void {
		this.#forgotten = upTo;
		const first = Math.floor((upTo + 1) / chunkRevisions);
		for (const chunk of this.#chunks.keys()) if (chunk < first) this.#chunks.delete(chunk);
	}

	#chunk(number: number): Chunk {
		let chunk = this.#chunks.get(number);
		if (chunk === undefined) {
			const [resources, namespaces, replacedAfter] = [new Uint32Array(chunkRevisions), new Uint32Array(chunkRevisions), new Uint32Array(chunkRevisions)];
			chunk = { resources, namespaces, replacedAfter };
			this.#chunks.set(number, chunk);
		}
		return chunk;
	}

	#number(resource: string): number {
		let number = this.#numbers.get(resource);
		if (number === undefined) {
			number = this.#numbers.size + 1;
			this.#numbers.set(resource, number);
		}
		return number;
	}

	#checksumOf(namespace: string): number {
		if (namespace !== this.#namespace) {
			this.#checksum = crc32(namespace);
			this.#namespace = namespace;
		}
		return this.#checksum;
	}
}
