/** Objects that a list shows at an earlier version, read from the store's history in batches. */
import { ApiError } from '../../api/errors.ts';
import { type SliceContext, sliceOver } from '../../scheduling/slice-over.ts';
import { everything, type Predicate } from '../../select/index.ts';
import type { KeyRange, Revision } from '../../storage/store.ts';
import type { CachedObject, WatchCache } from '../../watch/contract.ts';

/** Rows per read of the store. */
const rowsPerRead = 1000;

/** Bytes of a list that may be held until they are written. Objects that did not change since are in the cache and do not count. */
const mostBytes = 64 * 1024 * 1024;

export interface HistoryList {
	readonly revision: Revision;
	readonly range: KeyRange;
	readonly matches: Predicate;
	readonly limit: number;
}

/** Returns at most `limit` matching objects in key order. Throws CompactedError; ApiError RequestEntityTooLarge. */
export async function objectsAt(cache: WatchCache, { revision, range, matches, limit }: HistoryList, sliced: SliceContext): Promise<CachedObject[]> {
	const found: CachedObject[] = [];
	let bytes = 0;
	const add = (object: CachedObject): undefined => {
		if (!matches(object)) return;
		found.push(object);
		if (cache.get(range.resource, object.namespace, object.name) !== object) bytes += object.bytes.length;
		if (bytes > mostBytes) throw tooLarge();
	};
	for (let { after } = range; found.length < limit; ) {
		const rows = matches === everything ? Math.min(rowsPerRead, limit - found.length) : rowsPerRead;
		const objects = await cache.at(revision, { ...range, after }, rows, { signal: sliced.caller.signal });
		after = objects.at(-1);
		if (after === undefined) break;
		await sliceOver(objects, sliced, add, () => found.length >= limit);
	}
	return found;
}

function tooLarge(): ApiError {
	return new ApiError(
		'RequestEntityTooLarge',
		`a list at an old version may hold ${mostBytes / 1024 / 1024} MiB of objects that changed since, but this list is longer: use limit, or list the current version`,
	);
}
