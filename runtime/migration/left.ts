/** How many rows of a resource are not written as they would be now. */
import type { ServedResource } from '../serving/resource.ts';
import { isOlder } from '../storage/versions.ts';
import type { WatchCache } from '../watch/contract.ts';

/** `target`: how they would be; undefined: its kind is not there, and they stay as they are. */
export function leftOf(cache: Pick<WatchCache, 'written'>, resource: string, target: Pick<ServedResource, 'storedVersion'> | undefined): number {
	let left = 0;
	for (const [version, count] of cache.written(resource)) if (isOlder(target?.storedVersion, version)) left += count;
	return left;
}
