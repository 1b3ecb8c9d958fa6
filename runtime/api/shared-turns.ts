/**
 * The time of a turn of the event loop that goes to work which can wait: what comes after it is queued, and begun in later turns, for as
 * long as each has time. Queues differ in whose work is next.
 */

/** A tenth of what anybody may keep others waiting: others read, parse and answer in the same turn. */
export const turnMs = 10;

export abstract class SharedTurns {
	readonly #ms: number;
	#startedAtMs = 0;
	#isOver = true;
	#count = 0;

	/** `ms`: of each turn. */
	constructor(ms = turnMs) {
		this.#ms = ms;
	}

	/** The turn that there is now: another one has another number. */
	get current(): number {
		this.promiseTurn();
		return this.#count;
	}

	/** Whether to work now; else the work is to be queued. */
	hasRoom(): boolean {
		this.promiseTurn();
		return !this.hasWaiting() && this.hasTime();
	}

	protected abstract hasWaiting(): boolean;

	/** Begins with the work that is next. Called only when some waits; must not throw. */
	protected abstract beginNext(): void;

	/** A turn will come after this one: to be called when something is queued. */
	protected promiseTurn(): void {
		if (this.#isOver) this.#start();
	}

	/** Works on what waits for as long as there is time, or until nothing does. */
	protected workOn(): void {
		do this.beginNext();
		while (this.hasWaiting() && this.hasTime());
	}

	/** In the turn that there is now. */
	protected hasTime(): boolean {
		return performance.now() - this.#startedAtMs < this.#ms;
	}

	/** So much less is left of the turn that there is now. */
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
