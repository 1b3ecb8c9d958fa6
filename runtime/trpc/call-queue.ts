/**
 * Runs the calls of a batch one after another: each begins after the previous response has been sent. A batch thus holds the seats and
 * response of one call at a time.
 */
export class CallTurns {
	#last: Promise<void> = Promise.resolve();

	/** Resolves when the caller may begin, with the function that lets the next call begin. */
	async next(): Promise<() => void> {
		const before = this.#last;
		const { promise, resolve } = Promise.withResolvers<void>();
		this.#last = promise;
		await before;
		return resolve;
	}
}
