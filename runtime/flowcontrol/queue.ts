/** Queue of waiting requests of a few flows, and the virtual time at which the next of them is due. */

/** Properties of a waiting request that a level reads. */
export interface WaitingRequest {
	/** Name of the request's flow. */
	readonly flow: string;
	/** Connection over which the request came. */
	readonly connection: string;
	/** Number of seats that the request takes. */
	readonly width: number;
	readonly waitingSinceMs: number;
	/** Queue in which the request waited; undefined if it did not wait. */
	queue: QueueState | undefined;
}

export interface QueueState {
	/** Number of waiting requests. */
	readonly length: number;
	/** Number of requests that left the queue and have not finished. */
	executing: number;
	seatsInUse: number;
	/** Virtual time, in ms, to be added to `dueAt` when the queue is next put in order. */
	owes: number;
}

/**
 * Order within a queue. Few waiting requests (`mostInOrder`) are served oldest first. Of many, the newest go first, because they are still
 * in the processor's cache. A request that has waited behind hundreds costs a quarter more, and its client may have given up. After
 * `newestForOldest` of the newest the oldest is served, which bounds every request's wait.
 */
const mostInOrder = 8;
const newestForOldest = 3;

export class Queue<T> implements QueueState {
	/** Virtual time of the level, in ms: the work given to the queue, or given to others when the queue last became non-empty. */
	dueAt = 0;
	owes = 0;
	executing = 0;
	seatsInUse = 0;
	/** True while a request of the queue is being begun. The queue is then in no order, because its place depends on the request's cost. */
	isBeginning = false;
	readonly #waiting: T[] = [];
	#head = 0;
	/** Number of newest requests taken since the oldest was last taken. */
	#newestInRow = 0;

	get length(): number {
		return this.#waiting.length - this.#head;
	}

	/** The next request. */
	get first(): T | undefined {
		return this.#takesNewest ? this.#waiting.at(-1) : this.#waiting[this.#head];
	}

	/** True when the newest request is next, not the oldest. */
	get #takesNewest(): boolean {
		return this.length > mostInOrder && this.#newestInRow < newestForOldest;
	}

	add(one: T): void {
		this.#waiting.push(one);
	}

	/** Takes out the next request. */
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

	/** Takes out and returns the requests that meet a condition. */
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

/**
 * Heap of queues with waiting requests, the one that is due first on top. A queue's `dueAt` must not change while the queue is in the heap.
 */
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
