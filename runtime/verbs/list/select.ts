/** Selection among many objects, in slices of time. Judging all may take long, above all when objects must be converted first. */

import { type SliceContext, sliceOver } from '../../scheduling/slice-over.ts';
import type { Predicate } from '../../select/index.ts';
import type { CachedObject } from '../../watch/contract.ts';

/** Returns at most `most` matching objects in order, synchronously when it takes less than a slice. Rejects when the caller has gone. */
export function select(objects: Iterable<CachedObject>, matches: Predicate, most: number, sliced: SliceContext): CachedObject[] | Promise<CachedObject[]> {
	const found: CachedObject[] = [];
	const looked = sliceOver(
		objects,
		sliced,
		(object) => {
			if (matches(object)) found.push(object);
			return undefined;
		},
		() => found.length >= most,
	);
	return looked === undefined ? found : looked.then(() => found);
}
