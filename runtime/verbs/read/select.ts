/** What a selector leaves of many objects: to look at all may take long, of objects that are to be converted first above all. */
import type { Predicate } from '../../select/index.ts';
import type { CachedObject } from '../../watch/contract.ts';
import { inSlices, type Sliced } from './in-slices.ts';

/** At most so many that match, in their order; at once where it takes less than a slice. Rejects when the caller has gone. */
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
