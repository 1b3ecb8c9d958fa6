/** Wraps a store. Methods in `own` replace those of the store; all others pass through. */
import type { Follower, Store } from './store.ts';

export function wrapStore(store: Store, own: Partial<Store>): Store {
	return {
		revision: (options) => store.revision(options),
		commit: (mutations, options) => store.commit(mutations, options),
		follow: (after, follower, options) => store.follow(after, follower, options),
		changes: (after, upTo, limit, filter, options) => store.changes(after, upTo, limit, filter, options),
		snapshot: (onRows, options) => store.snapshot(onRows, options),
		at: (revision, range, limit, options) => store.at(revision, range, limit, options),
		countAt: (revision, range, options) => store.countAt(revision, range, options),
		resources: (options) => store.resources(options),
		oldest: (options) => store.oldest(options),
		compact: (before, options) => store.compact(before, options),
		revisionAt: (timeMs, options) => store.revisionAt(timeMs, options),
		metrics: () => store.metrics(),
		close: () => store.close(),
		...own,
	};
}

/** Returns a follower that receives changes through `onChanges` and everything else unchanged. */
export function withOnChanges(follower: Follower, onChanges: Follower['onChanges']): Follower {
	return {
		onChanges,
		onInterrupted: (error) => follower.onInterrupted(error),
		onResumed: () => follower.onResumed(),
		onLost: (error) => follower.onLost(error),
	};
}

/** Maps the elements; returns the same array when no element changes, which is the common case. */
export function mapChanged<T>(all: readonly T[], map: (one: T) => T): readonly T[] {
	let changed: T[] | undefined;
	for (let i = 0; i < all.length; i++) {
		const one = all[i] as T;
		const now = map(one);
		if (now !== one) changed ??= all.slice(0, i);
		changed?.push(now);
	}
	return changed ?? all;
}
