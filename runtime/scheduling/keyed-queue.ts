/**
 * FairQueue of the writers of one object in this process. Each writer computes and commits from the state that the previous one left. Without
 * turns, many clients of one hot object would mostly lose races against each other. A turn is not a lock: a writer passes it on whenever it
 * waits for something external (`attempts.ts`), and other processes take none.
 */
import { sliceMs } from './iteration-budget.ts';

type Waiters = (() => void)[];

export class KeyedQueue {
	/** Waiting writers by object, while one of them has the turn. Null while none waits. */
	readonly #lines = new Map<string, Waiters | null>();
	/** Time at which the first writer of this event loop iteration gave up its turn. Undefined before that. */
	#passedMs: number | undefined;

	/** Takes the turn. Returns undefined if it was free, otherwise a promise of it. */
	take(key: string): Promise<void> | undefined {
		const line = this.#lines.get(key);
		if (line === undefined) {
			this.#lines.set(key, null);
			return undefined;
		}
		return new Promise((resolve) => {
			if (line === null) this.#lines.set(key, [resolve]);
			else line.push(resolve);
		});
	}

	/**
	 * Gives the turn to the writer that has waited longest: immediately, or in the next event loop iteration after long work. Otherwise a
	 * series of writers that find no change would block the event loop.
	 */
	give(key: string): void {
		const next = this.#lines.get(key)?.shift();
		if (next === undefined) this.#lines.delete(key);
		else if (this.#isLong()) setImmediate(next);
		else next();
	}

	#isLong(): boolean {
		const nowMs = performance.now();
		if (this.#passedMs === undefined) {
			this.#passedMs = nowMs;
			setImmediate(() => {
				this.#passedMs = undefined;
			});
		}
		return nowMs - this.#passedMs > sliceMs;
	}
}
