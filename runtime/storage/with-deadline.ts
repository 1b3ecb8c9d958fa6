/** Ends the wait for a store call on an abort or at a deadline. The work itself continues. */
import { StorageTimeoutError } from './errors.ts';
import type { CallOptions } from './store.ts';

/** Returns the call's own promise when it has no bounds, so that such calls cost no more. */
export function withDeadline<T>(call: Promise<T>, options: CallOptions | undefined): Promise<T> {
	return options === undefined ? call : raceDeadline(call, options);
}

/** Reports whether the caller has stopped waiting. */
export function isExpired({ signal, deadlineMs }: CallOptions): boolean {
	return signal?.aborted === true || (deadlineMs !== undefined && deadlineMs <= performance.now());
}

async function raceDeadline<T>(call: Promise<T>, options: CallOptions): Promise<T> {
	// A late rejection must not count as unhandled.
	call.catch(() => undefined);
	if (isExpired(options)) throw expiryReason(options);
	const { signal, deadlineMs } = options;
	const over = Promise.withResolvers<never>();
	const end = () => over.reject(expiryReason(options));
	const timer = deadlineMs === undefined ? undefined : setTimeout(end, deadlineMs - performance.now());
	signal?.addEventListener('abort', end, { once: true });
	try {
		return await Promise.race([call, over.promise]);
	} finally {
		clearTimeout(timer);
		signal?.removeEventListener('abort', end);
	}
}

function expiryReason({ signal }: CallOptions): unknown {
	return signal?.aborted === true ? signal.reason : new StorageTimeoutError();
}
