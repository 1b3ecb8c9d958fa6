/** Pseudo-random numbers, the same for the same seed. */
export class Random {
	#state: number;

	constructor(seed: number) {
		this.#state = seed >>> 0;
		// Skips the first numbers, which are similar for neighbouring seeds.
		for (let i = 0; i < 4; i++) this.below(2);
	}

	/** Returns an integer from 0 up to, but excluding, `bound`. */
	below(bound: number): number {
		this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((this.#state / 2 ** 32) * bound);
	}

	of<T>(all: readonly T[]): T {
		return all[this.below(all.length)] as T;
	}

	/** Returns true once in `times` calls, on average. */
	once(times: number): boolean {
		return this.below(times) === 0;
	}
}
