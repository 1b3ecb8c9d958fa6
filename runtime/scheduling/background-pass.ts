/** Processes many things in slices, in the background, so that no request waits for all of them. */

/** Target of the processing: things in the order of their keys. */
export interface PassTarget<K> {
	/** Processes at most `count` things after a key. Returns the last key; undefined at the end. */
	process(count: number, after: K | undefined): K | undefined;
}

/** Things in one slice: about 2 ms for things that are only checked and replaced. */
const thingsPerSlice = 1000;

export class BackgroundPass<K> {
	/** Pending targets in order of arrival, with the last key processed. */
	readonly #pending = new Map<PassTarget<K>, K | undefined>();
	#slice: NodeJS.Immediate | undefined;

	/** Adds a target and starts at its first thing, even if it is already pending. */
	add(target: PassTarget<K>): void {
		this.#pending.delete(target);
		this.#pending.set(target, undefined);
		this.#slice ??= setImmediate(() => this.#next());
	}

	/** Stops processing a target. */
	drop(target: PassTarget<K>): void {
		this.#pending.delete(target);
	}

	stop(): void {
		this.#pending.clear();
		clearImmediate(this.#slice);
		this.#slice = undefined;
	}

	#next(): void {
		this.#slice = undefined;
		for (const [target, after] of this.#pending) {
			const last = target.process(thingsPerSlice, after);
			if (last === undefined) this.#pending.delete(target);
			else this.#pending.set(target, last);
			break;
		}
		if (this.#pending.size > 0) this.#slice = setImmediate(() => this.#next());
	}
}
