/** Follows a resource for ever: first what there is, then every change; from the start again when its place in the history is gone. */
import { CompactedError } from '../storage/store.ts';
import type { CachedObject, CacheEvent, WatchCache } from '../watch/contract.ts';

/** Events taken at once. */
const batch = 256;

export type Seen = (type: CacheEvent['type'], object: CachedObject) => void;

/** Rejects on anything but the signal's abort. `seen` must not throw. */
export async function follow(cache: WatchCache, storageName: string, signal: AbortSignal, seen: Seen): Promise<void> {
	while (!signal.aborted) {
		const from = cache.revision;
		for (const object of cache.list(storageName, '')) seen('ADDED', object);
		try {
			await followFrom(cache, storageName, from, signal, seen);
		} catch (error) {
			if (signal.aborted) return;
			if (!(error instanceof CompactedError)) throw error;
		}
	}
}

async function followFrom(cache: WatchCache, storageName: string, from: number, signal: AbortSignal, seen: Seen): Promise<void> {
	const cursor = cache.cursor(storageName, from, { namespace: '', name: '' });
	try {
		while (!signal.aborted) for (const event of await cursor.next(batch, signal)) seen(event.type, event.object);
	} finally {
		cursor.close();
	}
}

/** Resolves at the first change in a namespace of a resource after a revision, or at the signal's abort. */
export async function firstChange(cache: WatchCache, storageName: string, namespace: string, from: number, signal: AbortSignal): Promise<void> {
	const cursor = cache.cursor(storageName, from, { namespace, name: '' });
	try {
		await cursor.next(1, signal);
	} catch (error) {
		// A history that is gone means that much has changed.
		if (!signal.aborted && !(error instanceof CompactedError)) throw error;
	} finally {
		cursor.close();
	}
}
