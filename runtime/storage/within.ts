/** Ends the waiting for a call of the store by a signal or at a deadline; the work itself goes on. */
import { StorageTimeoutError } from './errors.ts';
import type { CallOptions } from './store.ts';

/** The promise itself when there are no bounds, so that who has none pays nothing. */
export function within<T>(call: Promise<T>, options: CallOptions | undefined): Promise<T> {
	return options === undefined ? call : bounded(call, options);
}

/** Nobody waits any more. */
export function isOver({ signal, deadlineMs }: CallOptions): boolean {
	return signal?.aborted === true || (deadlineMs !== undefined && deadlineMs <= performance.now());
}

async function bounded<T>(call: Promise<T>, options: CallOptions): Promise<T> {
	// How the call ends after all is of no interest to who has gone.
	call.catch(() => undefined);
	if (isOver(options)) throw reasonOf(options);
	const { signal, deadlineMs } = options;
	const over = Promise.withResolvers<never>();
	const end = () => over.reject(reasonOf(options));
	const timer = deadlineMs === undefined ? undefined : setTimeout(end, deadlineMs - performance.now());
	signal?.addEventListener('abort', end, { once: true });
	try {
		return await Promise.race([call, over.promise]);
	} finally {
		clearTimeout(timer);
		signal?.removeEventListener('abort', end);
	}
}

function reasonOf({ signal }: CallOptions): unknown {
	return signal?.aborted === true ? signal.reason : new StorageTimeoutError();
}
