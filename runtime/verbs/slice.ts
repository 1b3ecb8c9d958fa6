/**
 * A slice of time in which objects are looked at one after the other. The clock is asked seldom while they take little, and after each
 * while they take long: the labels of one object may take as long as ten thousand others.
 */
import { turnMs } from '../api/shared-turns.ts';

/** Objects between two looks at the clock: a look costs a quarter of what judging an object costs. */
const mostBetween = 16;
/** Who takes less between two looks is looked after half as often. */
const littleMs = turnMs / 20;

export class Slice {
	#endMs = 0;
	#lookedMs = 0;
	#between = 1;
	#left = 1;
	readonly #ms: number;

	constructor(ms = turnMs) {
		this.#ms = ms;
		this.begin();
	}

	/** Another one, from now on. */
	begin(): void {
		this.#lookedMs = performance.now();
		this.#endMs = this.#lookedMs + this.#ms;
		this.#between = 1;
		this.#left = 1;
	}

	/** To be called after each object. */
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
