/**
 * Begins requests with large bodies, at most one in each event loop iteration. Otherwise sixteen bodies that become complete at the same
 * time would all be parsed and validated before another client is answered.
 */

/** Size from which a body counts as large. The worst body of this size takes some milliseconds to validate. */
export const largeBodyBytes = 2 * 1024;

export class LargeBodies {
	readonly #waiting: (() => void)[] = [];

	/** Calls `begin` in an iteration of its own. `begin` must not throw. */
	add(begin: () => void): void {
		if (this.#waiting.push(begin) === 1) setImmediate(() => this.#next());
	}

	#next(): void {
		this.#waiting[0]?.();
		this.#waiting.shift();
		if (this.#waiting.length > 0) setImmediate(() => this.#next());
	}
}
