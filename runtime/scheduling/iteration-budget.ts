/**
 * Limits the time that deferrable work takes in each event loop iteration. Work beyond it is queued for later iterations. Subclasses define
 * the order of their queue.
 */

/**
 * Slice of one iteration: a tenth of the time for which any client may delay others. Reading, parsing and answering share the same
 * iteration.
 */
export const sliceMs = 10;

export abstract class IterationBudget {
	readonly #ms: number;
	#startedAtMs = 0;
	#isOver = true;
	#count = 0;

	/** `ms` is the time slice of each iteration. */
	constructor(ms = sliceMs) {
		this.#ms = ms;
	}

	/** Number of the current event loop iteration; changes with each one. */
	get iteration(): number {
		this.scheduleIteration();
		return this.#count;
	}

	/** Reports whether the iteration has time left; otherwise the caller must queue its work. */
	hasRoom(): boolean {
		this.scheduleIteration();
		return !this.hasWaiting() && this.hasTime();
	}

	protected abstract hasWaiting(): boolean;

	/** Starts the next queued work. Called only when the queue is not empty; must not throw. */
	protected abstract beginNext(): void;

	/** Schedules another iteration; must be called when work is queued. */
	protected scheduleIteration(): void {
		if (this.#isOver) this.#start();
	}

	/** Runs queued work while time is left. */
	protected workOn(): void {
		do this.beginNext();
		while (this.hasWaiting() && this.hasTime());
	}

	/** Reports whether time is left in the current iteration. */
	protected hasTime(): boolean {
		return performance.now() - this.#startedAtMs < this.#ms;
	}

	/** Charges time to the current iteration. */
	protected spend(ms: number): void {
		this.#startedAtMs -= ms;
	}

	#start(): void {
		this.#isOver = false;
		this.#count++;
		this.#startedAtMs = performance.now();
		setImmediate(() => this.#end());
	}

	#end(): void {
		this.#isOver = true;
		if (!this.hasWaiting()) return;
		this.#start();
		this.workOn();
	}
}
