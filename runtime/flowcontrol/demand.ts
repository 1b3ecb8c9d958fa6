/**
 * Seats that the requests of a level would occupy if none had to wait, measured over a period. Borrowing depends on it (KEP-1040,
 * "Dispatching and borrowing").
 */

/** Weight of the previous value in the moving average; its half-life is five minutes. */
const smoothing = 0.977;

export class Demand {
	#seats = 0;
	#sinceMs = 0;
	#periodMs = 0;
	#integral = 0;
	#integralOfSquares = 0;
	#most = 0;
	/** Statistics of the last period. */
	highWatermark = 0;
	average = 0;
	deviation = 0;
	smoothed = 0;

	/** Changes the seat demand. `nowMs`: time of any monotonic clock. */
	change(by: number, nowMs: number): void {
		this.#integrate(nowMs);
		this.#seats += by;
		if (this.#seats > this.#most) this.#most = this.#seats;
	}

	/** Ends a period: publishes its statistics and starts the next. */
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
