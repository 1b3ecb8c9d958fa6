/**
 * Processes all objects of a resource in slices, so that no request waits for all of them. It converts objects after the served snapshot
 * changed, and builds an index on first use.
 */
import type { Place } from './objects/ordered.ts';

/** Target of the processing: a resource of the cache, or an index of it. */
export interface Renewable {
	/** Processes at most `count` objects after a key. Returns the last one; undefined at the end. */
	bring(count: number, after: Place | undefined): Place | undefined;
}

/** Objects in one slice: about 2 ms, because objects are only checked and replaced, not converted. */
const objectsPerSlice = 1000;

export class Renewal {
	/** Pending targets in order of arrival, with the last key processed. */
	readonly #pending = new Map<Renewable, Place | undefined>();
	#slice: NodeJS.Immediate | undefined;

	/** Adds a target and starts at its first object, even if it is already pending. */
	add(resource: Renewable): void {
		this.#pending.delete(resource);
		this.#pending.set(resource, undefined);
		this.#slice ??= setImmediate(() => this.#next());
	}

	/** Stops processing a target. */
	drop(resource: Renewable): void {
		this.#pending.delete(resource);
	}

	stop(): void {
		this.#pending.clear();
		clearImmediate(this.#slice);
		this.#slice = undefined;
	}

	#next(): void {
		this.#slice = undefined;
		for (const [resource, after] of this.#pending) {
			const place = resource.bring(objectsPerSlice, after);
			if (place === undefined) this.#pending.delete(resource);
			else this.#pending.set(resource, place);
			break;
		}
		if (this.#pending.size > 0) this.#slice = setImmediate(() => this.#next());
	}
}
