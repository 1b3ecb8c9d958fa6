/**
 * Time slice for work on one object after the other. The clock is read rarely while objects are cheap, and after each object while they are
 * expensive. The labels of a single object may take as long as ten thousand other objects.
 */
import { sliceMs } from './iteration-budget.ts';

/** Maximum number of objects between two reads of the clock. A read costs a quarter of the work on an object. */
const mostBetween = 16;
/** Time between two reads below which the interval doubles. */
const littleMs = sliceMs / 20;

export class Slice {
	#endMs = 0;
	#lookedMs = 0;
	#between = 1;
	#left = 1;
	readonly #ms: number;

	constructor(ms = sliceMs) {
		this.#ms = ms;
		this.begin();
	}

	/** Starts a new slice now. */
	begin(): void {
		this.#lookedMs = performance.now();
		this.#endMs = this.#lookedMs + this.#ms;
		this.#between = 1;
		this.#left = 1;
	}

	/** Reports whether the slice is over. Must be called after each object. */
	isOverAfterObject(): boolean {
		return --this.#left <= 0 && this.#look();
	}

	isOver(): boolean {
		return performance.now() > this.#endMs;
	}

	#look(): boolean {
		const nowMs = performance.now();
		this.#between = nowMs - this.#lookedMs < littleMs ? Math.min(2 * this.#between, mostBetween) : 1;
		this.#left = this.#between;
		this.#lookedMs = nowMs;
		return nowMs > this.#endMs && this.isOver();
	}
}
