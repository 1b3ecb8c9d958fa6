/** How many seats the requests of a level would have had at once, over a period: what it may borrow is decided by it (KEP-1040, "Dispatching and borrowing"). */

/** By which what was is forgotten, each period: half of it in five minutes. */
const smoothing = 0.977;

export class Demand {
	#seats = 0;
	#sinceMs = 0;
	#periodMs = 0;
	#integral = 0;
	#integralOfSquares = 0;
	#most = 0;
	/** Of the last period. */
	highWatermark = 0;
	average = 0;
	deviation = 0;
	smoothed = 0;

	/** `nowMs`: of any clock that goes on. */
	change(by: number, nowMs: number): void {
		this.#integrate(nowMs);
		this.#seats += by;
		if (this.#seats > this.#most) this.#most = this.#seats;
	}

	/** Ends a period. */
	endPeriod(nowMs: number): void {
		this.#integrate(nowMs);
		const ms = this.#periodMs;
		this.highWatermark = this.#most;
		this.average = ms === 0 ? 0 : this.#integral / ms;
		this.deviation = ms === 0 ? 0 : Math.sqrt(Math.max(0, this.#integralOfSquares / ms - this.average ** 2));
		const envelope = this.average + this.deviation;
		this.smoothed = Math.max(envelope, smoothing * this.smoothed + (1 - smoothing) * envelope);
		this.#periodMs = 0;
		this.#integral = 0;
		this.#integralOfSquares = 0;
		this.#most = this.#seats;
	}

	#integrate(nowMs: number): void {
		const ms = this.#sinceMs === 0 ? 0 : nowMs - this.#sinceMs;
		this.#sinceMs = nowMs;
		this.#periodMs += ms;
		this.#integral += ms * this.#seats;
		this.#integralOfSquares += ms * this.#seats ** 2;
	}
}
