/**
 * Fairness between connections, in what they ask and in what of it is read: requests that are there at once are begun in one turn of
 * the event loop for as long as that is short, which costs least. What is left then waits, and of the connections that wait each has
 * one request begun after the other. Without it, sixteen connections with a hundred requests each keep everybody else waiting for all
 * of them.
 */
import { SharedTurns } from '../api/shared-turns.ts';

export class Turns extends SharedTurns {
	/** Of connections with requests that wait, whose turn is next first. */
	readonly #waiting = new Map<object, (() => void)[]>();

	/** `begin` must not throw; it may be called when the connection is gone. */
	wait(connection: object, begin: () => void): void {
		this.promiseTurn();
		const waiting = this.#waiting.get(connection);
		if (waiting === undefined) this.#waiting.set(connection, [begin]);
		else waiting.push(begin);
	}

	/** Begins now with all that waits of a connection: it will not be there much longer. */
	beginAll(connection: object): void {
		const waiting = this.#waiting.get(connection);
		this.#waiting.delete(connection);
		for (const begin of waiting ?? []) begin();
	}

	protected hasWaiting(): boolean {
		return this.#waiting.size > 0;
	}

	/** One request of the connection that has waited longest, which goes to the end of the line. */
	protected beginNext(): void {
		for (const [connection, waiting] of this.#waiting) {
			this.#waiting.delete(connection);
			const begin = waiting.shift();
			if (waiting.length > 0) this.#waiting.set(connection, waiting);
			begin?.();
			return;
		}
	}
}
