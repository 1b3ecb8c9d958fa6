/**
 * Runs long work of many requests in slices that share event loop iterations. Otherwise sixteen of ten milliseconds each would keep all
 * other clients waiting for all of them.
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
	 * Runs `work` now, or in a later iteration when this one's time is used up. Only the synchronous part of `work` counts as time. If
	 * calls only resumed waiting work, all of it would run in the same iteration.
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
