/** Requests of a few flows that wait, and the virtual time at which the next of them is due. */

/** What waits, as far as a level looks at it. */
export interface Waiting {
	/** Name of its flow. */
	readonly flow: string;
	/** Over which it came. */
	readonly connection: string;
	/** Seats that it takes. */
	readonly width: number;
	readonly waitingSinceMs: number;
	/** From which it came; undefined: it did not wait. */
	queue: QueueState | undefined;
}

export interface QueueState {
	/** How many wait. */
	readonly length: number;
	/** Of what has left it, and is not over. */
	executing: number;
	seatsInUse: number;
	/** Virtual milliseconds that are to be added to when it is due, when it is next put in order. */
	owes: number;
}

/**
 * Who waits longer than others of its flow is next, while few wait. Of many, the newest are: what was read a moment ago is in the
 * processor's cache, and what has waited behind hundreds is not, which makes its answer a quarter dearer; and it may be that nobody
 * waits for that any more. After so many of the newest comes the oldest, so that nobody waits longer than for all others so many times.
 */
const mostInOrder = 8;
const newestForOldest = 3;

export class Queue<T> implements QueueState {
	/** In virtual milliseconds of its level: the work that it has been given, or that others had been given when it began to wait. */
	dueAt = 0;
	owes = 0;
	executing = 0;
	seatsInUse = 0;
	/** The one that is being begun is in no order: where it belongs is known only when it is clear what it has cost. */
	isBeginning = false;
	readonly #waiting: T[] = [];
	#head = 0;
	/** Since the oldest was taken. */
	#newestInRow = 0;

	get length(): number {
		return this.#waiting.length - this.#head;
	}

	/** The one that is next. */
	get first(): T | undefined {
		return this.#takesNewest ? this.#waiting.at(-1) : this.#waiting[this.#head];
	}

	/** Whether the newest is next, and not the oldest. */
	get #takesNewest(): boolean {
		return this.length > mostInOrder && this.#newestInRow < newestForOldest;
	}

	add(one: T): void {
		this.#waiting.push(one);
	}

	/** Takes out the one that is next. */
	shift(): T | undefined {
		if (this.#takesNewest) {
			this.#newestInRow++;
			return this.#waiting.pop();
		}
		this.#newestInRow = 0;
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
	take(isTaken: (one: T) => boolean): T[] {
		const all = this.#waiting.slice(this.#head);
		this.#waiting.length = 0;
		this.#head = 0;
		this.#waiting.push(...all.filter((one) => !isTaken(one)));
		return all.filter(isTaken);
	}

	waiting(): readonly T[] {
		return this.#waiting.slice(this.#head);
	}
}

/** Queues with requests that wait, the one that is due first on top. A queue's `dueAt` must not change while it is in here. */
export class DueQueues<T> {
	readonly #heap: Queue<T>[] = [];

	get first(): Queue<T> | undefined {
		return this.#heap[0];
	}

	get length(): number {
		return this.#heap.length;
	}

	add(queue: Queue<T>): void {
		const heap = this.#heap;
		let at = heap.length;
		for (; at > 0; ) {
			const above = (at - 1) >> 1;
			const parent = heap[above] as Queue<T>;
			if (parent.dueAt <= queue.dueAt) break;
			heap[at] = parent;
			at = above;
		}
		heap[at] = queue;
	}

	shift(): Queue<T> | undefined {
		const heap = this.#heap;
		const first = heap[0];
		const last = heap.pop();
		if (first === undefined || last === undefined || first === last) return first;
		let at = 0;
		for (;;) {
			let below = 2 * at + 1;
			if (below >= heap.length) break;
			if (below + 1 < heap.length && (heap[below + 1] as Queue<T>).dueAt < (heap[below] as Queue<T>).dueAt) below++;
			const child = heap[below] as Queue<T>;
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
