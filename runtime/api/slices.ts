/**
 * Long work of many requests in slices that share the turns of the event loop: without it, sixteen that take ten milliseconds each
 * keep everybody else waiting for all of them.
 */
import { SharedTurns } from './shared-turns.ts';

export class Slices extends SharedTurns {
	readonly #waiting: (() => void)[] = [];

	/** Does `work` in a later turn, in the order in which it was asked for. Settles as it does. */
	later<T>(work: () => T | Promise<T>): Promise<T> {
		this.promiseTurn();
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

	/**
	 * Does `work` now, or in a later turn when this one is used up. What `work` does before it waits for anything is what takes the turn:
	 * of many that are only told to go on, all would go on in the same.
	 */
	soon<T>(work: () => T | Promise<T>): T | Promise<T> {
		return this.hasRoom() ? work() : this.later(work);
	}

	protected hasWaiting(): boolean {
		return this.#waiting.length > 0;
	}

	protected beginNext(): void {
		this.#waiting.shift()?.();
	}
}
