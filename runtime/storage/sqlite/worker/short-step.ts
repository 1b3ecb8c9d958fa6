/** As much of a long work as a commit may have to wait for. */
const stepMs = 2;

/** So much is done in any case: half a millisecond, as long as the thread need not wait for others. */
const leastRows = 64;
const leastBytes = 256 * 1024;

export class ShortStep {
	readonly #endMs = performance.now() + stepMs;
	#rows = 0;
	#bytes = 0;

	/** To be asked after each row. */
	isOverAfter(bytes: number): boolean {
		this.#rows++;
		this.#bytes += bytes;
		return (this.#rows >= leastRows || this.#bytes >= leastBytes) && performance.now() >= this.#endMs;
	}
}
