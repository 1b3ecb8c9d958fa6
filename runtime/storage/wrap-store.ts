/** Wraps a store. Methods in `own` replace those of the store; all others pass through. */
import type { Follower, Store } from './store.ts';

export function wrapStore(store: Store, own: Partial<Store>): Store {
	return {
		revision: store.revision.bind(store),
		commit: store.commit.bind(store),
		follow: store.follow.bind(store),
		changes: store.changes.bind(store),
		snapshot: store.snapshot.bind(store),
		at: store.at.bind(store),
		countAt: store.countAt.bind(store),
		resources: store.resources.bind(store),
		oldest: store.oldest.bind(store),
		compact: store.compact.bind(store),
		revisionAt: store.revisionAt.bind(store),
		metrics: store.metrics.bind(store),
		close: store.close.bind(store),
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
