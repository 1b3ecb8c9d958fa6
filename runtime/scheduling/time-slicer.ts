/**
 * Runs long work of many requests in slices that share the time limit of an iteration. Without it, sixteen requests with slices of 10 ms
 * would block all other clients for 160 ms.
 */
import { IterationBudget } from './iteration-budget.ts';

export class TimeSlicer extends IterationBudget {
	readonly #waiting: (() => void)[] = [];

	/** Runs `work` in a later iteration, in the order of the calls. Settles as `work` does. */
	later<T>(work: () => T | Promise<T>): Promise<T> {
		this.scheduleIteration();
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
	 * Runs `work` now, or in a later iteration when this one's time is used up. Only the synchronous part of `work` counts as time. It is a
	 * callback because waiting promises would all continue in the same iteration.
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
