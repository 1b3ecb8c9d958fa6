/**
 * Shares the event loop fairly between connections, for their requests and for reading. Requests that arrive together begin in one event
 * loop iteration while it is short, which is cheapest. The rest waits, and the waiting connections begin one request each in turn.
 * Otherwise sixteen connections with a hundred requests each would delay all others until all of these are answered.
 */
import { IterationBudget } from './iteration-budget.ts';

export class FairQueue extends IterationBudget {
	/** Waiting requests by connection; the connection served next is first. */
	readonly #waiting = new Map<object, (() => void)[]>();

	/** Queues a request of a connection. `begin` must not throw, and may be called when the connection is already closed. */
	wait(connection: object, begin: () => void): void {
		this.scheduleIteration();
		const waiting = this.#waiting.get(connection);
		if (waiting === undefined) this.#waiting.set(connection, [begin]);
		else waiting.push(begin);
	}

	/** Begins all waiting requests of a connection that will be closed. */
	beginAll(connection: object): void {
		const waiting = this.#waiting.get(connection);
		this.#waiting.delete(connection);
		for (const begin of waiting ?? []) begin();
	}

	protected hasWaiting(): boolean {
		return this.#waiting.size > 0;
	}

	/** Begins a request of the connection that has waited longest, and moves that connection to the end of the queue. */
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
