/**
 * Long work of many requests in slices that share the turns of the event loop: without it, sixteen that take ten milliseconds each
 * keep everybody else waiting for all of them.
 */

/** So long nobody minds waiting. */
export const sliceMs = 10;

export class Slices {
	readonly #waiting: (() => void)[] = [];
	#startedAtMs = 0;
	#isOver = true;

	/** Whether to go on now; else `later`. */
	hasRoom(): boolean {
		if (this.#isOver) this.#start();
		return this.#waiting.length === 0 && performance.now() - this.#startedAtMs < sliceMs;
	}

	/** Does `work` in a later turn, in the order in which it was asked for. Settles as it does. */
	later<T>(work: () => T | Promise<T>): Promise<T> {
		if (this.#isOver) this.#start();
		return new Promise((resolve, reject) => {
			this.#waiting.push(() => {
				try {
					resolve(work());
				} catch (error) {
					reject(error);
				}
			});
		});
	}

	#start(): void {
		this.#isOver = false;
		this.#startedAtMs = performance.now();
		setImmediate(() => this.#end());
	}

	#end(): void {
		this.#isOver = true;
		if (this.#waiting.length === 0) return;
		this.#start();
		do this.#waiting.shift()?.();
		while (this.#waiting.length > 0 && performance.now() - this.#startedAtMs < sliceMs);
	}
}
