/**
 * What is done to all objects of a resource some at a time, so that nobody waits for all of them: after a change of what is served
 * they are brought to how they are to be shown, and an index is made of them when it is first asked for.
 */
import type { Place } from './objects/ordered.ts';

/** What is gone through: one resource of the cache, or for an index of it. */
export interface Renewable {
	/** At most so many behind a place; the last of them, undefined when there are no more. */
	bring(count: number, after: Place | undefined): Place | undefined;
}

/** About 2 ms: nothing is converted, only looked at and replaced. */
const objectsPerSlice = 1000;

export class Renewal {
	/** In the order in which they came, with how far they are. */
	readonly #pending = new Map<Renewable, Place | undefined>();
	#slice: NodeJS.Immediate | undefined;

	/** From its beginning, whatever was done before. */
	add(resource: Renewable): void {
		this.#pending.delete(resource);
		this.#pending.set(resource, undefined);
		this.#slice ??= setImmediate(() => this.#next());
	}

	/** Not to be gone through any more. */
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
