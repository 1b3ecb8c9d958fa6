/**
 * In-memory index of the log: for each change, its resource, its namespace and the change that replaced its state. Indexes in the file
 * would cost two more pages per write. The check of the log (checks/log.ts), which reads the whole log before its first use, adds the
 * entries from before the start.
 */
import { crc32 } from 'node:zlib';
import type { Revision } from '../../store.ts';

/** Consecutive revisions in one chunk of 96 KiB. */
const chunkRevisions = 8192;

interface Chunk {
	/** Number of the resource; 0 when unknown. */
	readonly resources: Uint32Array;
	/** Checksum of the namespace. Storing the names would take unbounded memory. */
	readonly namespaces: Uint32Array;
	/** Distance to the revision that replaced the state. 0 for a current state or a deletion. */
	readonly replacedAfter: Uint32Array;
}

export class LogIndex {
	readonly #chunks = new Map<number, Chunk>();
	#forgotten: Revision;
	readonly #numbers = new Map<string, number>();
	/** Namespace of the last call, since neighbours are often equal. */
	#namespace = '';
	#checksum = 0;

	/** `oldest` is the revision up to which the log is empty. */
	constructor(oldest: Revision) {
		this.#forgotten = oldest;
	}

	/** Adds a change; the order does not matter. `previous`: replaced revision; 0 when the change created the object. */
	add(revision: Revision, resource: string, namespace: string, previous: Revision): void {
		const { resources, namespaces } = this.#chunk(Math.floor(revision / chunkRevisions));
		const at = revision % chunkRevisions;
		resources[at] = this.#number(resource);
		namespaces[at] = this.#checksumOf(namespace);
		if (previous > this.#forgotten) this.#chunk(Math.floor(previous / chunkRevisions)).replacedAfter[previous % chunkRevisions] = revision - previous;
	}

	/** Returns the change that replaced the state of a revision, or undefined. */
	replacementOf(revision: Revision): Revision | undefined {
		const after = this.#chunks.get(Math.floor(revision / chunkRevisions))?.replacedAfter[revision % chunkRevisions] ?? 0;
		return after === 0 ? undefined : revision + after;
	}

	/**
	 * Yields the changes of a resource between two revisions (exclusive, inclusive), in order. With a namespace, changes of another one may
	 * be included.
	 */
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

	/** Drops entries up to a revision, which are no longer in the log. */
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
