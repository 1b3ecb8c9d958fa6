/**
 * Turns: writers of one object in this process work it out and commit it one after the other, each from the state that the
 * one before left. Without them many clients of one hot object would mostly lose races against each other. A turn is no
 * lock: it is given on whenever something outside is waited for (`attempts.ts`), and other processes take none.
 */
import { turnMs } from '../../../api/shared-turns.ts';

type Waiting = (() => void)[];

export class Turns {
	/** By object, while somebody has the turn; null: nobody waits for it. */
	readonly #lines = new Map<string, Waiting | null>();
	/** When the first writer of this turn of the event loop passed his on; undefined: none has. */
	#passedMs: number | undefined;

	/** Undefined: it is the caller's turn at once. */
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

	/** To who has waited longest: at once, or when others have had the event loop. Many who find that there is nothing to write would have it for all of them. */
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
		return nowMs - this.#passedMs > turnMs;
	}
}
