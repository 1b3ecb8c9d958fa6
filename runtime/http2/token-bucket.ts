/**
 * Token bucket that bounds how often, or how much of something, a connection may use: `atOnce` immediately and `perSecond` thereafter. The
 * bounds exceed the needs of every client that is not hostile.
 */
export class TokenBucket {
	readonly #perSecond: number;
	readonly #atOnce: number;
	#left: number;
	#atMs = performance.now();

	constructor(perSecond: number, atOnce = perSecond) {
		this.#perSecond = perSecond;
		this.#atOnce = atOnce;
		this.#left = atOnce;
	}

	/** Takes tokens. Returns false when the bucket is empty. */
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
