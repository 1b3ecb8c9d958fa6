/** Bound on one step of long work: the time that a commit may have to wait. */
const stepMs = 2;

/** Minimum done in each step: half a millisecond, if the thread need not wait for others. */
const leastRows = 64;
const leastBytes = 256 * 1024;

export class ShortStep {
	readonly #endMs = performance.now() + stepMs;
	#rows = 0;
	#bytes = 0;

	/** Counts a row and reports whether the step is over. Called after each row. */
	isOverAfter(bytes: number): boolean {
		this.#rows++;
		this.#bytes += bytes;
		return (this.#rows >= leastRows || this.#bytes >= leastBytes) && performance.now() >= this.#endMs;
	}
}
