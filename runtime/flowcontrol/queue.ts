/** Requests of a few flows that wait, the oldest first, and the virtual time at which the next of them is due. */
import type { Ticket } from './ticket.ts';

export class Queue {
	/** In virtual milliseconds of its level: the work that it has been given, or that others had been given when it began to wait. */
	dueAt = 0;
	/** What is to be added to that when it is next put in order. */
	owes = 0;
	/** Of tickets that have left it, and are not over. */
	executing = 0;
	seatsInUse = 0;
	/** The one that is being begun is in no order: where it belongs is known only when it is clear what it has cost. */
	isBeginning = false;
	readonly #waiting: Ticket[] = [];
	#head = 0;

	get length(): number {
		return this.#waiting.length - this.#head;
	}

	get first(): Ticket | undefined {
		return this.#waiting[this.#head];
	}

	add(ticket: Ticket): void {
		this.#waiting.push(ticket);
	}

	shift(): Ticket | undefined {
		const first = this.#waiting[this.#head];
		if (first === undefined) return undefined;
		this.#head++;
		if (this.#head === this.#waiting.length || this.#head > 32) {
			this.#waiting.splice(0, this.#head);
			this.#head = 0;
		}
		return first;
	}

	/** Takes out and returns those that meet a condition. */
	take(isTaken: (ticket: Ticket) => boolean): Ticket[] {
		const all = this.#waiting.slice(this.#head);
		this.#waiting.length = 0;
		this.#head = 0;
		this.#waiting.push(...all.filter((ticket) => !isTaken(ticket)));
		return all.filter(isTaken);
	}

	waiting(): readonly Ticket[] {
		return this.#waiting.slice(this.#head);
	}
}

/** Queues with requests that wait, the one that is due first on top. A queue's `dueAt` must not change while it is in here. */
export class DueQueues {
	readonly #heap: Queue[] = [];

	get first(): Queue | undefined {
		return this.#heap[0];
	}

	get length(): number {
		return this.#heap.length;
	}

	add(queue: Queue): void {
		const heap = this.#heap;
		let at = heap.length;
		for (; at > 0; ) {
			const above = (at - 1) >> 1;
			const parent = heap[above] as Queue;
			if (parent.dueAt <= queue.dueAt) break;
			heap[at] = parent;
			at = above;
		}
		heap[at] = queue;
	}

	shift(): Queue | undefined {
		const heap = this.#heap;
		const first = heap[0];
		const last = heap.pop();
		if (first === undefined || last === undefined || first === last) return first;
		let at = 0;
		for (;;) {
			let below = 2 * at + 1;
			if (below >= heap.length) break;
			if (below + 1 < heap.length && (heap[below + 1] as Queue).dueAt < (heap[below] as Queue).dueAt) below++;
			const child = heap[below] as Queue;
			if (child.dueAt >= last.dueAt) break;
			heap[at] = child;
			at = below;
		}
		heap[at] = last;
		return first;
	}

	clear(): void {
		this.#heap.length = 0;
	}
}
