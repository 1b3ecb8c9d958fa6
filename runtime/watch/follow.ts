/**
 * Follows a resource without an end: lists its objects, then reports every change. Lists again when its position in the history was
 * compacted.
 */

import type { TimeSlicer } from '../scheduling/time-slicer.ts';
import { CompactedError } from '../storage/store.ts';
import type { CachedObject, CacheEvent, Cursor, WatchCache } from './contract.ts';

/** Events taken from the cursor at once. */
const batch = 256;

export type OnChange = (type: CacheEvent['type'], object: CachedObject) => void;

/** Selection and callbacks of a follower. Callbacks must not throw. */
export interface FollowOptions {
	readonly storageName: string;
	/** Limits the selection to one namespace. */
	readonly namespace?: string;
	readonly seen: OnChange;
	/** Limits the selection to changes of objects with this name, in any namespace. Existing objects are then not listed. */
	readonly only?: {
		readonly name: string;
		/** Called when changes were missed. */
		missed(): void;
	};
	/** Called after all existing objects were seen. `again`: true when earlier changes were missed, including deletions. */
	listed?(again: boolean): void;
	/** Called before the first and after each batch. All events that the cursor has returned have then been seen. */
	read?(cursor: Cursor): void;
	/** Set where many objects may exist: they are processed in slices that share event loop iterations with other work. */
	readonly slices?: TimeSlicer;
}

/** Time that a follower works before it asks for the next slice. Several followers may share an event loop iteration. */
const sliceMs = 3;

/** Returns a function to await before each object, which yields to other work between slices. */
function pace(slices: TimeSlicer | undefined): () => Promise<void> | undefined {
	let beganMs = performance.now();
	return () => {
		if (slices === undefined || performance.now() - beganMs < sliceMs) return undefined;
		const turn = slices.hasRoom() ? Promise.resolve() : slices.later(() => undefined);
		return turn.then(() => {
			beganMs = performance.now();
		});
	};
}

/** Follows until the signal aborts. `isAgain`: true when an earlier follower missed changes. Rejects on any error except the abort. */
export async function follow(cache: WatchCache, followed: FollowOptions, signal: AbortSignal, isAgain = false): Promise<void> {
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

async function list(cache: WatchCache, { storageName, namespace = '', seen, slices }: FollowOptions, signal: AbortSignal): Promise<void> {
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
	{ storageName, namespace = '', seen, only, read, slices }: FollowOptions,
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
