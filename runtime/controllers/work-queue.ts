/** Work queue: processes each key at most once at a time, again if it was added meanwhile, and after a failure with backoff. */
import { damageOf } from '../storage/errors.ts';
import { QueueMetrics } from './queue-metrics.ts';

export interface WorkQueueOptions {
	readonly name: string;
	readonly work: (key: string, signal: AbortSignal) => Promise<void>;
	readonly onFailure: (key: string, error: unknown) => void;
	/** Maximum number of keys processed concurrently. */
	readonly atOnce: number;
	readonly firstPauseMs?: number;
	readonly longestPauseMs?: number;
}

/** Maximum delay; Node's timers overflow at 24 days. */
const longestDelayMs = 24 * 3_600_000;

/** Consecutive failures of a key. */
interface Failure {
	readonly count: number;
	/** The damaged object because of which the key is postponed. */
	readonly damage: string | undefined;
}

export class WorkQueue {
	readonly #options: Required<WorkQueueOptions>;
	readonly metrics: QueueMetrics;
	/** Waiting keys, by order of arrival, with their times; without keys in progress. */
	readonly #waiting = new Map<string, number>();
	/** Iterator over the waiting keys. It is kept, because a new one would step over all entries deleted since the map last shrank. */
	#inOrder = this.#waiting.entries();
	/** Keys added again while in progress, with their times. */
	readonly #again = new Map<string, number>();
	readonly #active = new Map<string, { readonly started: number; readonly done: Promise<void> }>();
	readonly #failures = new Map<string, Failure>();
	readonly #pauses = new Map<string, NodeJS.Timeout>();
	readonly #delays = new Map<string, { readonly atMs: number; readonly timer: NodeJS.Timeout }>();
	readonly #stopped = new AbortController();

	constructor(options: WorkQueueOptions) {
		// 30 seconds at most before a recovery is noticed; 100 milliseconds suffice after a transient failure.
		this.#options = { firstPauseMs: 100, longestPauseMs: 30_000, ...options };
		this.metrics = new QueueMetrics(options.name);
		this.metrics.depth = () => this.#waiting.size + this.#again.size;
		this.metrics.postponed = () => this.#failures.values().reduce((total, { damage }) => (damage === undefined ? total : total + 1), 0);
		this.metrics.started = () => this.#active.values().map(({ started }) => started);
	}

	add(key: string): void {
		if (this.#stopped.signal.aborted) return;
		const queue = this.#active.has(key) ? this.#again : this.#waiting;
		if (queue.has(key)) return;
		this.metrics.adds++;
		queue.set(key, performance.now());
		this.#next();
	}

	/** Adds a key after a delay, at most a day. Of several delays the earliest counts. */
	addAfter(key: string, delayMs: number): void {
		if (this.#stopped.signal.aborted) return;
		if (delayMs <= 0) {
			this.add(key);
			return;
		}
		const atMs = performance.now() + Math.min(delayMs, longestDelayMs);
		const known = this.#delays.get(key);
		if (known !== undefined && known.atMs <= atMs) return;
		clearTimeout(known?.timer);
		const end = () => {
			this.#delays.delete(key);
			this.add(key);
		};
		this.#delays.set(key, { atMs, timer: setTimeout(end, atMs - performance.now()).unref() });
	}

	async stop(): Promise<void> {
		this.#stopped.abort(new Error('the controller is stopping'));
		for (const pause of this.#pauses.values()) clearTimeout(pause);
		this.#pauses.clear();
		for (const { timer } of this.#delays.values()) clearTimeout(timer);
		this.#delays.clear();
		this.#waiting.clear();
		this.#again.clear();
		await Promise.all(this.#active.values().map(({ done }) => done));
	}

	#next(): void {
		while (this.#active.size < this.#options.atOnce) {
			const first = this.#first();
			if (first === undefined) return;
			const [key, since] = first;
			this.#waiting.delete(key);
			const started = performance.now();
			this.metrics.waited.observe((started - since) / 1000);
			this.#active.set(key, { started, done: this.#run(key, started) });
		}
	}

	#first(): readonly [key: string, since: number] | undefined {
		if (this.#waiting.size === 0) return undefined;
		const next = this.#inOrder.next();
		if (!next.done) return next.value;
		// A finished iterator stays finished, even when keys have been added.
		this.#inOrder = this.#waiting.entries();
		return this.#inOrder.next().value;
	}

	async #run(key: string, started: number): Promise<void> {
		// Starts in a microtask, so that a caller which adds many keys is not delayed by the first.
		await Promise.resolve();
		try {
			await this.#options.work(key, this.#stopped.signal);
			this.#failures.delete(key);
		} catch (error) {
			if (!this.#stopped.signal.aborted) this.#pause(key, error);
		} finally {
			this.#active.delete(key);
			const since = this.#again.get(key);
			if (since !== undefined) {
				this.#again.delete(key);
				this.#waiting.set(key, since);
			}
			this.metrics.worked.observe((performance.now() - started) / 1000);
			this.#next();
		}
	}

	#pause(key: string, error: unknown): void {
		const before = this.#failures.get(key);
		const damage = damageOf(error);
		// Damage may last for days, so it is reported only once.
		if (damage === undefined || damage !== before?.damage) this.#options.onFailure(key, error);
		const count = (before?.count ?? 0) + 1;
		this.#failures.set(key, { count, damage });
		const pauseMs = Math.min(this.#options.firstPauseMs * 2 ** (count - 1), this.#options.longestPauseMs);
		clearTimeout(this.#pauses.get(key));
		const pause = setTimeout(() => {
			this.#pauses.delete(key);
			this.metrics.retries++;
			this.add(key);
		}, pauseMs);
		pause.unref();
		this.#pauses.set(key, pause);
	}
}
