/**
 * Delays writes to the end of the event loop iteration. All requests that arrived together are handled first, and then their answers are
 * sent. A client process that shares its connections is then woken once for all of them. With 64 connections, waking it for each answer
 * would take a third of the server's CPU for a GET.
 */

/** Output that collects the writes of one iteration. */
export interface FlushTarget {
	/** Must not throw. */
	flush(): void;
}

export class FlushQueue {
	readonly #before: () => void;
	#waiting: (() => void)[] = [];
	#last: FlushTarget[] = [];
	#isScheduled = false;

	/** `before`: called ahead of the writes. Must not throw. */
	constructor(before: () => void) {
		this.#before = before;
	}

	/** Schedules a write, which must not throw. */
	add(write: () => void): void {
		this.#waiting.push(write);
		this.#schedule();
	}

	/** Schedules a flush after all writes. Must be called once for each flush. */
	addLast(flushed: FlushTarget): void {
		this.#last.push(flushed);
		this.#schedule();
	}

	/** Performs the pending writes now. */
	flush(): void {
		if (!this.#isEmpty) this.#run();
	}

	get #isEmpty(): boolean {
		return this.#waiting.length === 0 && this.#last.length === 0;
	}

	#schedule(): void {
		if (this.#isScheduled) return;
		this.#isScheduled = true;
		setImmediate(() => this.#run());
	}

	#run(): void {
		const waiting = this.#waiting;
		this.#waiting = [];
		this.#isScheduled = true;
		this.#before();
		for (let i = 0; i < waiting.length; i++) waiting[i]?.();
		const last = this.#last;
		this.#last = [];
		for (let i = 0; i < last.length; i++) last[i]?.flush();
		this.#isScheduled = false;
		if (!this.#isEmpty) this.#schedule();
	}
}
