/** Numbers that look random and are the same for the same seed. */
export class Random {
	#state: number;

	constructor(seed: number) {
		this.#state = seed >>> 0;
		// The first numbers of neighbouring seeds are alike.
		for (let i = 0; i < 4; i++) this.below(2);
	}

	/** A whole number from 0 on. */
	below(bound: number): number {
		this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((this.#state / 2 ** 32) * bound);
	}

	of<T>(all: readonly T[]): T {
		return all[this.below(all.length)] as T;
	}

	/** Once in so many times. */
	once(times: number): boolean {
		return this.below(times) === 0;
	}
}
