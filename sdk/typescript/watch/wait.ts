/** Waits for a condition on an object without polling. */
import type { ApiObject, Stored } from '../client/objects.ts';
import type { CallOptions } from '../client/options.ts';
import { type Followed, follow } from './follow.ts';

type Kept = Stored<ApiObject>;

/**
 * Waits until `holds` returns true. `followed`: follows that object alone. `holds` gets undefined while the object does not exist. Rejects
 * with a TimeoutError after the timeout.
 */
export async function waitUntil(
	followed: Followed,
	name: string,
	holds: (object: Kept | undefined) => unknown,
	{ signal, timeoutMs }: CallOptions,
): Promise<Kept | undefined> {
	const ending = new AbortController();
	const abort = (): void => ending.abort(signal?.reason);
	if (signal?.aborted) abort();
	signal?.addEventListener('abort', abort, { once: true });
	const late = (): void => ending.abort(new DOMException(`${name} did not reach the expected state within ${timeoutMs} ms`, 'TimeoutError'));
	const timer = timeoutMs === undefined ? undefined : setTimeout(late, timeoutMs);
	try {
		for await (const change of follow(followed, { signal: ending.signal })) {
			const object = change.type === 'ALL' ? change.objects[0] : change.type === 'DELETED' ? undefined : change.object;
			if (holds(object)) return object;
		}
		// The stream ends only when it is aborted.
		throw ending.signal.reason;
	} finally {
		clearTimeout(timer);
		signal?.removeEventListener('abort', abort);
	}
}
