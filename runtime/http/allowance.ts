/** What a connection may do so often, or use so much of, at once, and a second thereafter, before it is more than anybody does who is not hostile. */
export class Allowance {
	readonly #perSecond: number;
	readonly #atOnce: number;
	#left: number;
	#atMs = performance.now();

	constructor(perSecond: number, atOnce = perSecond) {
		this.#perSecond = perSecond;
		this.#atOnce = atOnce;
		this.#left = atOnce;
	}

	/** False when it is used up. */
	take(amount = 1): boolean {
		this.#left -= amount;
		if (this.#left >= 0) return true;
		const nowMs = performance.now();
		this.#left = Math.min(this.#atOnce, Math.floor(((nowMs - this.#atMs) * this.#perSecond) / 1000));
		this.#atMs = nowMs;
		this.#left -= amount;
		return this.#left >= 0;
	}
}
