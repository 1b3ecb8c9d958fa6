/**
 * Forgets what is older than the history, in small steps. The age of what was written before this process started is told by the
 * marks in the log, so that a restart does not keep it for longer; the age of what came since by the process's own monotonic clock:
 * a clock that jumps must not cut short what watchers rely on.
 */
import type { Revision, Store } from '../storage/store.ts';

/** So many times in a history: what is kept is at most a thirtieth too long, and each time has little to do. */
const stepsPerHistory = 30;

export interface RetentionOptions {
	/** How long the log is kept (seed 1 "Limits": 5 minutes). */
	readonly historyMs: number;
	readonly applied: () => Revision;
	readonly onForgotten: (oldest: Revision) => void;
	/** The store refused for now (a full disk): told, and tried again at the next step. */
	readonly onError: (error: unknown) => void;
}

/** Returns what ends it; resolves when no step is under way any more. */
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
	// The first step can wait: a start has better things to do.
	ages.sample(applied());
	const timer = setInterval(tick, Math.max(10, historyMs / stepsPerHistory));
	timer.unref();
	return () => {
		clearInterval(timer);
		ended.abort();
		return step;
	};
}

/** What is older than the history: a revision that this process has seen, or a time from before it started. */
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
