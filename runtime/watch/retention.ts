/**
 * Compacts log entries older than the history, in small steps. Entries from before this process started are dated by their commit times, so
 * that a restart does not extend their retention. Later ones are dated by the process's monotonic clock, because a clock jump must not
 * shorten the history that watchers rely on.
 */
import type { Revision, Store } from '../storage/store.ts';

/** Number of steps per history length. Entries are kept at most a thirtieth too long, and each step has little to do. */
const stepsPerHistory = 30;

export interface RetentionOptions {
	/** Time for which the log is kept (seed 1 "Limits": 5 minutes). */
	readonly historyMs: number;
	readonly applied: () => Revision;
	readonly onForgotten: (oldest: Revision) => void;
	/** Called when the store refuses for now (a full disk). The next step tries again. */
	readonly onError: (error: unknown) => void;
}

/** Starts the retention. Returns a function that stops it and resolves when no step is in flight. */
export function startRetention(store: Store, options: RetentionOptions): () => Promise<void> {
	const { historyMs, applied, onError } = options;
	const ages = new Ages(historyMs);
	const ended = new AbortController();
	let step: Promise<void> = Promise.resolve();
	let running = false;
	const tick = () => {
		const old = ages.sample(applied());
		if (running) return;
		running = true;
		step = forget(store, old, ended.signal, options)
			.catch((error: unknown) => {
				if (!ended.signal.aborted) onError(error);
			})
			.finally(() => {
				running = false;
			});
	};
	// The first step waits for one interval, to keep the start fast.
	ages.sample(applied());
	const timer = setInterval(tick, Math.max(10, historyMs / stepsPerHistory));
	timer.unref();
	return () => {
		clearInterval(timer);
		ended.abort();
		return step;
	};
}

/** End of the part to compact: a revision that this process has seen, or a time before it started. */
type Old = { readonly revision: Revision } | { readonly timeMs: number };

class Ages {
	readonly #historyMs: number;
	readonly #started = { timeMs: Date.now(), monotonicMs: performance.now() };
	readonly #samples: { readonly monotonicMs: number; readonly revision: Revision }[] = [];

	constructor(historyMs: number) {
		this.#historyMs = historyMs;
	}

	sample(revision: Revision): Old {
		const monotonicMs = performance.now();
		this.#samples.push({ monotonicMs, revision });
		const old = this.#samples.findLastIndex((sample) => sample.monotonicMs <= monotonicMs - this.#historyMs);
		const sample = this.#samples[old];
		if (sample === undefined) return { timeMs: this.#started.timeMs + (monotonicMs - this.#started.monotonicMs) - this.#historyMs };
		this.#samples.splice(0, old);
		return sample;
	}
}

async function forget(store: Store, old: Old, signal: AbortSignal, { onForgotten }: RetentionOptions): Promise<void> {
	const before = 'revision' in old ? old.revision : await store.revisionAt(old.timeMs, { signal });
	await store.compact(before, { signal });
	onForgotten(await store.oldest({ signal }));
}
