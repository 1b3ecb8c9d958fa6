/**
 * Requests with large bodies begin one in a turn of the event loop, so that what they cost does not add up: without it,
 * sixteen bodies that are complete at the same time are all parsed and validated before anybody else is answered.
 */

/** What a body of this size can hold at the worst takes some milliseconds; a smaller one is not worth a turn. */
export const largeBodyBytes = 2 * 1024;

export class LargeBodies {
	readonly #waiting: (() => void)[] = [];

	/** Calls `begin` in a turn of its own. It must not throw. */
	add(begin: () => void): void {
		if (this.#waiting.push(begin) === 1) setImmediate(() => this.#next());
	}

	#next(): void {
		this.#waiting[0]?.();
		this.#waiting.shift();
		if (this.#waiting.length > 0) setImmediate(() => this.#next());
	}
}
