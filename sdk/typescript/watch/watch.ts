/** Changes as events, without gaps: what was missed while the server had forgotten where the watch stood is found by comparison. */

import type { ApiObject, Stored } from '../client/objects.ts';
import type { CallOptions } from '../client/options.ts';
import type { Selection } from '../client/selectors.ts';
import { type Change, type Followed, follow } from './follow.ts';

/** `MODIFIED` and `DELETED` bear the object as it is after the change, and as it was last. */
export interface WatchEvent<T> {
	type: 'ADDED' | 'MODIFIED' | 'DELETED';
	object: T;
}

export interface WatchOptions<Fields extends string = never> extends Selection<Fields>, Pick<CallOptions, 'signal'> {
	/**
	 * Tells of changes after this version alone, such as that of a list. Absent: what there is comes first, as `ADDED`. A version that the
	 * server has forgotten ends the watch with ApiError `Expired`.
	 */
	readonly resourceVersion?: string | undefined;
	/** Told why the watch was interrupted; it goes on by itself. */
	readonly onInterruption?: ((error: Error) => void) | undefined;
}

type Kept = Stored<ApiObject>;

/** By its place; another object in the same place is another one. */
export function keyOf({ metadata: { namespace, name } }: { readonly metadata: { readonly namespace?: string; readonly name: string } }): string {
	return namespace === undefined ? name : `${namespace}/${name}`;
}

export async function* watch(
	followed: Followed,
	{ signal, resourceVersion, onInterruption }: WatchOptions<string>,
): AsyncGenerator<WatchEvent<Kept>, void, undefined> {
	// Who begins at a version does not know what there was: nothing can be compared.
	const known = resourceVersion === undefined ? new Map<string, Kept>() : undefined;
	for await (const change of follow(followed, { signal, resourceVersion, onInterruption }))
		yield* known === undefined ? plain(change) : changesOf(known, change);
}

function* plain(change: Change): Generator<WatchEvent<Kept>> {
	if (change.type !== 'ALL') yield change;
}

/** What a change is to who knows these objects, which are brought up to date. */
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
