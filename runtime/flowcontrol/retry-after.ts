/**
 * When a client that was sent away may come again: the longer, the more have been sent away (as Kubernetes does from 1.28 on): doubled when
 * three a second were in the time that is being told, one less when hardly any was.
 */

const mostSeconds = 32;

export class RetryAfter {
	seconds = 1;
	/** By second; those that count. */
	readonly #sentAway = new Map<number, number>();
	#second = 0;
	#raisedAt = 0;

	/** `nowMs`: of any clock that goes on. */
	sentAway(nowMs: number): void {
		const second = Math.floor(nowMs / 1000);
		if (second !== this.#second) {
			this.#second = second;
			this.#adjust(second);
		}
		this.#sentAway.set(second, this.inSecond + 1);
	}

	/** How many were sent away in the second in which the last one was. */
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
