/**
 * Forgets what is older than the history, in small steps. Ages are told by the process's own monotonic clock, not by the log's
 * times: a clock that jumps must not cut short what watchers rely on. After a restart the old log is therefore kept for one more history.
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
	const samples: { readonly timeMs: number; readonly revision: Revision }[] = [];
	let step: Promise<void> = Promise.resolve();
	let running = false;
	const tick = () => {
		const nowMs = performance.now();
		samples.push({ timeMs: nowMs, revision: options.applied() });
		const old = samples.findLastIndex(({ timeMs }) => timeMs <= nowMs - options.historyMs);
		const sample = samples[old];
		if (sample === undefined || running) return;
		samples.splice(0, old);
		running = true;
		step = forget(store, sample.revision, options).finally(() => {
			running = false;
		});
	};
	tick();
	const timer = setInterval(tick, Math.max(10, options.historyMs / stepsPerHistory));
	timer.unref();
	return () => {
		clearInterval(timer);
		return step;
	};
}

async function forget(store: Store, before: Revision, options: RetentionOptions): Promise<void> {
	try {
		await store.compact(before);
		options.onForgotten(await store.oldest());
	} catch (error) {
		options.onError(error);
	}
}
