/**
 * Begins requests with large bodies one in each event loop iteration, so that their costs do not add up. Otherwise sixteen bodies completed
 * at the same time would all be parsed and validated before any other client is answered.
 */

/** Size from which the worst possible body takes some milliseconds; a smaller one is not worth its own iteration. */
export const largeBodyBytes = 2 * 1024;

export class LargeBodies {
	readonly #waiting: (() => void)[] = [];

	/** Calls `begin` in a separate event loop iteration. It must not throw. */
	add(begin: () => void): void {
		if (this.#waiting.push(begin) === 1) setImmediate(() => this.#next());
	}

	#next(): void {
		this.#waiting[0]?.();
		this.#waiting.shift();
		if (this.#waiting.length > 0) setImmediate(() => this.#next());
	}
}
