/**
 * Time slice of each event loop iteration for work that can wait. Work beyond it is queued and begun in later iterations, as long as each
 * has time left. Subclasses decide the order of their queues.
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

	/** Reports whether to work now; otherwise the work must be queued. */
	hasRoom(): boolean {
		this.scheduleIteration();
		return !this.hasWaiting() && this.hasTime();
	}

	protected abstract hasWaiting(): boolean;

	/** Begins the next queued work. Called only when some is queued; must not throw. */
	protected abstract beginNext(): void;

	/** Schedules another iteration; must be called when work is queued. */
	protected scheduleIteration(): void {
		if (this.#isOver) this.#start();
	}

	/** Works off the queue while time is left. */
	protected workOn(): void {
		do this.beginNext();
		while (this.hasWaiting() && this.hasTime());
	}

	/** Reports whether time is left in the current iteration. */
	protected hasTime(): boolean {
		return performance.now() - this.#startedAtMs < this.#ms;
	}

	/** Reduces the time left in the current iteration. */
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
