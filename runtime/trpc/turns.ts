/** Calls of a batch take turns: each begins when the answer before it is sent. So a batch holds the seats and the answer of one call at a time. */
export class CallTurns {
	#last: Promise<void> = Promise.resolve();

	/** Resolves when it is the caller's turn, with the function that ends the turn. */
	async next(): Promise<() => void> {
		const before = this.#last;
		const { promise, resolve } = Promise.withResolvers<void>();
		this.#last = promise;
		await before;
		return resolve;
	}
}
