/**
 * Turns: writes of one object by this process go one after the other, each from the state that the one before left.
 * Without them many clients of one hot object would mostly lose races against each other. Other processes are still
 * raced, by the revision that every commit expects.
 */
export class Turns {
	readonly #last = new Map<string, Promise<void>>();

	/** Waits for the turn, runs, and gives it on whatever happens. */
	async take<T>(key: string, run: () => Promise<T>): Promise<T> {
		const before = this.#last.get(key);
		const turn = Promise.withResolvers<void>();
		this.#last.set(key, turn.promise);
		if (before !== undefined) await before;
		try {
			return await run();
		} finally {
			if (this.#last.get(key) === turn.promise) this.#last.delete(key);
			turn.resolve();
		}
	}
}
