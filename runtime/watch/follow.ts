/** Follows a resource for ever: first what there is, then every change; from the start again when its place in the history is gone. */

import type { Slices } from '../api/slices.ts';
import { CompactedError } from '../storage/store.ts';
import type { CachedObject, CacheEvent, Cursor, WatchCache } from './contract.ts';

/** Events taken at once. */
const batch = 256;

export type Seen = (type: CacheEvent['type'], object: CachedObject) => void;

/** What is looked at of a resource. Callbacks must not throw. */
export interface Followed {
	readonly storageName: string;
	/** Only objects in this one. */
	readonly namespace?: string;
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
	/** Where there may be too many objects to look at all at once: they are listed in turns of the event loop that others share. */
	readonly slices?: Slices;
}

/** What one follower looks at before it asks whether others have a turn: some of them share one. */
const sliceMs = 3;

/** Whoever awaits it before each object leaves others their turns. */
function pace(slices: Slices | undefined): () => Promise<void> | undefined {
	let beganMs = performance.now();
	return () => {
		if (slices === undefined || performance.now() - beganMs < sliceMs) return undefined;
		const turn = slices.hasRoom() ? Promise.resolve() : slices.later(() => undefined);
		return turn.then(() => {
			beganMs = performance.now();
		});
	};
}

/** `isAgain`: it was followed before, and changes have been missed. Rejects on anything but the signal's abort. */
export async function follow(cache: WatchCache, followed: Followed, signal: AbortSignal, isAgain = false): Promise<void> {
	for (let again = isAgain; !signal.aborted; again = true) {
		const from = cache.revision;
		if (followed.only === undefined) await list(cache, followed, signal);
		else if (again) followed.only.missed();
		if (signal.aborted) return;
		followed.listed?.(again);
		try {
			await followFrom(cache, followed, from, signal);
		} catch (error) {
			if (signal.aborted) return;
			if (!(error instanceof CompactedError)) throw error;
		}
	}
}

async function list(cache: WatchCache, { storageName, namespace = '', seen, slices }: Followed, signal: AbortSignal): Promise<void> {
	const turn = pace(slices);
	for (const object of cache.list(storageName, namespace)) {
		const pending = turn();
		if (pending !== undefined) await pending;
		if (signal.aborted) return;
		seen('ADDED', object);
	}
}

async function followFrom(
	cache: WatchCache,
	{ storageName, namespace = '', seen, only, read, slices }: Followed,
	from: number,
	signal: AbortSignal,
): Promise<void> {
	const cursor = cache.cursor(storageName, from, { namespace, name: only?.name ?? '' });
	try {
		read?.(cursor);
		while (!signal.aborted) {
			const events = await cursor.next(batch, signal);
			const turn = pace(slices);
			for (const event of events) {
				const pending = turn();
				if (pending !== undefined) await pending;
				if (signal.aborted) return;
				seen(event.type, event.object);
			}
			read?.(cursor);
		}
	} finally {
		cursor.close();
	}
}
