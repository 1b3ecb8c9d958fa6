/** Deterministic pseudorandom numbers (mulberry32). */

export class Random {
	#state: number;

	constructor(seed: number) {
		this.#state = seed >>> 0;
	}

	/** Returns an integer from 0 to below `end`. */
	below(end: number): number {
		this.#state = (this.#state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end);
	}

	of<T>(items: readonly T[]): T {
		const item = items[this.below(items.length)];
		if (item === undefined) throw new Error('there is nothing to choose from');
		return item;
	}

	/** Returns an independent generator that does not depend on how many numbers were taken from this one. */
	branch(name: string): Random {
		let seed = this.#state;
		for (const character of name) seed = Math.imul(seed ^ character.charCodeAt(0), 0x01000193);
		return new Random(seed);
	}
}
