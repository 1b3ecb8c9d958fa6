/** Changes as events, without gaps. When the server no longer has the version, the missed changes are found by comparing lists. */

import type { ApiObject, Stored } from '../client/objects.ts';
import type { CallOptions } from '../client/options.ts';
import type { Selection } from '../client/selectors.ts';
import { type Change, type Followed, follow } from './follow.ts';

/** Event. `object`: state after the change; for `DELETED` the last state. */
export interface WatchEvent<T> {
	type: 'ADDED' | 'MODIFIED' | 'DELETED';
	object: T;
}

export interface WatchOptions<Fields extends string = never> extends Selection<Fields>, Pick<CallOptions, 'signal'> {
	/**
	 * Yields only changes after this version, such as that of a list. Absent: yields the existing objects first, as `ADDED`. If the server
	 * no longer has the version, the watch ends with ApiError `Expired`.
	 */
	readonly resourceVersion?: string | undefined;
	/** Called with the error of an interruption. The watch then continues. */
	readonly onInterruption?: ((error: Error) => void) | undefined;
}

type Kept = Stored<ApiObject>;

/** Returns the key of an object: its namespace and name. A new object of the same name has the same key. */
export function keyOf({ metadata: { namespace, name } }: { readonly metadata: { readonly namespace?: string; readonly name: string } }): string {
	return namespace === undefined ? name : `${namespace}/${name}`;
}

export async function* watch(
	followed: Followed,
	{ signal, resourceVersion, onInterruption }: WatchOptions<string>,
): AsyncGenerator<WatchEvent<Kept>, void, undefined> {
	// A watch from a version does not know the earlier objects, so it cannot compare.
	const known = resourceVersion === undefined ? new Map<string, Kept>() : undefined;
	for await (const change of follow(followed, { signal, resourceVersion, onInterruption }))
		yield* known === undefined ? plain(change) : changesOf(known, change);
}

function* plain(change: Change): Generator<WatchEvent<Kept>> {
	if (change.type !== 'ALL') yield change;
}

/** Yields the events by which the known objects change, and updates them. */
export function* changesOf(known: Map<string, Kept>, change: Change): Generator<WatchEvent<Kept> & { readonly before?: Kept }> {
	if (change.type === 'ALL') {
		const present = new Set(change.objects.map(keyOf));
		for (const [key, object] of known) {
			if (present.has(key)) continue;
			known.delete(key);
			yield { type: 'DELETED', object };
		}
		for (const object of change.objects) yield* put(known, object);
	} else if (change.type === 'DELETED') {
		known.delete(keyOf(change.object));
		yield change;
	} else yield* put(known, change.object);
}

function* put(known: Map<string, Kept>, object: Kept): Generator<WatchEvent<Kept> & { readonly before?: Kept }> {
	const key = keyOf(object);
	const before = known.get(key);
	known.set(key, object);
	if (before === undefined) yield { type: 'ADDED', object };
	else if (before.metadata.uid !== object.metadata.uid) {
		yield { type: 'DELETED', object: before };
		yield { type: 'ADDED', object };
	} else if (before.metadata.resourceVersion !== object.metadata.resourceVersion) yield { type: 'MODIFIED', object, before };
}
