/** Lets reads at a revision wait until it is applied. */
import { ApiError } from '../api/errors.ts';
import type { Revision } from '../storage/store.ts';

interface Waiter {
	readonly revision: Revision;
	readonly resolve: () => void;
}

export class RevisionWaiters {
	readonly #waiting = new Set<Waiter>();

	/**
	 * Waits for a revision. Rejects with Timeout (504) after `timeoutMs` (seed 1 "Version semantics"), and with the signal's reason when
	 * aborted.
	 */
	wait(revision: Revision, applied: () => Revision, timeoutMs: number, signal: AbortSignal | undefined): Promise<void> {
		if (revision <= applied()) return Promise.resolve();
		if (signal?.aborted) return Promise.reject(signal.reason);
		return new Promise((resolve, reject) => {
			const end = (finish: () => void) => {
				clearTimeout(timer);
				signal?.removeEventListener('abort', onAbort);
				this.#waiting.delete(waiting);
				finish();
			};
			const onAbort = () => end(() => reject(signal?.reason));
			const timer = setTimeout(() => end(() => reject(new TooLargeVersion(revision, applied()))), timeoutMs);
			const waiting: Waiter = { revision, resolve: () => end(resolve) };
			signal?.addEventListener('abort', onAbort);
			this.#waiting.add(waiting);
		});
	}

	applied(revision: Revision): void {
		for (const waiting of this.#waiting) if (waiting.revision <= revision) waiting.resolve();
	}
}

/** The requested version does not exist yet. */
export class TooLargeVersion extends ApiError {
	constructor(wanted: Revision, current: Revision) {
		super('Timeout', `Timeout: Too large resource version: ${wanted}, current: ${current}`, {
			causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
			retryAfterSeconds: 1,
		});
	}
}
