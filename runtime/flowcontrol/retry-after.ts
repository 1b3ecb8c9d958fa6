/**
 * Retry-After of rejected requests grows with the number of rejections, as in Kubernetes from 1.28 on. It doubles after three rejections
 * per second within its current value, and falls by one second after fewer than one per second.
 */

const mostSeconds = 32;

export class RetryAfter {
	seconds = 1;
	/** Number of rejections by second, for the seconds that still count. */
	readonly #sentAway = new Map<number, number>();
	#second = 0;
	#raisedAt = 0;

	/** Counts a rejection. `nowMs`: time of any monotonic clock. */
	sentAway(nowMs: number): void {
		const second = Math.floor(nowMs / 1000);
		if (second !== this.#second) {
			this.#second = second;
			this.#adjust(second);
		}
		this.#sentAway.set(second, this.inSecond + 1);
	}

	/** Number of rejections in the second of the last one. */
	get inSecond(): number {
		return this.#sentAway.get(this.#second) ?? 0;
	}

	#adjust(second: number): void {
		let count = 0;
		for (const [at, ofSecond] of this.#sentAway) {
			if (second - at > 2 * mostSeconds) this.#sentAway.delete(at);
			else if (second - at <= this.seconds) count += ofSecond;
		}
		if (count >= 3 * this.seconds && second - this.#raisedAt >= this.seconds) {
			this.seconds = Math.min(2 * this.seconds, mostSeconds);
			this.#raisedAt = second;
		} else if (count < this.seconds && this.seconds > 1) this.seconds--;
	}
}
