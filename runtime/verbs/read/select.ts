/** Selection among many objects, in slices of time. Judging all may take long, above all when objects must be converted first. */
import type { Predicate } from '../../select/index.ts';
import type { CachedObject } from '../../watch/contract.ts';
import { inSlices, type Sliced } from './in-slices.ts';

/** Returns at most `most` matching objects in order, synchronously when it takes less than a slice. Rejects when the caller has gone. */
export function select(objects: Iterable<CachedObject>, matches: Predicate, most: number, sliced: Sliced): CachedObject[] | Promise<CachedObject[]> {
	const found: CachedObject[] = [];
	const looked = inSlices(
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
