/** Follows a resource for ever: first what there is, then every change; from the start again when its place in the history is gone. */
import { CompactedError } from '../storage/store.ts';
import type { CachedObject, CacheEvent, Cursor, WatchCache } from '../watch/contract.ts';

/** Events taken at once. */
const batch = 256;

export type Seen = (type: CacheEvent['type'], object: CachedObject) => void;

/** What is looked at of a resource. Callbacks must not throw. */
export interface Followed {
	readonly storageName: string;
	readonly seen: Seen;
	/** Only objects of this name, in whatever namespace, and only their changes: no object is listed at the start. */
	readonly only?: {
		readonly name: string;
		/** Changes have been missed. */
		missed(): void;
	};
	/** All that there is has been seen. `again`: changes have been missed before, of what has gone too. */
	listed?(again: boolean): void;
	/** What this has returned has been seen; said before the first, and after each batch. */
	read?(cursor: Cursor): void;
	/** Objects that are listed at once, where there may be too many to look at all; the rest in later turns of the event loop. */
	readonly inTurn?: <T>(work: () => T) => Promise<T>;
}

/** Takes some tens of microseconds. */
const listedAtOnce = 256;

/** Rejects on anything but the signal's abort. */
export async function follow(cache: WatchCache, followed: Followed, signal: AbortSignal): Promise<void> {
	for (let again = false; !signal.aborted; again = true) {
		const from = cache.revision;
		if (followed.only === undefined) await list(cache, followed, signal);
		else if (again) followed.only.missed();
		followed.listed?.(again);
		try {
			await followFrom(cache, followed, from, signal);
		} catch (error) {
			if (signal.aborted) return;
			if (!(error instanceof CompactedError)) throw error;
		}
	}
}

async function list(cache: WatchCache, { storageName, seen, inTurn }: Followed, signal: AbortSignal): Promise<void> {
	const objects = cache.list(storageName, '')[Symbol.iterator]();
	const some = (): boolean => {
		for (let left = inTurn === undefined ? Number.POSITIVE_INFINITY : listedAtOnce; left > 0; left--) {
			const { done, value } = objects.next();
			if (done) return false;
			seen('ADDED', value);
		}
		return true;
	};
	let more = some();
	while (more && inTurn !== undefined && !signal.aborted) more = await inTurn(some);
}

async function followFrom(cache: WatchCache, { storageName, seen, only, read }: Followed, from: number, signal: AbortSignal): Promise<void> {
	const cursor = cache.cursor(storageName, from, { namespace: '', name: only?.name ?? '' });
	try {
		read?.(cursor);
		while (!signal.aborted) {
			for (const event of await cursor.next(batch, signal)) seen(event.type, event.object);
			read?.(cursor);
		}
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
