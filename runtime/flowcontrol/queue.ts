/** Queue of waiting requests of a few flows, with the virtual time at which it is due. */

/** Part of a waiting request that a level reads. */
export interface WaitingRequest {
	/** Name of the request's flow. */
	readonly flow: string;
	/** Connection of the request. */
	readonly connection: string;
	/** Number of seats that the request needs. */
	readonly width: number;
	readonly waitingSinceMs: number;
	/** Queue in which the request waited; undefined if it did not wait. */
	queue: QueueState | undefined;
}

export interface QueueState {
	/** Number of waiting requests. */
	readonly length: number;
	/** Number of requests that left the queue and are unfinished. */
	executing: number;
	seatsInUse: number;
	/** Virtual time, in ms, that is added to `dueAt` when the queue's order is next updated. */
	owes: number;
}

/**
 * Order within a queue. Up to `mostInOrder` waiting requests are served oldest first. With more, the newest go first, because their data is
 * still in the processor cache. A request that waited behind hundreds costs a quarter more, and its client may have given up. After
 * `newestForOldest` new ones the oldest is served, which bounds every wait.
 */
const mostInOrder = 8;
const newestForOldest = 3;

export class Queue<T> implements QueueState {
	/**
	 * Virtual time of the level, in ms: the service that the queue has had. A queue that becomes non-empty starts at the level's current
	 * time at the earliest.
	 */
	dueAt = 0;
	owes = 0;
	executing = 0;
	seatsInUse = 0;
	/**
	 * True while a request of the queue is being started. The queue is not in the heap then, because its position depends on the request's
	 * cost.
	 */
	isBeginning = false;
	readonly #waiting: T[] = [];
	#head = 0;
	/** Number of newest requests served since the oldest was last served. */
	#newestInRow = 0;

	get length(): number {
		return this.#waiting.length - this.#head;
	}

	/** The next request. */
	get first(): T | undefined {
		return this.#takesNewest ? this.#waiting.at(-1) : this.#waiting[this.#head];
	}

	/** True when the newest request is next. */
	get #takesNewest(): boolean {
		return this.length > mostInOrder && this.#newestInRow < newestForOldest;
	}

	add(one: T): void {
		this.#waiting.push(one);
	}

	/** Removes the next request. */
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

	/** Removes and returns the requests that satisfy `isTaken`. */
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

/** Heap of non-empty queues; the earliest due is first. A queue's `dueAt` must not change while it is in the heap. */
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
