/**
 * Work queue of keys. A key is in the queue at most once, and one worker at a time processes it. After a failure it is queued again, with
 * growing backoff.
 */

/** Backoff after failures, in milliseconds. */
export interface QueuePauses {
	/** Pause after the first failure. It doubles with each further one. */
	readonly firstMs: number;
	readonly longestMs: number;
}

export const defaultPauses: QueuePauses = { firstMs: 100, longestMs: 300_000 };

export class WorkQueue {
	private readonly pauses: QueuePauses;
	private readonly waiting: string[] = [];
	/** Keys in `waiting`. */
	private readonly queued = new Set<string>();
	private readonly processing = new Set<string>();
	/** Keys that were added again while they were processed. */
	private readonly dirty = new Set<string>();
	private readonly failures = new Map<string, number>();
	private readonly timers = new Map<string, { readonly at: number; readonly timer: ReturnType<typeof setTimeout> }>();
	private readonly takers: ((key: string | undefined) => void)[] = [];
	private closed = false;

	constructor(pauses: QueuePauses) {
		this.pauses = pauses;
	}

	add(key: string): void {
		if (this.closed || this.queued.has(key)) return;
		if (this.processing.has(key)) {
			this.dirty.add(key);
			return;
		}
		const taker = this.takers.shift();
		if (taker !== undefined) {
			this.processing.add(key);
			taker(key);
			return;
		}
		this.queued.add(key);
		this.waiting.push(key);
	}

	/** Adds the key after a delay. Of two times, the earlier counts. */
	addAfter(key: string, ms: number): void {
		if (this.closed) return;
		const at = Date.now() + ms;
		const before = this.timers.get(key);
		if (before !== undefined && before.at <= at) return;
		clearTimeout(before?.timer);
		const timer = setTimeout(
			() => {
				this.timers.delete(key);
				this.add(key);
			},
			Math.min(ms, longestTimerMs),
		);
		this.timers.set(key, { at, timer });
	}

	/** Returns the next key, or undefined when the queue is closed. */
	take(): Promise<string | undefined> {
		if (this.closed) return Promise.resolve(undefined);
		const key = this.waiting.shift();
		if (key === undefined) return new Promise((resolve) => this.takers.push(resolve));
		this.queued.delete(key);
		this.processing.add(key);
		return Promise.resolve(key);
	}

	/** Marks a key as processed successfully. */
	done(key: string): void {
		this.failures.delete(key);
		this.finish(key);
	}

	/** Marks a key as failed: it is queued again after a pause. */
	failed(key: string): void {
		const count = this.failures.get(key) ?? 0;
		this.failures.set(key, count + 1);
		this.finish(key);
		this.addAfter(key, Math.min(this.pauses.firstMs * 2 ** count, this.pauses.longestMs));
	}

	close(): void {
		this.closed = true;
		for (const { timer } of this.timers.values()) clearTimeout(timer);
		this.timers.clear();
		for (const taker of this.takers.splice(0)) taker(undefined);
	}

	private finish(key: string): void {
		this.processing.delete(key);
		if (this.dirty.delete(key)) this.add(key);
	}
}

/** Maximum delay of a timer. A longer one would fire immediately. */
const longestTimerMs = 2 ** 31 - 1;
