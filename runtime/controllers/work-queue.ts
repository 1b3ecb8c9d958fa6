/** Keys to work on: each at most once at a time, again when it was added meanwhile, and after a growing pause when the work failed. */

export interface WorkQueueOptions {
	readonly work: (key: string, signal: AbortSignal) => Promise<void>;
	readonly onFailure: (key: string, error: unknown) => void;
	/** Keys worked on at once. */
	readonly atOnce: number;
	readonly firstPauseMs?: number;
	readonly longestPauseMs?: number;
}

export class WorkQueue {
	readonly #options: Required<WorkQueueOptions>;
	/** In order of arrival. */
	readonly #waiting = new Set<string>();
	readonly #active = new Map<string, Promise<void>>();
	readonly #failures = new Map<string, number>();
	readonly #pauses = new Map<string, NodeJS.Timeout>();
	readonly #stopped = new AbortController();

	constructor(options: WorkQueueOptions) {
		// Half a minute bounds how long a cure goes unnoticed; a tenth of a second is enough for a passing hitch.
		this.#options = { firstPauseMs: 100, longestPauseMs: 30_000, ...options };
	}

	add(key: string): void {
		if (this.#stopped.signal.aborted) return;
		this.#waiting.add(key);
		this.#next();
	}

	async stop(): Promise<void> {
		this.#stopped.abort(new Error('the controller is stopping'));
		for (const pause of this.#pauses.values()) clearTimeout(pause);
		this.#pauses.clear();
		this.#waiting.clear();
		await Promise.all(this.#active.values());
	}

	#next(): void {
		for (const key of this.#waiting) {
			if (this.#active.size >= this.#options.atOnce) return;
			if (this.#active.has(key)) continue;
			this.#waiting.delete(key);
			this.#active.set(key, this.#run(key));
		}
	}

	async #run(key: string): Promise<void> {
		// The work starts in a turn of its own, so that whoever adds many keys is not held up by the first.
		await Promise.resolve();
		try {
			await this.#options.work(key, this.#stopped.signal);
			this.#failures.delete(key);
		} catch (error) {
			if (!this.#stopped.signal.aborted) this.#pause(key, error);
		} finally {
			this.#active.delete(key);
			this.#next();
		}
	}

	#pause(key: string, error: unknown): void {
		this.#options.onFailure(key, error);
		const failures = (this.#failures.get(key) ?? 0) + 1;
		this.#failures.set(key, failures);
		const pauseMs = Math.min(this.#options.firstPauseMs * 2 ** (failures - 1), this.#options.longestPauseMs);
		clearTimeout(this.#pauses.get(key));
		const pause = setTimeout(() => {
			this.#pauses.delete(key);
			this.add(key);
		}, pauseMs);
		pause.unref();
		this.#pauses.set(key, pause);
	}
}
